import { answerQuickly } from "./answer.ts";
import agentFocus from "../verbs/agent/focus.ts";
import agentRename from "../verbs/agent/rename.ts";
import layoutSetSplitRatio from "../verbs/layout/set-split-ratio.ts";
import paneClose from "../verbs/pane/close.ts";
import paneFocus from "../verbs/pane/focus.ts";
import paneMove from "../verbs/pane/move.ts";
import paneRename from "../verbs/pane/rename.ts";
import paneReportMetadata from "../verbs/pane/report-metadata.ts";
import paneResize from "../verbs/pane/resize.ts";
import paneSplit from "../verbs/pane/split.ts";
import paneSwap from "../verbs/pane/swap.ts";
import paneZoom from "../verbs/pane/zoom.ts";
import tabClose from "../verbs/tab/close.ts";
import tabCreate from "../verbs/tab/create.ts";
import tabFocus from "../verbs/tab/focus.ts";
import tabMove from "../verbs/tab/move.ts";
import tabRename from "../verbs/tab/rename.ts";
import workspaceClose from "../verbs/workspace/close.ts";
import workspaceCreate from "../verbs/workspace/create.ts";
import workspaceFocus from "../verbs/workspace/focus.ts";
import workspaceRename from "../verbs/workspace/rename.ts";
import workspaceReportMetadata from "../verbs/workspace/report-metadata.ts";
import type { AnyVerb } from "../verbs/verb.ts";

/** The same for the verbs that change one thing. */
export const VERBS: readonly AnyVerb[] = [
  agentFocus,
  agentRename,
  layoutSetSplitRatio,
  paneClose,
  paneFocus,
  paneMove,
  paneRename,
  paneReportMetadata,
  paneResize,
  paneSplit,
  paneSwap,
  paneZoom,
  tabClose,
  tabCreate,
  tabFocus,
  tabMove,
  tabRename,
  workspaceClose,
  workspaceCreate,
  workspaceFocus,
  workspaceRename,
  workspaceReportMetadata,
];

/** Over when the answer is printed, or when `main.ts` has to give it. No top-level await: bytecode knows none. */
export const answered: Promise<void> = answerQuickly(VERBS);
