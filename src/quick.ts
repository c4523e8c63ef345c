import { parseArgs } from "./cli/args.ts";
import { parseGlobals } from "./cli/globals.ts";
import { runVerb } from "./call.ts";
import type { Call } from "./call.ts";
import { readEnvironment, variable } from "./system/env.ts";
import agentGet from "./verbs/agent/get.ts";
import agentList from "./verbs/agent/list.ts";
import paneCurrent from "./verbs/pane/current.ts";
import paneGet from "./verbs/pane/get.ts";
import paneList from "./verbs/pane/list.ts";
import tabGet from "./verbs/tab/get.ts";
import tabList from "./verbs/tab/list.ts";
import type { AnyVerb } from "./verbs/verb.ts";
import workspaceGet from "./verbs/workspace/get.ts";
import workspaceList from "./verbs/workspace/list.ts";

/**
 * The first part of a built taw: the verbs that scripts and status lines run all day, in one file, because every file
 * that a start loads costs it 0.2 ms. They only read, so whatever goes otherwise than well here (help, a usage error, a
 * bug) is left to `main.ts`, which starts from the beginning and says it.
 */
const QUICK: readonly AnyVerb[] = [
  agentGet,
  agentList,
  paneCurrent,
  paneGet,
  paneList,
  tabGet,
  tabList,
  workspaceGet,
  workspaceList,
];

function understood(argv: readonly string[]): Call | null {
  const environment = readEnvironment();
  const globals = parseGlobals(argv, variable(environment, "TAW_FACE"));
  const { words, wants, machine, face } = globals;
  const verb = QUICK.find(({ path }) => path.every((word, at) => words[at] === word));
  if (!verb || wants !== null || machine !== null) return null;
  const parsed = parseArgs(verb, words.slice(verb.path.length), face);
  return "help" in parsed ? null : { verb, values: parsed.values, globals, environment };
}

const noCockpit = (): never => {
  throw new Error("a verb that only reads opens no cockpit");
};

/** The exit code; null for a call that `main.ts` has to answer. */
async function quick(argv: readonly string[]): Promise<number | null> {
  try {
    const call = understood(argv);
    return call && (await runVerb(call, noCockpit));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

async function answer(): Promise<void> {
  const exitCode = await quick(process.argv.slice(2));
  if (exitCode !== null) process.exit(exitCode);
}

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answer();
