import { Failure } from "../core/failure.ts";
import { hookCall } from "../core/hook-call.ts";
import type { HookSubject } from "../core/hook-call.ts";
import { operand } from "../core/quote.ts";
import type { Server, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { configFolderOf } from "../system/env.ts";
import { readText } from "../system/files.ts";
import { isFolder } from "../system/folders.ts";
import { hookEnvironment, paneEnvironment } from "./environment.ts";
import { hookTrouble } from "./run.ts";

/** The two questions of [hooks]: their commands are asked before something is taken away, and may refuse. */
export interface Question extends HookSubject {
  readonly name: "pre_close" | "pre_worktree_remove";
  /** Where the commands stand; a folder that is gone is none. */
  readonly folder: string;
}

/**
 * Asks the commands of a question, each after the one before, about each thing; the first that refuses ends it.
 *
 * @throws Failure `hook_refused`, with the command and what it said; nothing has been done then
 */
export async function askFirst(
  edges: Edges,
  world: World,
  questions: readonly Question[],
): Promise<void> {
  const [first] = questions;
  const folder = folderOf(edges, world.server);
  // Most people have no such file, and closing is quick.
  if (!first || folder === null || !(await Bun.file(`${folder}/config.toml`).exists())) return;
  const { commands, seconds } = await commandsOf(folder, first.name);
  for (const question of commands.length === 0 ? [] : questions) {
    const call = await callOf(edges, world, question);
    for (const command of commands) {
      const trouble = await hookTrouble({ ...call, name: question.name, command, seconds });
      if (trouble !== null) throw new Failure("hook_refused", `the ${trouble}`);
    }
  }
}

/** What a file has that asks somebody: a table's name, or a sign of a name that is spelled otherwise. */
const MAY_ASK = /hooks|\\u/i;

/**
 * tmux's format for where nobody is to be asked, as far as that can be told without a look: where the server holds to the
 * caller's own folder, whose config.toml has no hooks. Null where only `askFirst` can tell.
 */
export async function asksNobody({ environment }: Edges): Promise<string | null> {
  const folder = folderOf({ environment }, {});
  if (folder !== null && (await mayAsk(`${folder}/config.toml`))) return null;
  const isOwn = folder === null ? "0" : `#{==:${TOLD},${operand(folder)}}`;
  return `#{||:#{==:${TOLD},},${isOwn}}`;
}

async function mayAsk(file: string): Promise<boolean> {
  try {
    return MAY_ASK.test((await readText(file)) ?? "");
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}

const TOLD = "#{@agent_wizard_config}";

/** A file that cannot be taken as a whole, and speaks of the question, refuses: nobody can be asked. */
async function commandsOf(folder: string, name: Question["name"]) {
  const { loadConfig, problemText } = await import("../config/load.ts");
  const { DEFAULTS } = await import("../config/schema.ts");
  const { config, problems } = await loadConfig(folder);
  const [broken] = config === DEFAULTS ? problems : [];
  if (broken && (await readText(broken.file))?.includes(name)) {
    throw new Failure("hook_refused", `the ${name} hooks cannot be asked: ${problemText(broken)}`);
  }
  return {
    commands: config["hooks.*"][name] ?? [],
    seconds: config["sessions.hook_timeout_seconds"],
  };
}

/** Null where nothing names one, so that nobody can have written a file there. */
function folderOf(
  { environment }: Pick<Edges, "environment">,
  server: Pick<Server, "configFolder">,
): string | null {
  try {
    return configFolderOf(server, environment);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function callOf(edges: Edges, world: World, question: Question) {
  const { name, about, folder, told, variables = {} } = question;
  const call = hookCall(world, { name, about, told, variables });
  const ofPane = await paneEnvironment(edges.tmux, call.workspaceId);
  return {
    input: JSON.stringify(call.input),
    environment: hookEnvironment(ofPane, call),
    ...((await isFolder(folder)) && { cwd: folder }),
  };
}
