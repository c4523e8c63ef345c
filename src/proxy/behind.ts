import type { Environment } from "../system/env.ts";
import { ForegroundJob } from "../system/job.ts";
import type { JobChange } from "../system/job.ts";
import { signalProcess } from "../system/signals.ts";
import { setMode } from "../system/terminal.ts";
import { DIES_BY, dieBy } from "./die.ts";

/**
 * `taw __behind`: leads the session on the proxy's PTY and is to the program what a shell is: it sees the program
 * stop, and stops itself, which the proxy sees (`src/proxy/run.ts`).
 */
export interface BehindInput {
  /** The mode of the terminal in front, which the program's own starts with; hexadecimal. */
  readonly mode: string;
  readonly path: string;
  readonly argv: readonly string[];
  readonly environment: Environment;
}

const PASSED_ON = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGTSTP"] as const;
const TERMINAL = 0;
/** The longest interval there is: it keeps the process alive and never fires. */
const NEVER_MS = 2 ** 31 - 1;

/** Runs the program to its end and gives the exit code for it. */
export async function standBehind({ mode, ...program }: BehindInput): Promise<number> {
  setMode(TERMINAL, Uint8Array.fromHex(mode));
  const ended = Promise.withResolvers<number>();
  const job = new ForegroundJob();
  listen(job, ended.resolve);
  const refused = job.start(program);
  if (refused !== 0) {
    console.error(`taw run: ${program.argv[0] ?? ""}: cannot be run (error ${refused})`);
    return 126;
  }
  const awake = setInterval(() => {}, NEVER_MS);
  look(job, ended.resolve);
  const code = await ended.promise;
  clearInterval(awake);
  return code;
}

function listen(job: ForegroundJob, end: (code: number) => void): void {
  for (const signal of PASSED_ON) process.on(signal, () => job.signal(signal));
  process.on("SIGCHLD", () => look(job, end));
  process.on("SIGCONT", () => job.resume());
  process.on("SIGHUP", () => {
    job.hangUp();
    end(dieBy(1));
  });
}

function look(job: ForegroundJob, end: (code: number) => void): void {
  const change = job.change();
  if (change?.type === "stopped") signalProcess(process.pid, "SIGSTOP");
  else if (change !== null) {
    job.takeTerminal();
    end(codeFor(change));
  }
}

function codeFor(change: Exclude<JobChange, { type: "stopped" }>): number {
  if (change.type === "exited") return change.code;
  const { signal } = change;
  return Object.values(DIES_BY).includes(signal) ? dieBy(signal) : 128 + signal;
}
