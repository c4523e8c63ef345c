import { Failure } from "../core/failure.ts";
import type { Environment } from "../system/env.ts";
import { listFolder } from "../system/folders.ts";
import { runtimePath, runtimeRoot } from "../system/runtime.ts";
import { socketPathIn } from "../loader/socket.ts";
import { addressOf, socketFolder } from "../tmux/address.ts";
import type { Address } from "../tmux/address.ts";
import { makeTmux, Unanswered } from "../tmux/client.ts";

/** The tmux servers of one user: what herdr's tools call sessions (reference/herdr/records.md §5, "SessionInfo"). */

/** Its keys are in alphabetical order, as herdr's command line prints them (plugins/traps.md 3). */
export interface SessionRecord {
  default: boolean;
  name: string;
  running: boolean;
  session_dir: string;
  socket_path: string;
}

/** tmux's own name for the server that is used when nobody names one. */
const DEFAULT = "default";

/**
 * The default server, whether it runs or not, then every other that runs, by name; `own` too where its socket lies
 * elsewhere. Each is asked once, all at the same time; nothing is made or written.
 */
export async function sessionRecords(
  environment: Environment,
  own: Address,
  uid: number,
): Promise<SessionRecord[]> {
  const place = { tmuxTmpdir: environment["TMUX_TMPDIR"], uid };
  const names = [...new Set([DEFAULT, ...(await listFolder(socketFolder(place)))])];
  const named = names.map((socketName) => addressOf({ ...place, socketName }));
  const isListed = named.some(({ label }) => label === own.label);
  const found = await Promise.all(
    [...named, ...(isListed ? [] : [own])].map((address) => recordOf(environment, address)),
  );
  return found
    .filter((record) => record.running || record.default)
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

const rank = (record: SessionRecord): number => (record.default ? 0 : 1);

async function recordOf(environment: Environment, address: Address): Promise<SessionRecord> {
  const runtime = await runtimeOf(environment, address);
  const folder = runtime ?? (await runtimeRoot(environment));
  const name = address.label.slice(address.label.lastIndexOf("/") + 1);
  return {
    default: name === DEFAULT && address.flags[0] === "-L",
    name,
    running: runtime !== null,
    session_dir: folder,
    socket_path: socketPathIn(folder),
  };
}

const QUESTION = "#{pid}\t#{start_time}\t#{@agent_wizard_runtime}\t#{socket_path}";

/** The runtime folder of a server, where it is or will be; null when none runs. */
async function runtimeOf(environment: Environment, address: Address): Promise<string | null> {
  try {
    const tmux = makeTmux(address, { ...environment });
    const answer = await tmux.run(["display-message", "-p", QUESTION]);
    const [pid, start, runtime, ...path] = answer.replace(/\n$/, "").split("\t");
    const server = { pid: Number(pid), startUnix: Number(start), socketPath: path.join("\t") };
    return runtime || (await runtimePath(environment, server));
  } catch (error) {
    if (error instanceof Unanswered) return runtimeRoot(environment);
    if (error instanceof Failure && error.code === "tmux_error") return null;
    throw error;
  }
}
