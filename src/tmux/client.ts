import { Failure } from "../core/failure.ts";
import { tmuxString, tmuxWord } from "../core/quote.ts";
import type { Address } from "./address.ts";

/** One tmux command as words, without `tmux` in front. */
export type Command = readonly string[];

export interface Tmux {
  readonly address: Address;
  /**
   * Runs the commands in one tmux call and gives what they printed; none is no call. `-u` keeps TAB and UTF-8 (facts.md §0 fact 5).
   * Throws `tmux_error` naming the socket when the server is gone or does not answer in 5 s, `not_found` when tmux
   * could not find a target, `invalid_argument` for a key it does not have, `tmux_error` with tmux's words for all else.
   */
  run(...commands: Command[]): Promise<string>;
  /**
   * The same on a server that runs, for commands that may start programs: these get the PATH that the server gives its
   * panes, or that of `-e`. tmux would put this process's over both (facts.md §10, tried on 3.2a to 3.7c).
   */
  runForPanes(...commands: Command[]): Promise<string>;
  /** Runs a command that lasts as long as a person wants it to (a popup); gives how it ended and what tmux said. */
  runLasting(command: Command): Promise<{ code: number; said: string }>;
  /**
   * Waits, however long, until somebody wakes the channel (`wait-for -S`), by a client that no list shows. False when
   * the server is not there or goes, or when the signal ends the wait.
   */
  waitFor(channel: string, signal: AbortSignal): Promise<boolean>;
}

/** tmux refuses a packed argv over 16,364 bytes (facts.md §2); past this, the commands go through `source-file -`. */
const ARGV_LIMIT = 15_000;
/** The promise is an error within 5 s, and starting and stopping take their part. */
export const ANSWER_LIMIT_MS = 4_500;

/** Several commands as one argv: `;` between them, a trailing `;` in a word escaped. */
function argvOf(commands: readonly Command[]): string[] {
  return commands.flatMap((command, at) => [...(at > 0 ? [";"] : []), ...command.map(tmuxWord)]);
}

const byteLength = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0);

/** tmux speaks only text, so its words become codes here and nowhere else. */
function failureOf(stderr: string, address: Address): Failure {
  const text = stderr.trim().split("\n")[0] ?? "";
  // So a client up to 3.3a speaks of a server from 3.6 on, which goes on running (facts.md §11).
  if (text === "server exited unexpectedly") {
    return new Failure(
      "tmux_error",
      `the tmux server on ${address.label} broke off (${text}): it ended just now, or is of a newer version than the tmux on PATH; put the server's tmux first there, or restart the server`,
    );
  }
  if (/^(error connecting to|no server running on|lost server|server exited)/.test(text)) {
    return new Failure(
      "tmux_error",
      `no tmux server answers on ${address.label} (${text}): start tmux, or name another server with -L or -S`,
      { subject: "server" },
    );
  }
  if (text === "no current target") {
    return new Failure(
      "tmux_error",
      `the tmux server on ${address.label} has no sessions: start one with tmux new-session`,
    );
  }
  if (text.startsWith("duplicate session")) {
    return new Failure(
      "invalid_argument",
      `another workspace has that name (${text}): choose another label`,
      { subject: "taken label" },
    );
  }
  if (text.startsWith("unknown key")) return new Failure("invalid_argument", text);
  const gone = /^(?:can't find|no such) (pane|window|session)/.exec(text)?.[1];
  if (gone) {
    const subject = gone === "pane" ? "pane" : gone === "window" ? "tab" : "workspace";
    return new Failure("not_found", text, { subject });
  }
  return new Failure(
    "tmux_error",
    `tmux on ${address.label} refused: ${text || "no reason given"}`,
  );
}

/**
 * tmux refused something: one of the commands, or one that a hook of the user's runs behind them. It tells of both in the
 * same way, and only what was printed all the same tells which.
 */
export class Refused extends Failure {
  readonly printed: string;

  constructor({ code, message, subject }: Failure, printed: string) {
    super(code, message, { subject });
    this.printed = printed;
  }
}

/** What a call printed; also where only a hook's command was refused, which `isWhole` tells by what was printed. */
export async function carriedOut(
  call: Promise<string>,
  isWhole: (printed: string) => boolean,
): Promise<string> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refused && isWhole(error.printed)) return error.printed;
    throw error;
  }
}

/** There is a server, and it hangs: what is true of no server is not true of it. */
export class Unanswered extends Failure {}

export const unanswered = (address: Address, limitMs = ANSWER_LIMIT_MS): Failure =>
  new Unanswered(
    "tmux_error",
    `the tmux server on ${address.label} did not answer within ${limitMs / 1000} s; it hangs or is stopped: let it go on (kill -CONT) or end it`,
  );

