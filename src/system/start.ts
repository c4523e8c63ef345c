import { errorCode } from "../core/error-code.ts";
import type { Environment } from "./env.ts";

/** Names under which bin/taw keeps what would change how Bun runs (decision 24). */
const KEPT = "TAW_KEPT_";

/** Whether this process could not go where the user called it. */
let isElsewhere = false;

/**
 * Goes to the folder in which the user called bin/taw, which starts Bun in `/`. Every program that means "here" calls
 * it first. A folder that is gone, or closed to us, leaves the program in `/`; the user is told by what needs a folder.
 */
export function enterCallersFolder(): void {
  const folder = process.env["TAW_CWD"];
  delete process.env["TAW_CWD"];
  if (folder === undefined) return;
  // A shell that cannot read its folder says nothing of it.
  isElsewhere = folder === "";
  if (isElsewhere) return;
  try {
    process.chdir(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT" && code !== "EACCES" && code !== "ENOTDIR") throw error;
    isElsewhere = true;
  }
}

/** The folder in which the user called this program; null where it is gone, or closed to us. */
export function presentFolder(): string | null {
  if (isElsewhere) return null;
  try {
    return process.cwd();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * The words that start this very taw again without its launcher, by the entry that is given (a compiled program has
 * only one), and the variables for it: it starts in `/` and goes to the present folder by itself, as after bin/taw.
 */
export function startAgain(
  environment: Environment,
  entry: string,
): {
  readonly argv: readonly string[];
  readonly environment: Environment;
} {
  const isCompiled = Bun.main.startsWith("/$bunfs/");
  const program = isCompiled ? [] : [...process.execArgv, entry];
  return {
    argv: [process.execPath, ...program],
    environment: { ...environment, TAW_CWD: process.cwd() },
  };
}

/** The variable in which bin/taw names those that it set for this process alone. */
const LEAN = "TAW_LEAN";

/**
 * The environment for a program of the user's own that taw runs in its place: what bin/taw set for taw is taken out,
 * and what it kept is given back.
 */
export function withKeptVariables(environment: Environment): Environment {
  const ours = new Set([LEAN, ...(environment[LEAN] ?? "").split(" ")]);
  const kept = Object.entries(environment).filter(([name]) => !ours.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name.startsWith(KEPT) ? name.slice(KEPT.length) : name, value]),
  );
}
