import { variable, withoutEndSlash } from "./env.ts";
import type { Environment } from "./env.ts";
import { ensurePrivateFolder, folderState } from "./files.ts";

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
  const name = serverFolder(server);
  const root = await rootFor(environment, uid, name);
  for (const folder of [root, `${root}/${name}`, `${root}/${name}/l`]) {
    await ensurePrivateFolder(folder);
  }
  return `${root}/${name}`;
}

/** Whether a runtime folder that was decided earlier can be used still: a logout may have taken it away. */
export async function isUsable(folder: string): Promise<boolean> {
  return (await folderState(`${folder}/l`)).state === "private";
}
