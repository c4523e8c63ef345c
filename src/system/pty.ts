import type { TerminalSize } from "./terminal.ts";

export interface PtyInput {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly size: TerminalSize;
  /** Output as it comes; the bytes are valid during the call only. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** After the last of it. */
  readonly onOutputEnd: () => void;
}

/** A program on a terminal of its own, of whose session it is the leader. */
export interface Pty {
  readonly pid: number;
  /** Settles when the program's side has taken the bytes, at once for few: who waits for it keeps no queue. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: TerminalSize): void;
  /** Hangs up: the program gets SIGHUP, as when a terminal window is closed. */
  close(): void;
  /** How the program ended, when all it printed has been given to `onOutput`. */
  readonly ended: Promise<PtyEnd>;
}

export interface PtyEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Something the program left behind may hold the terminal open; what it printed itself has come by then. */
const QUIET_MS = 50;
/** Bun tells that bytes were taken for writes below 4096 bytes, and not always for longer ones (measured, 1.4.5). */
const TOLD_BYTES = 4096;
/** Keys and the like: too little to wait for, and waiting costs a timer. */
const SMALL_BYTES = 1024;
/** Were Bun ever silent, input must not stop for good. */
const SILENCE_MS = 250;

/** The only place that opens a PTY. The inline form is what makes it the controlling terminal (stack guide §1.7). */
export function openPty(input: PtyInput): Pty {
  const taken = new Taken();
  const outputOver = Promise.withResolvers<void>();
  let heard = 0;
  const child = Bun.spawn([...input.argv], {
    env: input.environment,
    cwd: input.folder,
    terminal: {
      cols: input.size.columns,
      rows: input.size.rows,
      data: (_terminal, bytes) => {
        heard++;
        input.onOutput(bytes);
      },
      drain: () => taken.tell(),
      exit: () => outputOver.resolve(),
    },
  });
  const { terminal } = child;
  const quiet = async () => {
    for (let before = -1; before !== heard;) {
      before = heard;
      await Bun.sleep(QUIET_MS);
    }
  };
  const end = async (): Promise<PtyEnd> => {
    const code = await child.exited;
    await Promise.race([outputOver.promise, quiet()]);
    input.onOutputEnd();
    const signal = typeof child.signalCode === "string" ? child.signalCode : null;
    return { code: signal === null ? code : null, signal };
  };
  return {
    pid: child.pid,
    write: (bytes) => {
      if (terminal === undefined || terminal.closed || bytes.length === 0) return Promise.resolve();
      const tail = bytes.length < TOLD_BYTES ? 0 : bytes.length - 1;
      if (tail > 0) terminal.write(bytes.subarray(0, tail));
      terminal.write(bytes.subarray(tail));
      return bytes.length < SMALL_BYTES ? Promise.resolve() : taken.wait();
    },
    resize: (size) => terminal?.resize(size.columns, size.rows),
    close: () => terminal?.close(),
    ended: end(),
  };
}

/** The next word that written bytes were taken. */
class Taken {
  #waiting: (() => void) | null = null;

  wait(): Promise<void> {
    this.tell();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.tell(), SILENCE_MS);
      this.#waiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  tell(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.();
  }
}
