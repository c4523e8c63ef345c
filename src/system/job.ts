import { ptr } from "bun:ffi";
import type { Environment } from "./env.ts";
import { openLibc } from "./libc.ts";
import { signalProcess } from "./signals.ts";

/**
 * One foreground job, as a shell has it: a process group of its own that holds the terminal, and a parent in the same
 * session that sees it stop. Without such a parent the group is an orphaned one and the kernel drops Ctrl-Z's signal.
 * Bun can neither start a process in a new group nor see one stop, hence the C library.
 */
const SYMBOLS = {
  posix_spawn: { args: ["ptr", "ptr", "ptr", "ptr", "ptr", "ptr"], returns: "i32" },
  posix_spawnattr_init: { args: ["ptr"], returns: "i32" },
  posix_spawnattr_setflags: { args: ["ptr", "i16"], returns: "i32" },
  posix_spawnattr_setpgroup: { args: ["ptr", "i32"], returns: "i32" },
  posix_spawnattr_setsigdefault: { args: ["ptr", "ptr"], returns: "i32" },
  posix_spawn_file_actions_init: { args: ["ptr"], returns: "i32" },
  sigemptyset: { args: ["ptr"], returns: "i32" },
  sigaddset: { args: ["ptr", "i32"], returns: "i32" },
  signal: { args: ["i32", "ptr"], returns: "ptr" },
  tcsetpgrp: { args: ["i32", "i32"], returns: "i32" },
  tcgetpgrp: { args: ["i32"], returns: "i32" },
  waitpid: { args: ["i32", "ptr", "i32"], returns: "i32" },
} as const;
/** In glibc since 2.35: the program holds the terminal from its first instruction on. */
const TAKE_TERMINAL = {
  posix_spawn_file_actions_addtcsetpgrp_np: { args: ["ptr", "i32"], returns: "i32" },
} as const;
const BECOME = {
  execve: { args: ["ptr", "ptr", "ptr"], returns: "i32" },
  signal: { args: ["i32", "ptr"], returns: "ptr" },
} as const;
const STOPPED_CHILD = {
  waitid: { args: ["i32", "u32", "ptr", "i32"], returns: "i32" },
} as const;

const TERMINAL = 0;
const SIGPIPE = 13;
const SIGTTIN = 21;
const SIGTTOU = 22;
const DEFAULT = 0n;
const IGNORE = 1n;
const SPAWN_SETPGROUP = 0x02;
const SPAWN_SETSIGDEF = 0x04;
const WNOHANG = 1;
const WUNTRACED = 2;
const WSTOPPED = process.platform === "darwin" ? 8 : 2;
const BY_PID = 1;
const ENOEXEC = 8;
/** Room for the library's opaque structures; the largest is glibc's spawn attributes with 336 bytes. */
const STRUCTURE_BYTES = 512;

export interface Program {
  /** The file to run; `argv[0]` is what the program is told of its name. */
  readonly path: string;
  readonly argv: readonly string[];
  readonly environment: Environment;
}

export type JobChange =
  | { readonly type: "exited"; readonly code: number }
  | { readonly type: "killed"; readonly signal: number }
  | { readonly type: "stopped" };

/** The job of the terminal on descriptor 0, of which this process leads the session. */
export class ForegroundJob {
  readonly #libc = openLibc(SYMBOLS);
  readonly #status = new Int32Array(1);
  #front = 0;
  #isStopped = false;
  pid = 0;

  /**
   * Starts the program in front.
   *
   * @returns 0, or the reason as errno
   */
  start(program: Program): number {
    this.#libc.signal(SIGTTOU, IGNORE);
    const refused = this.#spawn(program);
    if (refused !== ENOEXEC) return refused;
    const { path, argv, environment } = program;
    const script = { path: "/bin/sh", argv: ["sh", path, ...argv.slice(1)], environment };
    return this.#spawn(script);
  }

