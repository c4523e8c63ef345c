import { answerQuickly } from "./answer.ts";
import agentFocus from "../verbs/agent/focus.ts";
import agentRename from "../verbs/agent/rename.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/**
 * A first part as `read.ts` is one, for the verbs about one agent, which know every kind of agent: twice as much to load
 * as the others need.
 */
export const VERBS: readonly AnyVerb[] = [agentFocus, agentRename];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
