import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { lastWords } from "../core/last-words.ts";
import type { Environment } from "./env.ts";
import { signalProcess } from "./signals.ts";

/**
 * Runs a program without a shell and gives its stdout.
 *
 * @throws Failure `io_error` naming the program when it does not start, fails, or takes longer than `limitMs`
 */
export async function capture(argv: readonly string[], limitMs = 5_000): Promise<string> {
  const child = spawned(argv, () =>
    Bun.spawn([...argv], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      timeout: limitMs,
    }),
  );
  const stdout = await child.stdout.text();
  const code = await child.exited;
  if (code !== 0) throw new Failure("io_error", `${argv.join(" ")} failed with ${code}`);
  return stdout;
}

/** A child that is written to and read from while it lives. */
export interface Piped {
  readonly stdout: ReadableStream<Uint8Array>;
  write(text: string): void;
  /** Closes its stdin. */
  end(): void;
  stop(): void;
  /** Its exit code; 128 + the number of the signal that ended it. */
  readonly exited: Promise<number>;
  /** What it said last on stderr, once it has ended. */
  lastWords(): Promise<string>;
}

/**
 * Starts a program with pipes on all three streams. Stderr is drained, so that it never blocks.
 *
 * @throws Failure `io_error` when the program does not start
 */
export function openPiped(argv: readonly string[], environment: Environment): Piped {
  const child = spawned(argv, () =>
    Bun.spawn([...argv], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      env: { ...environment },
    }),
  );
  const words = child.stderr.text();
  return {
    stdout: child.stdout,
    write: (text) => {
      child.stdin.write(text);
      child.stdin.flush();
    },
    end: () => {
      child.stdin.end();
    },
    stop: () => {
      child.kill();
    },
    exited: child.exited,
    lastWords: async () => lastWords(await words),
  };
}

/** How a program ended and what it said. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end, whatever its exit code. What it leaves running behind it is not waited for where that holds
 * on to its stderr alone.
 *
 * @throws Failure `io_error` when the program does not start
 */
export async function runToEnd(
  argv: readonly string[],
  environment: Environment,
  limitMs: number,
): Promise<Ended> {
  const child = spawned(argv, () =>
    Bun.spawn([...argv], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      timeout: limitMs,
      env: { ...environment },
    }),
  );
  const said = new Tail(child.stderr, KEPT_BYTES);
  const stdout = await child.stdout.text();
  const code = await child.exited;
  await endsWithin(said.ended, LATE_WORDS_MS);
  return { code, stdout, stderr: said.text() };
}

const KEPT_BYTES = 256 * 1024;

/** For a machine that is busy: the end of stderr is there as soon as nobody holds it. */
const LATE_WORDS_MS = 1_000;

/** A program that was given a time to run. */
export interface Bounded {
  /** Null when its time was over and it was stopped. */
  readonly code: number | null;
  /** What it said on stderr. */
  readonly said: Kept;
  /** What it printed on stdout; nothing unless that was wanted. */
  readonly printed: Kept;
}

/** The end of what a program wrote, `keepBytes` at most. */
export interface Kept {
  readonly text: string;
  readonly isCut: boolean;
}

export interface Bounds {
  /** Null for as long as it likes. */
  readonly limitMs: number | null;
  readonly keepBytes: number;
  /** What it reads on stdin; nothing where there is none. */
  readonly input?: string;
  readonly cwd?: string;
  /** What it prints on stdout is kept too. */
  readonly keepsPrinted?: true;
  /** Its time is over once this is aborted. */
  readonly stop?: AbortSignal;
}

/**
 * Runs a program, in a process group of its own, until it ends or its time is over; then the whole group is stopped. What
 * it leaves running behind it is not waited for, even where that holds on to its stderr.
 *
 * @throws Failure `io_error` when the program does not start
 */
export async function runBounded(
  argv: readonly string[],
  environment: Environment,
  { limitMs, keepBytes, input, cwd, keepsPrinted, stop }: Bounds,
): Promise<Bounded> {
  const child = spawned(argv, () =>
    Bun.spawn([...argv], {
      stdin: input === undefined ? "ignore" : new TextEncoder().encode(input),
      stdout: keepsPrinted ? "pipe" : "ignore",
      stderr: "pipe",
      env: { ...environment },
      ...(cwd !== undefined && { cwd }),
      detached: true,
    }),
  );
  const said = new Tail(child.stderr, keepBytes);
  const printed = child.stdout instanceof ReadableStream ? new Tail(child.stdout, keepBytes) : null;
  const hasEnded = await endsWithin(child.exited, limitMs, stop);
  if (!hasEnded) signalProcess(-child.pid, "SIGKILL");
  await endsWithin(Promise.all([said.ended, printed?.ended]), LAST_WORDS_MS);
  return {
    code: hasEnded ? await child.exited : null,
    said: said.kept(),
    printed: printed?.kept() ?? { text: "", isCut: false },
  };
}

/** A pipe may hold what a program said when it has ended already. */
const LAST_WORDS_MS = 100;

async function endsWithin(
  end: Promise<unknown>,
  limitMs: number | null,
  stop: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const limit = limitMs === null ? stop : AbortSignal.any([stop, AbortSignal.timeout(limitMs)]);
  if (limit.aborted) return false;
  const over = new Promise<boolean>((resolve) => {
    limit.addEventListener("abort", () => resolve(false), { once: true });
  });
  return Promise.race([end.then(() => true), over]);
}

/** Drains a stream, and keeps its end. */
class Tail {
  readonly ended: Promise<void>;
  #kept: Uint8Array = new Uint8Array();
  #isCut = false;

  constructor(stream: ReadableStream<Uint8Array>, keepBytes: number) {
    this.ended = this.#drain(stream, keepBytes);
  }

  text(): string {
    return new TextDecoder().decode(this.#kept);
  }

  kept(): Kept {
    return { text: this.text(), isCut: this.#isCut };
  }

  async #drain(stream: ReadableStream<Uint8Array>, keepBytes: number): Promise<void> {
    for await (const chunk of stream) {
      const all = Buffer.concat([this.#kept, chunk]);
      this.#isCut ||= all.length > keepBytes;
      this.#kept = all.subarray(-keepBytes);
    }
  }
}

/**
 * Runs a full-screen program on our own terminal, which the caller has handed over, and gives its exit code.
 *
 * @throws Failure `io_error` when the program does not start
 */
export function inForeground(argv: readonly string[], environment: Environment): Promise<number> {
  const child = spawned(argv, () =>
    Bun.spawn([...argv], { stdio: ["inherit", "inherit", "inherit"], env: { ...environment } }),
  );
  return child.exited;
}

/** Why a program did not start, by the code of Bun's error; another code is told in the system's own words. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  EACCES: "it may not be run",
  ENOEXEC: "it is no program of this machine",
  E2BIG: "it was given too much at once",
  ERR_INVALID_ARG_VALUE: "a word that it was given holds a NUL",
};

function spawned<Child>(argv: readonly string[], spawn: () => Child): Child {
  try {
    return spawn();
  } catch (cause) {
    const code = errorCode(cause);
    if (!(cause instanceof Error) || code === "") throw cause;
    const reason = REFUSALS[code] ?? cause.message;
    throw new Failure("io_error", `cannot run ${argv[0] ?? ""}: ${reason}`, { cause });
  }
}
