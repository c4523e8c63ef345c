import { closeSync, openSync } from "node:fs";
import { openLibc } from "./libc.ts";

const EXCLUSIVE = 2;

/**
 * Does `work` while no other process does any under the same file's lock. The kernel lets go of it when the process
 * ends, however it ends. Blocks meanwhile: only for what takes milliseconds.
 *
 * @throws what opening the file throws (`ENOENT`, `EACCES` …)
 */
export function underLock<Value>(path: string, work: () => Value): Value {
  const file = openSync(path, "a", 0o600);
  try {
    openLibc({ flock: { args: ["i32", "i32"], returns: "i32" } }).flock(file, EXCLUSIVE);
    return work();
  } finally {
    closeSync(file);
  }
}
