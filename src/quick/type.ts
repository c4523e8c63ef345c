import { answerQuickly } from "./answer.ts";
import paneRun from "../verbs/pane/run.ts";
import paneSendKeys from "../verbs/pane/send-keys.ts";
import paneSendText from "../verbs/pane/send-text.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** A first part as `read.ts` is one, for the verbs that type: they ask tmux for nothing but that, so they need no World. */
export const VERBS: readonly AnyVerb[] = [paneRun, paneSendKeys, paneSendText];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
