import { openLibc } from "./libc.ts";

/** Who is on the other end of a Unix socket, as the kernel noted it when they connected. */
export interface Peer {
  /** 0 for a process that this one's kernel namespace does not see. */
  readonly pid: number;
  readonly uid: number;
}

const OPTION = {
  getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
} as const;
const USER = { getpeereid: { args: ["i32", "ptr", "ptr"], returns: "i32" } } as const;

const SOL_SOCKET = 1;
const SO_PEERCRED = 17;
const SOL_LOCAL = 0;
const LOCAL_PEERPID = 2;

/** By the descriptor of a connection; null where the kernel does not tell. macOS by its headers, not run there yet. */
export const peerOf = (descriptor: number): Peer | null =>
  process.platform === "darwin" ? peerOnMac(descriptor) : peerOnLinux(descriptor);

let option: ReturnType<typeof openLibc<typeof OPTION>> | null = null;

function readOption(descriptor: number, level: number, name: number, room: Int32Array): boolean {
  const length = new Uint32Array([room.byteLength]);
  option ??= openLibc(OPTION);
  return option.getsockopt(descriptor, level, name, room, length) === 0;
}

function peerOnLinux(descriptor: number): Peer | null {
  const credentials = new Int32Array(3);
  if (!readOption(descriptor, SOL_SOCKET, SO_PEERCRED, credentials)) return null;
  const [pid = 0, uid = 0] = credentials;
  return { pid, uid: uid >>> 0 };
}

function peerOnMac(descriptor: number): Peer | null {
  const [pid, uid, group] = [new Int32Array(1), new Uint32Array(1), new Uint32Array(1)];
  const isTold =
    readOption(descriptor, SOL_LOCAL, LOCAL_PEERPID, pid) &&
    openLibc(USER).getpeereid(descriptor, uid, group) === 0;
  return isTold ? { pid: pid[0] ?? 0, uid: uid[0] ?? 0 } : null;
}
