import { closeSync, constants, openSync, writeSync } from "node:fs";
import { ptr } from "bun:ffi";
import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { openLibc } from "./libc.ts";

/** What a FIFO takes in one piece, on every system. */
export const FIFO_BYTES = 16 * 1024;

const MKFIFO = { mkfifo: { args: ["ptr", "u32"], returns: "i32" } } as const;

/** Makes a FIFO that this user alone may use. Throws `io_error` where there is none to be had. */
export function makeFifo(path: string): void {
  const name = Buffer.from(`${path}\0`);
  if (openLibc(MKFIFO).mkfifo(ptr(name), 0o600) === 0) return;
  throw new Failure("io_error", `cannot make the FIFO ${path}`);
}

/**
 * Writes at most `FIFO_BYTES` to somebody who reads there, and closes, which is the end of what they read. Never waits.
 *
 * @returns false when nobody has it open to read, nor is about to
 */
export function writeToReader(path: string, text: string): boolean {
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (cause) {
    if (["ENXIO", "EPIPE", "ENOENT"].includes(errorCode(cause))) return false;
    throw cause;
  }
}
