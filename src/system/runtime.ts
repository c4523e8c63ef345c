import { clockOf } from "./clock.ts";
import { variable, withoutEndSlash } from "./env.ts";
import type { Environment } from "./env.ts";
import {
  ensurePrivateFolder,
  folderChangedMs,
  folderState,
  listFolder,
  removeEmptyFolder,
} from "./folders.ts";

/** What tells one tmux server from every other, and from itself after a restart. */
export interface ServerKey {
  socketPath: string;
  pid: number;
  startUnix: number;
}

/** Unix socket paths end at 104 bytes on macOS and 108 on Linux. */
const SOCKET_PATH_LIMIT = 100;

/** The longest name taw gives a socket in that folder: `l/<pid>-<8 letters>`. */
const LONGEST_SOCKET = "/l/1234567890-12345678";

/** What drainers hand to the process that runs the commands of `[hooks]`. */
export const SPOOL = "hooks";

const serverFolder = (server: ServerKey): string =>
  Bun.hash
    .crc32(`${server.socketPath} ${server.pid} ${server.startUnix}`)
    .toString(16)
    .padStart(8, "0");

const fits = (folder: string): boolean =>
  Buffer.byteLength(folder + LONGEST_SOCKET) <= SOCKET_PATH_LIMIT;

/** `$XDG_RUNTIME_DIR`, then `/run/user/<uid>`, where they are ours alone. */
function bases(environment: Environment, uid: number): string[] {
  const named = variable(environment, "XDG_RUNTIME_DIR");
  return [...(named?.startsWith("/") ? [withoutEndSlash(named)] : []), `/run/user/${uid}`];
}

async function rootFor(environment: Environment, uid: number, name: string): Promise<string> {
  for (const base of bases(environment, uid)) {
    const isOurs = (await folderState(base)).state === "private";
    if (isOurs && fits(`${base}/taw/${name}`)) return `${base}/taw`;
  }
  return `/tmp/taw-${uid}`;
}

/** Where the runtime folders of tmux servers are. */
export const runtimeRoot = (environment: Environment): Promise<string> =>
  rootFor(environment, process.getuid?.() ?? 0, "00000000");

/** Where `runtimeFolder` puts the folder of a server; nothing is made. */
export async function runtimePath(
  environment: Environment,
  server: ServerKey,
  uid = process.getuid?.() ?? 0,
): Promise<string> {
  const name = serverFolder(server);
  return `${await rootFor(environment, uid, name)}/${name}`;
}

/**
 * The runtime folder of one tmux server (decision 2), made with mode 0700 where it is not there; its `l` is for the
 * sockets of listeners.
 *
 * @throws Failure `io_error` with the reason when a folder is not ours, is a link, or is open to others
 */
export async function runtimeFolder(
  environment: Environment,
  server: ServerKey,
  uid = process.getuid?.() ?? 0,
): Promise<string> {
  const path = await runtimePath(environment, server, uid);
  const root = path.slice(0, path.lastIndexOf("/"));
  const isNew = (await folderState(path)).state === "missing";
  for (const folder of [root, path, `${path}/l`]) await ensurePrivateFolder(folder);
  if (isNew) await forgetOthers(root, clockOf(environment).nowMs());
  return path;
}

/** A folder that a server has just made has no socket yet. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/**
 * Takes away the folders of servers that have ended: those without a socket, unchanged for an hour. One that a quiet
 * server still calls its own is made again when it is needed.
 */
async function forgetOthers(root: string, nowMs: number): Promise<void> {
  for (const name of await listFolder(root)) {
    const folder = `${root}/${name}`;
    const changedMs = /^[0-9a-f]{8}$/.test(name) ? await folderChangedMs(`${folder}/l`) : null;
    if (changedMs === null || nowMs - changedMs < FORGOTTEN_AFTER_MS) continue;
    if (!(await removeEmptyFolder(`${folder}/l`))) continue;
    await removeEmptyFolder(`${folder}/${SPOOL}`);
    await removeEmptyFolder(folder);
  }
}

/** Whether a runtime folder that was decided earlier can be used still: a logout may have taken it away. */
export async function isUsable(folder: string): Promise<boolean> {
  return (await folderState(`${folder}/l`)).state === "private";
}
