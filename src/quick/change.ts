import { answerQuickly } from "./answer.ts";
import paneFocus from "../verbs/pane/focus.ts";
import paneRename from "../verbs/pane/rename.ts";
import tabFocus from "../verbs/tab/focus.ts";
import tabRename from "../verbs/tab/rename.ts";
import workspaceFocus from "../verbs/workspace/focus.ts";
import workspaceRename from "../verbs/workspace/rename.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** A first part as `read.ts` is one, for the verbs that rename a thing or put it in front, but for agents. */
export const VERBS: readonly AnyVerb[] = [
  paneFocus,
  paneRename,
  tabFocus,
  tabRename,
  workspaceFocus,
  workspaceRename,
];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
