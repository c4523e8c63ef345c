import { answerQuickly } from "./answer.ts";
import layoutSetSplitRatio from "../verbs/layout/set-split-ratio.ts";
import paneResize from "../verbs/pane/resize.ts";
import paneSwap from "../verbs/pane/swap.ts";
import paneZoom from "../verbs/pane/zoom.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** A first part as `read.ts` is one, for the verbs that lay panes out anew. */
export const VERBS: readonly AnyVerb[] = [layoutSetSplitRatio, paneResize, paneSwap, paneZoom];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
