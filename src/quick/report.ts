import { answerQuickly } from "./answer.ts";
import paneReportMetadata from "../verbs/pane/report-metadata.ts";
import workspaceReportMetadata from "../verbs/workspace/report-metadata.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** A first part as `read.ts` is one, for what programs report of a place. */
export const VERBS: readonly AnyVerb[] = [paneReportMetadata, workspaceReportMetadata];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
