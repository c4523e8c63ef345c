import { Failure } from "../core/failure.ts";
import { operand, tmuxString } from "../core/quote.ts";
import { configFolder, stateFolder } from "../system/env.ts";
import type { Environment } from "../system/env.ts";
import { ensureFolder } from "../system/folders.ts";
import { isUsable, runtimeFolder } from "../system/runtime.ts";
import type { Command, Tmux } from "./client.ts";
import { ask } from "./sections.ts";

/** The folders of one tmux server, the same for everybody who speaks to it (decision 2). */
export interface ServerFolders {
  state: string;
  runtime: string;
  config: string;
}

const QUESTION = [
  "pid",
  "start_time",
  "@agent_wizard_state",
  "@agent_wizard_runtime",
  "@agent_wizard_config",
  "socket_path",
]
  .map((name) => `#{${name}}`)
  .join("\t");

/** A tmux server as one who only looks at it finds it. */
export interface ServerSeen {
  /** `<pid> <start unix seconds>`; empty when none answers. */
  server: string;
  state: string;
}

/**
 * Which server answers, and the state folder of everybody who speaks to it. One call; nothing is made or written.
 *
 * @throws Failure `io_error` or `invalid_argument` when no state folder can be named
 */
export async function lookAtServer(tmux: Tmux, environment: Environment): Promise<ServerSeen> {
  const [server = "", state = ""] = (await askedOrNothing(tmux)).replace(/\n$/, "").split("\t");
  return { server, state: state || stateFolder(environment) };
}

async function askedOrNothing(tmux: Tmux): Promise<string> {
  try {
    return await tmux.run([
      "display-message",
      "-p",
      "#{pid} #{start_time}\t#{@agent_wizard_state}",
    ]);
  } catch (error) {
    if (error instanceof Failure && error.code === "tmux_error") return "";
    throw error;
  }
}

/** For an `ask` of more: the command whose line `foldersFrom` reads. */
export const FOLDERS_COMMAND: Command = ["display-message", "-p", QUESTION];

/**
 * The folders that stand in the server's options; where they do not, they are computed from this environment, made, and
 * written there for everybody else. A runtime folder that vanished is made again.
 *
 * @throws Failure `io_error` with the reason when a folder cannot be used, `tmux_error` without a server
 */
export async function serverFolders(tmux: Tmux, environment: Environment): Promise<ServerFolders> {
  const { folders } = await ask(tmux, { folders: FOLDERS_COMMAND });
  return foldersFrom(folders, tmux, environment);
}

/** The same from the answer to `FOLDERS_COMMAND` in a call of the caller's. */
export async function foldersFrom(
  line: string,
  tmux: Tmux,
  environment: Environment,
): Promise<ServerFolders> {
  const [pid = "", start = "", state = "", runtime = "", config = "", ...rest] = line
    .replace(/\n$/, "")
    .split("\t");
  if (!/^\d+$/.test(pid)) {
    throw new Failure("tmux_error", `the tmux server on ${tmux.address.label} did not name itself`);
  }
  const server = { socketPath: rest.join("\t"), pid: Number(pid), startUnix: Number(start) };
  const isKept = runtime !== "" && (await isUsable(runtime));
  if (state !== "" && config !== "" && isKept) return { state, runtime, config };
  const folders = {
    state: state || stateFolder(environment),
    runtime: isKept ? runtime : await runtimeFolder(environment, server),
    config: config || configFolder(environment),
  };
  await ensureFolder(folders.state, "let it be made there, or set TAW_STATE_DIR to another place");
  return agree(tmux, folders, runtime);
}

/** Writes an option unless it holds something other than what was read. */
const write = (name: string, old: string, value: string): Command => [
  "if-shell",
  "-F",
  `#{==:#{${name}},${operand(old)}}`,
  `set-option -s ${name} ${tmuxString(value)}`,
];

/** Writes what is missing, unless somebody was quicker, and gives what stands there then. */
async function agree(tmux: Tmux, folders: ServerFolders, before: string): Promise<ServerFolders> {
  const answers = await ask(tmux, {
    state: write("@agent_wizard_state", "", folders.state),
    runtime: write("@agent_wizard_runtime", before, folders.runtime),
    config: write("@agent_wizard_config", "", folders.config),
    folders: FOLDERS_COMMAND,
  });
  const [, , state, runtime, config] = answers.folders.split("\t");
  return {
    state: state || folders.state,
    runtime: runtime || folders.runtime,
    config: config || folders.config,
  };
}
