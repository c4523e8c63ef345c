import type { FFIFunction, Library } from "bun:ffi";

/**
 * The few calls of the C library that Bun does not offer, or offers only through `node:fs`, which would cost every
 * watcher half a megabyte. Loaded on first use, 0.2 ms (reference/stack/guide.md §1.7).
 */
const NAMES = process.platform === "darwin" ? ["libSystem.B.dylib"] : ["libc.so.6", "libc.so"];

/** Loaded with the first call: a watcher that makes none is spared 0.4 MB. */
const ffi = (): typeof import("bun:ffi") => require("bun:ffi");

const SYMBOLS = {
  setsid: { args: [], returns: "i32" },
  realpath: { args: ["ptr", "ptr"], returns: "ptr" },
} as const;

let opened: Library<typeof SYMBOLS>["symbols"] | null = null;

const libc = (): Library<typeof SYMBOLS>["symbols"] => (opened ??= openLibc(SYMBOLS));

/** The functions of the C library that a module needs; each costs a little memory, so each module names its own. */
export function openLibc<Symbols extends Record<string, FFIFunction>>(
  symbols: Symbols,
): Library<Symbols>["symbols"] {
  const refusals: unknown[] = [];
  for (const name of NAMES) {
    try {
      return ffi().dlopen(name, symbols).symbols;
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
  const { CString, ptr } = ffi();
  const found = libc().realpath(ptr(bytes), ptr(room));
  return found === null ? null : new CString(found).toString();
}
