import { answerQuickly } from "./answer.ts";
import agentGet from "../verbs/agent/get.ts";
import agentList from "../verbs/agent/list.ts";
import apiSnapshot from "../verbs/api/snapshot.ts";
import paneCurrent from "../verbs/pane/current.ts";
import paneGet from "../verbs/pane/get.ts";
import paneList from "../verbs/pane/list.ts";
import tabGet from "../verbs/tab/get.ts";
import tabList from "../verbs/tab/list.ts";
import workspaceGet from "../verbs/workspace/get.ts";
import workspaceList from "../verbs/workspace/list.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/**
 * The first part of a built taw for the verbs that scripts and status lines run all day: all that they need in one file,
 * because every file that a start loads costs it 0.2 ms, and nothing else, because 40 KB cost it 1 ms.
 */
export const VERBS: readonly AnyVerb[] = [
  agentGet,
  agentList,
  apiSnapshot,
  paneCurrent,
  paneGet,
  paneList,
  tabGet,
  tabList,
  workspaceGet,
  workspaceList,
];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
