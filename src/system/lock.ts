import { closeSync, openSync } from "node:fs";
import { openLibc } from "./libc.ts";

const EXCLUSIVE = 2;
const OR_NOT_AT_ALL = 4;

const FLOCK = { flock: { args: ["i32", "i32"], returns: "i32" } } as const;

/**
 * Does `work` while no other process does any under the same file's lock. The kernel lets go of it when the process
 * ends, however it ends. Blocks meanwhile: only for what takes milliseconds.
 *
 * @throws what opening the file throws (`ENOENT`, `EACCES` …)
 */
export function underLock<Value>(path: string, work: () => Value): Value {
  const file = openSync(path, "a", 0o600);
  try {
    openLibc(FLOCK).flock(file, EXCLUSIVE);
    return work();
  } finally {
    closeSync(file);
  }
}

/**
 * Takes the lock of a folder for as long as this process lives, or until it lets go: the kernel does that too, however
 * the process ends. Null when another holds it.
 *
 * @throws what opening the folder throws
 */
export function holdLock(folder: string): (() => void) | null {
  const file = openSync(folder, "r");
  const isOurs = openLibc(FLOCK).flock(file, EXCLUSIVE | OR_NOT_AT_ALL) === 0;
  if (!isOurs) closeSync(file);
  return isOurs ? () => closeSync(file) : null;
}
