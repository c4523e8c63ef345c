import { CString, dlopen, ptr } from "bun:ffi";

/**
 * The few calls of the C library that Bun does not offer, or offers only through `node:fs`, which would cost every
 * watcher half a megabyte. Loaded on first use, 0.2 ms (reference/stack/guide.md §1.7).
 */
const NAMES = process.platform === "darwin" ? ["libSystem.B.dylib"] : ["libc.so.6", "libc.so"];

const SYMBOLS = {
  setsid: { args: [], returns: "i32" },
  realpath: { args: ["ptr", "ptr"], returns: "ptr" },
} as const;

const open = (name: string) => dlopen(name, SYMBOLS).symbols;
let opened: ReturnType<typeof open> | null = null;

function libc(): ReturnType<typeof open> {
  opened ??= firstThatOpens();
  return opened;
}

function firstThatOpens(): ReturnType<typeof open> {
  const refusals: unknown[] = [];
  for (const name of NAMES) {
    try {
      return open(name);
    } catch (cause) {
      refusals.push(cause);
    }
  }
  throw new AggregateError(refusals, `cannot open the C library as ${NAMES.join(" or ")}`);
}

/** Leaves the caller's session and process group for a session of its own. False when it leads a group already. */
export const leaveSession = (): boolean => libc().setsid() >= 0;

const PATH_MAX = 4096;

/** The path that `path` stands for with every link followed; null when nothing is there. */
export function realPath(path: string): string | null {
  const bytes = Buffer.from(`${path}\0`);
  if (bytes.length > PATH_MAX || path.includes("\0")) return null;
  const room = new Uint8Array(PATH_MAX);
  const found = libc().realpath(ptr(bytes), ptr(room));
  return found === null ? null : new CString(found).toString();
}
