import { errorCode } from "../core/error-code.ts";
import { variable } from "../system/env.ts";
import type { Environment } from "../system/env.ts";
import { become, hasStopped } from "../system/job.ts";
import { findProgram } from "../system/program.ts";
import { openPty } from "../system/pty.ts";
import type { Pty, PtyEnd } from "../system/pty.ts";
import { signalProcess } from "../system/signals.ts";
import { isTerminal, rawMode, readMode } from "../system/terminal.ts";
import { setMode, terminalSize, writeAll } from "../system/terminal.ts";
import type { TerminalMode } from "../system/terminal.ts";
import { Tidy } from "../system/tidy.ts";
import { DIES_BY, dieBy } from "./die.ts";
import { QueryFilter } from "./query-filter.ts";

/**
 * `taw run`: stands between a terminal and a program, answers the Program Status question and passes everything else
 * on (decision 20). Four processes in a row:
 *
 *     shell, pane's terminal — taw run | its own PTY: taw __behind (leads the session) — the program (leads its group)
 */
export interface RunInput {
  /** The command and its arguments, as typed. */
  readonly command: readonly string[];
  /** For the command. */
  readonly environment: Environment;
  /** What starts this taw's `__behind`, and its environment. */
  readonly behind: readonly string[];
  readonly behindEnvironment: Environment;
}

/** Sent to the proxy, these are meant for the program. */
const PASSED_ON = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;
/** The kernel drops a stop signal where nobody could ever continue us; then nothing comes to wait for. */
const STOP_TAKES_MS = 50;
const INPUT = 0;
const OUTPUT = 1;

/**
 * Runs the command to its end and gives the exit code for it, 126 and 127 as a shell has them. Without a terminal on
 * both sides there is nobody to ask a question, so this process becomes the command, as `env` does.
 */
export async function runProxied(input: RunInput): Promise<number> {
  const { command, environment } = input;
  const [name = ""] = command;
  const found = await findProgram(name, variable(environment, "PATH") ?? "");
  if ("refusal" in found) {
    console.error(`taw run: ${name}: ${found.refusal}`);
    return found.exitCode;
  }
  const mode = isTerminal(OUTPUT) ? readMode(INPUT) : null;
  if (mode !== null) return new Between(input, found.path, mode).run();
  become({ path: found.path, argv: command, environment });
  console.error(`taw run: ${name}: cannot be run`);
  return 126;
}

class Between {
  readonly #mode: TerminalMode;
  readonly #rawMode: TerminalMode;
  readonly #pty: Pty;
  readonly #listeners: Readonly<Partial<Record<NodeJS.Signals, () => void>>>;
  #stopping: ReturnType<typeof setTimeout> | null = null;
  #isHungUp = false;

  constructor({ command, behind, behindEnvironment }: RunInput, path: string, mode: TerminalMode) {
    this.#mode = mode;
    this.#rawMode = rawMode(mode);
    const tidy = new Tidy();
    const filter = new QueryFilter({
      pass: (bytes) => void (writeAll(OUTPUT, bytes) || this.#hangUp()),
      answer: (bytes) => void this.#pty.write(bytes),
    });
    this.#listeners = this.#reactions();
    for (const [signal, listener] of Object.entries(this.#listeners)) process.on(signal, listener);
    process.on("exit", this.#restore);
    setMode(INPUT, this.#rawMode);
    this.#pty = openPty({
      argv: [...behind, mode.toHex(), path, ...command],
      environment: behindEnvironment,
      folder: "/",
      size: terminalSize(INPUT),
      onOutput: (bytes) => {
        filter.feed(bytes);
        tidy.passed(bytes.length);
      },
      onOutputEnd: () => filter.end(),
    });
  }

  async run(): Promise<number> {
    void this.#passInput();
    const end = await this.#pty.ended;
    this.#restore();
    process.off("exit", this.#restore);
    for (const [signal, listener] of Object.entries(this.#listeners)) process.off(signal, listener);
    return this.#isHungUp ? dieBy(1) : exitCodeFor(end);
  }

  async #passInput(): Promise<void> {
    try {
      for await (const bytes of Bun.stdin.stream()) await this.#pty.write(bytes);
    } catch (error) {
      if (errorCode(error) !== "EIO") throw error;
    }
    this.#hangUp();
  }

  #reactions(): Partial<Record<NodeJS.Signals, () => void>> {
    const reactions: Partial<Record<NodeJS.Signals, () => void>> = {
      SIGWINCH: () => this.#pty.resize(terminalSize(INPUT)),
      SIGHUP: () => this.#hangUp(),
      SIGCHLD: () => void (hasStopped(this.#pty.pid) && this.#stop()),
      SIGCONT: () => this.#goOn(),
      SIGTSTP: () => signalProcess(this.#pty.pid, "SIGTSTP"),
    };
    for (const signal of PASSED_ON) reactions[signal] = () => signalProcess(this.#pty.pid, signal);
    return reactions;
  }

  readonly #restore = (): void => setMode(INPUT, this.#mode);

  #hangUp(): void {
    this.#isHungUp = true;
    this.#pty.close();
  }

  /** The program has stopped, so this job stops as the shell expects it: the whole group, by the same signal. */
  #stop(): void {
    this.#restore();
    this.#listen("off", "SIGTSTP");
    this.#stopping = setTimeout(() => this.#goOn(), STOP_TAKES_MS);
    signalProcess(0, "SIGTSTP");
  }

  #goOn(): void {
    setMode(INPUT, this.#rawMode);
    this.#pty.resize(terminalSize(INPUT));
    if (this.#stopping === null) return;
    clearTimeout(this.#stopping);
    this.#stopping = null;
    this.#listen("on", "SIGTSTP");
    signalProcess(this.#pty.pid, "SIGCONT");
  }

  #listen(change: "on" | "off", signal: NodeJS.Signals): void {
    const listener = this.#listeners[signal];
    if (listener !== undefined) process[change](signal, listener);
  }
}

function exitCodeFor({ code, signal }: PtyEnd): number {
  if (code !== null) return code;
  const number = signal === null ? undefined : DIES_BY[signal];
  return number === undefined ? 1 : dieBy(number);
}
