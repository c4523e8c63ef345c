import { answerQuickly } from "./answer.ts";
import paneMove from "../verbs/pane/move.ts";
import paneSplit from "../verbs/pane/split.ts";
import tabCreate from "../verbs/tab/create.ts";
import tabMove from "../verbs/tab/move.ts";
import workspaceCreate from "../verbs/workspace/create.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** A first part as `read.ts` is one, for the verbs that make a thing, or take it elsewhere. */
export const VERBS: readonly AnyVerb[] = [paneMove, paneSplit, tabCreate, tabMove, workspaceCreate];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
