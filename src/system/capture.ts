import { ptr } from "bun:ffi";
import { openLibc } from "./libc.ts";

/**
 * Two files in memory that a program is started with in place of pipes, for a process that starts many and has to stay
 * small: a pipe is read through JavaScript's streams, half a megabyte that nothing else of a watcher needs, and at twice the
 * system time. One program at a time; a second one meanwhile has pipes.
 */
export interface Capture {
  readonly stdout: number;
  readonly stderr: number;
  /** Empties both. False while another program has them. */
  take(): boolean;
  /** What was printed to both, for good. */
  give(): { stdout: string; stderr: string };
}

const SYMBOLS = {
  memfd_create: { args: ["ptr", "u32"], returns: "i32" },
  ftruncate: { args: ["i32", "i64"], returns: "i32" },
  lseek: { args: ["i32", "i64", "i32"], returns: "i64" },
  pread: { args: ["i32", "ptr", "u64", "i64"], returns: "i64" },
} as const;

const CLOSE_ON_EXEC = 1;
const FROM_START = 0;
const FROM_END = 2;

/** Null where files in memory are not to be had (macOS, an old kernel): pipes do. */
export function openCapture(): Capture | null {
  if (process.platform !== "linux") return null;
  const libc = openLibc(SYMBOLS);
  const name = Buffer.from("taw\0");
  const made = [1, 2].map(() => libc.memfd_create(ptr(name), CLOSE_ON_EXEC));
  const [stdout = -1, stderr = -1] = made;
  if (stdout < 0 || stderr < 0) return null;
  let isTaken = false;

  const empty = (file: number): void => {
    libc.ftruncate(file, 0);
    libc.lseek(file, 0, FROM_START);
  };
  const read = (file: number): string => {
    const size = Number(libc.lseek(file, 0, FROM_END));
    if (size <= 0) return "";
    const bytes = Buffer.allocUnsafeSlow(size);
    const count = Number(libc.pread(file, ptr(bytes), size, 0));
    return bytes.toString("utf8", 0, Math.max(0, count));
  };
  return {
    stdout,
    stderr,
    take() {
      if (isTaken) return false;
      isTaken = true;
      empty(stdout);
      empty(stderr);
      return true;
    },
    give() {
      const printed = { stdout: read(stdout), stderr: read(stderr) };
      empty(stdout);
      empty(stderr);
      isTaken = false;
      return printed;
    },
  };
}
