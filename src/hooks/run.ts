import { Failure } from "../core/failure.ts";
import type { Environment } from "../system/env.ts";
import { runBounded } from "../system/process.ts";
import type { Kept } from "../system/process.ts";

/** What is kept of what a hook says (plugin spec, "Hooks from the config"). */
const KEEP_BYTES = 16 * 1024;

/** A command line of the user's own. */
export interface CommandCall {
  readonly command: string;
  /** Words behind the command. */
  readonly words?: readonly string[];
  readonly environment: Environment;
  /** 0 for as long as it likes. */
  readonly seconds: number;
  readonly input?: string;
  readonly cwd?: string;
  /** What it prints is kept too. */
  readonly keepsPrinted?: true;
  /** It is stopped once this is aborted. */
  readonly stop?: AbortSignal;
}

/** How a command went. */
export interface CommandRan {
  /** Null when it was stopped, or could not be started. */
  readonly status: number | null;
  readonly isTimedOut: boolean;
  /** Why it did not go well; null when it did. */
  readonly failure: string | null;
  readonly said: Kept;
  readonly printed: Kept;
}

/** Runs a command line by `sh`, in a process group of its own; what takes too long is stopped, with all that it started. */
export async function runCommand(call: CommandCall): Promise<CommandRan> {
  const { command, words = [], environment, seconds, input, cwd, keepsPrinted, stop } = call;
  const argv =
    words.length === 0 ? ["sh", "-c", command] : ["sh", "-c", `${command} "$@"`, "sh", ...words];
  try {
    const { code, said, printed } = await runBounded(argv, environment, {
      limitMs: seconds === 0 ? null : seconds * 1000,
      keepBytes: KEEP_BYTES,
      ...(input !== undefined && { input }),
      ...(cwd !== undefined && { cwd }),
      ...(keepsPrinted && { keepsPrinted }),
      ...(stop && { stop }),
    });
    const failure = failureOf(code, seconds, stop);
    const isTimedOut = code === null && stop?.aborted !== true;
    return { status: code, isTimedOut, failure, said, printed };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Its folder has gone in this moment, or there is no sh.
    const failure = error.message;
    return { status: null, isTimedOut: false, failure, said: NOTHING, printed: NOTHING };
  }
}

const NOTHING: Kept = { text: "", isCut: false };

function failureOf(code: number | null, seconds: number, stop?: AbortSignal): string | null {
  if (code === 0) return null;
  if (code !== null) return `exit status ${code}`;
  return stop?.aborted ? "the tmux server has ended" : `took longer than ${seconds} s`;
}

/** A command by which a person recognizes it. */
export interface HookCommand extends CommandCall {
  /** What it is called in config.toml. */
  readonly name: string;
}

/** How a hook went: null when it ended well, else why not, in words for a person. */
export async function hookTrouble(call: HookCommand): Promise<string | null> {
  const { status, failure, said } = await runCommand(call);
  if (failure === null) return null;
  const end = status === null ? failure : `ended with ${status}`;
  const last = said.text.trim();
  return `${call.name} ${JSON.stringify(call.command)} ${end}${last === "" ? "" : `: ${last}`}`;
}
