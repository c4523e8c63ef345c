import { ptr } from "bun:ffi";
import { Failure } from "../core/failure.ts";
import { openLibc } from "./libc.ts";

/**
 * The terminal this process was started on, by the C library: `node:tty` and `process.stdin` would cost 8 ms and two
 * megabytes (reference/stack/guide.md §1.1).
 */
const SYMBOLS = {
  isatty: { args: ["i32"], returns: "i32" },
  tcgetattr: { args: ["i32", "ptr"], returns: "i32" },
  tcsetattr: { args: ["i32", "i32", "ptr"], returns: "i32" },
  cfmakeraw: { args: ["ptr"], returns: "void" },
  write: { args: ["i32", "ptr", "u64"], returns: "i64" },
  poll: { args: ["ptr", "u64", "i32"], returns: "i32" },
} as const;
const IOCTL = { ioctl: { args: ["i32", "u64", "ptr"], returns: "i32" } } as const;
/** Apple's arm64 takes variable arguments from the stack, where the ninth of a plain call stands. */
const IOCTL_BY_STACK = {
  ioctl: {
    args: ["i32", "u64", "u64", "u64", "u64", "u64", "u64", "u64", "ptr"],
    returns: "i32",
  },
} as const;

const isMac = process.platform === "darwin";
const GET_SIZE = isMac ? 0x40087468 : 0x5413;
/** TCSADRAIN: what was written before the change is written under the old mode. */
const WHEN_DRAINED = 1;
const POLLOUT = 0x04;
const GONE = 0x08 | 0x10 | 0x20;
const GONE_CHECK_MS = 1000;
/** `struct termios` has 60 bytes on Linux and 72 on macOS. */
const MODE_BYTES = 80;

let opened: ReturnType<typeof openLibc<typeof SYMBOLS>> | null = null;
const libc = () => (opened ??= openLibc(SYMBOLS));

export const isTerminal = (descriptor: number): boolean => libc().isatty(descriptor) === 1;

/** A terminal's line mode (echo, signals, …) as the C library keeps it; opaque. */
export type TerminalMode = Uint8Array;

/** The mode of a terminal now, null when it is none. */
export function readMode(descriptor: number): TerminalMode | null {
  const mode = new Uint8Array(MODE_BYTES);
  return libc().tcgetattr(descriptor, mode) === 0 ? mode : null;
}

/** The same mode with every byte passed on as it comes. */
export function rawMode(mode: TerminalMode): TerminalMode {
  const raw = Uint8Array.from(mode);
  libc().cfmakeraw(raw);
  return raw;
}

/** From the background this stops the process until it is in front, as a shell's job control has it. */
export function setMode(descriptor: number, mode: TerminalMode): void {
  libc().tcsetattr(descriptor, WHEN_DRAINED, mode);
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The size of a terminal; 80×24 where it does not say. */
export function terminalSize(descriptor: number): TerminalSize {
  const room = new Uint16Array(4);
  askSize(descriptor, room);
  const [rows = 0, columns = 0] = room;
  return { columns: columns || 80, rows: rows || 24 };
}

function askSize(descriptor: number, room: Uint16Array): void {
  if (isMac && process.arch === "arm64") {
    const { ioctl } = openLibc(IOCTL_BY_STACK);
    ioctl(descriptor, GET_SIZE, 0, 0, 0, 0, 0, 0, room);
  } else openLibc(IOCTL).ioctl(descriptor, GET_SIZE, room);
}

/**
 * Writes all bytes, waiting as long as the terminal takes. Waiting here is what keeps a flood in the kernel's buffers
 * and out of ours.
 *
 * @returns false when the terminal is gone
 */
export function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const written = Number(libc().write(descriptor, ptr(bytes, at), bytes.length - at));
    if (written > 0) at += written;
    else if (!waitForRoom(descriptor)) return false;
  }
  return true;
}

const waitForRoom = (descriptor: number): boolean => isRead(descriptor, GONE_CHECK_MS);

/** Whether somebody could still read what is written there: the other end of a pipe is open, a terminal is there. */
export function isRead(descriptor: number, waitMs = 0): boolean {
  const wanted = new Int16Array([descriptor & 0xffff, descriptor >> 16, POLLOUT, 0]);
  libc().poll(wanted, 1, waitMs);
  return ((wanted[3] ?? 0) & GONE) === 0;
}

/**
 * Prints control sequences where this process's own terminal reads them: on the controlling terminal, also when stdout
 * goes elsewhere, else on stdout when that is a terminal.
 *
 * @throws Failure `unsupported` without any terminal
 */
export async function reportToTerminal(sequence: string): Promise<void> {
  try {
    await Bun.write("/dev/tty", sequence);
  } catch (cause) {
    if (isTerminal(1) && writeAll(1, new TextEncoder().encode(sequence))) return;
    throw new Failure(
      "unsupported",
      "there is no terminal to report to: run it in a pane, with stdout or the controlling terminal there",
      { cause },
    );
  }
}