/** How a client is waited for. */
interface Patience {
  /**
   * The whole process stands still until the client has ended: for one that has nothing else to do meanwhile and has to
   * stay small, since what reads a pipe along the way stays in memory (0.3 MB). Signals are heard once it goes on.
   */
  readonly standsStill?: boolean;
  /** A server that has not answered by then hangs. */
  readonly limitMs?: number;
}

/** tmux by its program: each `run` starts one client, which is the only way taw speaks to a server (house §3). */
export function makeTmux(
  address: Address,
  environment: Record<string, string>,
  { standsStill = false, limitMs = ANSWER_LIMIT_MS }: Patience = {},
): Tmux {
  const { PATH = "", ...withoutPath } = environment;
  const program = Bun.which("tmux", { PATH }) ?? "tmux";
  const run = async (call: Call): Promise<string> => {
    if (call.commands.length === 0) return "";
    return answerOf(call, standsStill ? runStanding(call) : await runAlong(call));
  };
  const common = { address, program, limitMs };
  return {
    address,
    run: (...commands) => run({ ...common, environment, commands }),
    runForPanes: (...commands) => run({ ...common, environment: withoutPath, commands }),
    async runLasting(command) {
      const client = Bun.spawn([program, "-u", ...address.flags, ...argvOf([command])], {
        stdin: "ignore",
        stdout: "ignore",
        stderr: "pipe",
        env: environment,
      });
      const said = await client.stderr.text();
      return { code: await client.exited, said: said.trim() };
    },
    async waitFor(channel, signal) {
      if (signal.aborted) return false;
      const client = Bun.spawn([program, "-u", ...address.flags, "wait-for", channel], {
        stdin: "ignore",
        stdout: "ignore",
        stderr: "ignore",
        env: environment,
        signal,
      });
      // A client that is ended by the signal says 0 all the same.
      return (await client.exited) === 0 && !signal.aborted;
    },
  };
}

interface Call {
  readonly address: Address;
  readonly program: string;
  readonly environment: Record<string, string>;
  readonly commands: readonly Command[];
  readonly limitMs: number;
}

/** Null when the server did not answer in time. */
type Printed = { readonly code: number; readonly stdout: string; readonly stderr: string } | null;

async function runAlong(call: Call): Promise<Printed> {
  const client = started(() => Bun.spawn(argvIn(call), optionsIn(call)));
  const printed = Promise.all([client.stdout.text(), client.stderr.text()]);
  const code = await client.exited;
  // A server that hangs holds on to the client's pipes, so what was printed has no end to wait for.
  if (client.signalCode === "SIGKILL") return null;
  const [stdout, stderr] = await printed;
  return { code, stdout, stderr };
}

function runStanding(call: Call): Printed {
  const client = started(() => Bun.spawnSync(argvIn(call), optionsIn(call)));
  if (client.signalCode === "SIGKILL") return null;
  const { exitCode, stdout, stderr } = client;
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

function answerOf({ address, limitMs }: Call, printed: Printed): string {
  if (printed === null) throw unanswered(address, limitMs);
  if (printed.code === 0) return printed.stdout;
  throw new Refused(failureOf(printed.stderr, address), printed.stdout);
}

/**
 * Some of tmux's commands start a server where none runs (`list-keys` does), with the user's tmux.conf and whatever that
 * starts. Only who makes a session means to.
 */
const mayStart = (commands: readonly Command[]): boolean =>
  commands.some(([name]) => name === "new-session");

const scriptedIn = ({ commands }: Call): boolean => byteLength(argvOf(commands)) > ARGV_LIMIT;

function argvIn(call: Call): string[] {
  const { address, program, commands } = call;
  const words = scriptedIn(call) ? ["source-file", "-"] : argvOf(commands);
  return [program, mayStart(commands) ? "-u" : "-uN", ...address.flags, ...words];
}

const optionsIn = (call: Call) =>
  ({
    stdin: scriptedIn(call) ? new TextEncoder().encode(scriptOf(call.commands)) : "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: call.environment,
    timeout: call.limitMs,
    killSignal: "SIGKILL",
  }) as const;

function started<Client>(start: () => Client): Client {
  try {
    return start();
  } catch (cause) {
    throw new Failure("tmux_error", "tmux is not on PATH; install tmux 3.2 or newer", { cause });
  }
}

/** The same commands as `source-file` reads them, one a line. */
const scriptOf = (commands: readonly Command[]): string =>
  commands.map((words) => `${words.map(tmuxString).join(" ")}\n`).join("");