  /** What has become of it since the last look; null when nothing has. */
  change(): JobChange | null {
    if (this.#libc.waitpid(this.pid, this.#status, WNOHANG | WUNTRACED) !== this.pid) return null;
    const status = this.#status[0] ?? 0;
    const low = status & 0x7f;
    if (low === 0) return { type: "exited", code: (status >> 8) & 0xff };
    return low === 0x7f ? this.#onStop(status >> 8) : { type: "killed", signal: low };
  }

  /** Sends a signal to the program alone. */
  signal(signal: NodeJS.Signals): void {
    if (this.pid !== 0) signalProcess(this.pid, signal);
  }

  /** Gives the terminal to the group that had it and lets a stopped job go on. */
  resume(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#libc.tcsetpgrp(TERMINAL, this.#front);
    signalProcess(-this.pid, "SIGCONT");
    if (this.#front !== this.pid) signalProcess(-this.#front, "SIGCONT");
  }

  /** The terminal has gone: as a shell does, tells the job, and wakes it for that. */
  hangUp(): void {
    if (this.pid === 0) return;
    signalProcess(-this.pid, "SIGHUP");
    signalProcess(-this.pid, "SIGCONT");
  }

  /** Takes the terminal back, so that what the job left running is not hung up with this session. */
  takeTerminal(): void {
    this.#libc.tcsetpgrp(TERMINAL, process.pid);
  }

  #spawn({ path, argv, environment }: Program): number {
    const pid = new Int32Array(1);
    const refused = this.#libc.posix_spawn(
      pid,
      cString(path),
      this.#actions(),
      this.#attributes(),
      stringArray(argv),
      variablesOf(environment),
    );
    if (refused !== 0) return refused;
    this.pid = this.#front = pid[0] ?? 0;
    this.#libc.tcsetpgrp(TERMINAL, this.pid);
    return 0;
  }

  #attributes(): Uint8Array {
    const attributes = new Uint8Array(STRUCTURE_BYTES);
    const defaults = new Uint8Array(STRUCTURE_BYTES);
    this.#libc.sigemptyset(defaults);
    for (const signal of [SIGPIPE, SIGTTOU]) this.#libc.sigaddset(defaults, signal);
    this.#libc.posix_spawnattr_init(attributes);
    this.#libc.posix_spawnattr_setflags(attributes, SPAWN_SETPGROUP | SPAWN_SETSIGDEF);
    this.#libc.posix_spawnattr_setpgroup(attributes, 0);
    this.#libc.posix_spawnattr_setsigdefault(attributes, defaults);
    return attributes;
  }

  #actions(): Uint8Array {
    const actions = new Uint8Array(STRUCTURE_BYTES);
    this.#libc.posix_spawn_file_actions_init(actions);
    takeTerminalAtStart()?.(actions, TERMINAL);
    return actions;
  }

  /**
   * A job that asked for the terminal a moment before it had it (only where the library cannot give it at the start)
   * goes on at once.
   */
  #onStop(signal: number): JobChange | null {
    const front = this.#libc.tcgetpgrp(TERMINAL);
    if ((signal === SIGTTIN || signal === SIGTTOU) && front === this.pid) {
      signalProcess(-this.pid, "SIGCONT");
      return null;
    }
    this.#front = front;
    this.#isStopped = true;
    return { type: "stopped" };
  }
}

type TakeTerminal = (actions: Uint8Array, descriptor: number) => number;

function takeTerminalAtStart(): TakeTerminal | null {
  if (process.platform !== "linux") return null;
  try {
    return openLibc(TAKE_TERMINAL).posix_spawn_file_actions_addtcsetpgrp_np;
  } catch (error) {
    if (error instanceof AggregateError) return null;
    throw error;
  }
}

/** Whether a child of this process has been stopped since the last look. Its end stays for Bun to notice. */
export function hasStopped(pid: number): boolean {
  const found = new Int32Array(STRUCTURE_BYTES / 4);
  openLibc(STOPPED_CHILD).waitid(BY_PID, pid, found, WSTOPPED | WNOHANG);
  return found[0] !== 0;
}

/**
 * Becomes the program: same process, same files, same everything. Returns only when that fails.
 *
 * @returns false when the kernel refuses the file
 */
export function become({ path, argv, environment }: Program): false {
  const { execve, signal } = openLibc(BECOME);
  signal(SIGPIPE, DEFAULT);
  const variables = variablesOf(environment);
  execve(cString(path), stringArray(argv), variables);
  execve(cString("/bin/sh"), stringArray(["sh", path, ...argv.slice(1)]), variables);
  return false;
}

const variablesOf = (environment: Environment): Uint8Array =>
  stringArray(Object.entries(environment).map(([name, value]) => `${name}=${value}`));

const cString = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`);

/** A null-terminated array of strings: the pointers, and in the same piece of memory what they point to. */
function stringArray(texts: readonly string[]): Uint8Array {
  const strings = texts.map(cString);
  const head = 8 * (strings.length + 1);
  const bytes = new Uint8Array(strings.reduce((length, text) => length + text.length, head));
  const pointers = new BigUint64Array(bytes.buffer, 0, strings.length + 1);
  const start = ptr(bytes);
  let at = head;
  for (const [index, text] of strings.entries()) {
    pointers[index] = BigInt(start + at);
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}
