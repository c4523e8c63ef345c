import { until } from "./until.ts";

/** A program on a real terminal of its own, driven as a person would. */
export interface OnTerminal {
  readonly pid: number;
  /** Everything it has printed, one character per byte. */
  readonly output: string;
  type(text: string | Uint8Array): void;
  resize(columns: number, rows: number): void;
  /** Waits until it has printed this, after the point where the last `sees` ended. */
  sees(text: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Takes the terminal away, as when its window is closed. */
  close(): void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TerminalOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
}

export function onTerminal(argv: readonly string[], options: TerminalOptions): OnTerminal {
  let output = "";
  let seen = 0;
  const child = Bun.spawn([...argv], {
    env: { ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    terminal: {
      cols: options.columns ?? 100,
      rows: options.rows ?? 30,
      data: (_terminal, bytes) => {
        output += Buffer.from(bytes).toString("latin1");
      },
    },
  });
  const ended = child.exited.then((code) => child.signalCode ?? code);
  return {
    pid: child.pid,
    get output() {
      return output;
    },
    type: (text) => void child.terminal?.write(text),
    resize: (columns, rows) => child.terminal?.resize(columns, rows),
    sees: async (text) => {
      await until(
        `${JSON.stringify(text)} on the terminal`,
        () => JSON.stringify(output.slice(seen).slice(-300)),
        () => output.includes(text, seen),
      );
      seen = output.indexOf(text, seen) + text.length;
    },
    signal: (signal) => child.kill(signal),
    close: () => child.terminal?.close(),
    ended,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
      child.terminal?.close();
    },
  };
}
