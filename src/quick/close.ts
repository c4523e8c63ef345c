import { answerQuickly } from "./answer.ts";
import paneClose from "../verbs/pane/close.ts";
import tabClose from "../verbs/tab/close.ts";
import workspaceClose from "../verbs/workspace/close.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** A first part as `read.ts` is one, for the verbs that close a thing: config.toml says who is asked first. */
export const VERBS: readonly AnyVerb[] = [paneClose, tabClose, workspaceClose];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
