import { dlopen } from "bun:ffi";
import type { FFIFunction, Library } from "bun:ffi";

/** The few calls of the C library that Bun does not offer: 0.2 ms to open it, and 0.4 MB that stay. */
const NAMES = process.platform === "darwin" ? ["libSystem.B.dylib"] : ["libc.so.6", "libc.so"];

/** The functions of the C library that a module needs; each costs a little memory, so each module names its own. */
export function openLibc<Symbols extends Record<string, FFIFunction>>(
  symbols: Symbols,
): Library<Symbols>["symbols"] {
  const refusals: unknown[] = [];
  for (const name of NAMES) {
    try {
      return dlopen(name, symbols).symbols;
    } catch (cause) {
      refusals.push(cause);
    }
  }
  throw new AggregateError(refusals, `cannot open the C library as ${NAMES.join(" or ")}`);
}

const SETSID = { setsid: { args: [], returns: "i32" } } as const;

/** Leaves the caller's session and process group for a session of its own. False when it leads a group already. */
export const leaveSession = (): boolean => openLibc(SETSID).setsid() >= 0;
