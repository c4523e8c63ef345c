import { parseArgs } from "./cli/args.ts";
import { parseGlobals } from "./cli/globals.ts";
import { runVerb } from "./call.ts";
import type { Call } from "./call.ts";
import { keepCrash } from "./system/crash.ts";
import { readEnvironment, variable } from "./system/env.ts";
import agentFocus from "./verbs/agent/focus.ts";
import agentGet from "./verbs/agent/get.ts";
import agentList from "./verbs/agent/list.ts";
import agentRename from "./verbs/agent/rename.ts";
import paneCurrent from "./verbs/pane/current.ts";
import paneGet from "./verbs/pane/get.ts";
import paneList from "./verbs/pane/list.ts";
import paneRun from "./verbs/pane/run.ts";
import paneSendKeys from "./verbs/pane/send-keys.ts";
import paneSendText from "./verbs/pane/send-text.ts";
import tabClose from "./verbs/tab/close.ts";
import tabCreate from "./verbs/tab/create.ts";
import tabFocus from "./verbs/tab/focus.ts";
import tabGet from "./verbs/tab/get.ts";
import tabList from "./verbs/tab/list.ts";
import tabMove from "./verbs/tab/move.ts";
import tabRename from "./verbs/tab/rename.ts";
import type { AnyVerb } from "./verbs/verb.ts";
import workspaceClose from "./verbs/workspace/close.ts";
import workspaceCreate from "./verbs/workspace/create.ts";
import workspaceFocus from "./verbs/workspace/focus.ts";
import workspaceGet from "./verbs/workspace/get.ts";
import workspaceList from "./verbs/workspace/list.ts";
import workspaceRename from "./verbs/workspace/rename.ts";

/**
 * The first part of a built taw: the verbs that scripts and status lines run all day, in one file, because every file
 * that a start loads costs it 0.2 ms. Words that are not understood here (help, a usage error) are left to `main.ts`,
 * which starts from the beginning and says it; so is a bug in a verb that only reads. One that types is carried out once.
 */
const QUICK: readonly AnyVerb[] = [
  agentFocus,
  agentGet,
  agentList,
  agentRename,
  paneCurrent,
  paneGet,
  paneList,
  paneRun,
  paneSendKeys,
  paneSendText,
  tabClose,
  tabCreate,
  tabFocus,
  tabGet,
  tabList,
  tabMove,
  tabRename,
  workspaceClose,
  workspaceCreate,
  workspaceFocus,
  workspaceGet,
  workspaceList,
  workspaceRename,
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
async function quick(argv: readonly string[]): Promise<number | null> {
  const call = await orNull(() => understood(argv));
  if (call === null) return null;
  const run = () => runVerb(call, { openCockpit: never, serveSocket: never });
  return (call.verb.grant ?? "read") === "read" ? orNull(run) : onceOnly(call, argv, run);
}

/** A bug after something was done is told here. */
async function onceOnly(
  { environment }: Call,
  argv: readonly string[],
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run();
  } catch (error) {
    console.error(await keepCrash(environment, argv, error));
    return 1;
  }
}

async function answer(): Promise<void> {
  const exitCode = await quick(process.argv.slice(2));
  if (exitCode !== null) process.exit(exitCode);
}

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answer();
