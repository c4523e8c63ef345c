import { parseArgs } from "../cli/args.ts";
import { parseGlobals } from "../cli/globals.ts";
import { runVerb } from "../call.ts";
import type { Call } from "../call.ts";
import { UsageError } from "../core/failure.ts";
import { keepCrash } from "../system/crash.ts";
import { readEnvironment, variable } from "../system/env.ts";
import { enterCallersFolder } from "../system/start.ts";
import type { AnyVerb } from "../verbs/verb.ts";
import { isFresh, startWhole } from "./fresh.ts";

function understood(verbs: readonly AnyVerb[], argv: readonly string[]): Call | null {
  enterCallersFolder();
  const environment = readEnvironment();
  const globals = parseGlobals(argv, variable(environment, "TAW_FACE"));
  const { words, wants, machine, face } = globals;
  const verb = verbs.find(({ path }) => path.every((word, at) => words[at] === word));
  if (!verb || wants !== null || machine !== null) return null;
  const parsed = parseArgs(verb, words.slice(verb.path.length), face);
  return "help" in parsed ? null : { verb, values: parsed.values, globals, environment };
}

const never = (): never => {
  throw new Error("a quick verb opens no cockpit and no socket");
};

/** Gives what the task gives; null where it fails, for `main.ts` to fail again and to say so. */
async function orNull<Value>(task: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** The exit code; null for a call that `main.ts` has to answer. */
async function quick(verbs: readonly AnyVerb[], argv: readonly string[]): Promise<number | null> {
  const call = await orNull(() => understood(verbs, argv));
  if (call === null) return null;
  const run = () => runVerb(call, { openCockpit: never, serveSocket: never });
  return (call.verb.grant ?? "read") === "read" ? orNull(run) : onceOnly(call, argv, run);
}

/** A bug after something was done is told here; a verb that does not understand its words has done nothing. */
async function onceOnly(
  { environment }: Call,
  argv: readonly string[],
  run: () => Promise<number>,
): Promise<number | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) return null;
    console.error(await keepCrash(environment, argv, error));
    return 1;
  }
}

/**
 * Answers this process's call, and ends it, where one of the verbs is asked for. What is not understood here (help, a
 * usage error) is left to `main.ts`, which starts from the beginning and says it; so is a bug in a verb that only reads. One
 * that changes something is carried out once.
 */
export async function answerQuickly(verbs: readonly AnyVerb[]): Promise<void> {
  const exitCode = isFresh() ? await quick(verbs, process.argv.slice(2)) : null;
  if (exitCode !== null) process.exit(exitCode);
  await startWhole();
}
