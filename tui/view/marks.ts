import type { AgentStatus } from "../../src/core/status.ts";
import { STATUSES } from "../../src/core/status.ts";
import type { Span } from "./spans.ts";
import { BOLD, span } from "./spans.ts";

/** The characters of cockpit.md §4.3: none is an emoji, none has an emoji form, each takes one cell. */
export type Marks = Readonly<
  Record<
    | AgentStatus
    | "shell"
    | "error"
    | "open"
    | "folded"
    | "branch"
    | "lastBranch"
    | "selection"
    | "dialog"
    | "scroll"
    | "rule"
    | "divider"
    | "topLeft"
    | "topRight"
    | "bottomLeft"
    | "bottomRight"
    | "place"
    | "dot"
    | "folder",
    string
  >
>;

export const UNICODE: Marks = {
  blocked: "▲",
  done: "✓",
  working: "●",
  idle: "○",
  unknown: "?",
  shell: "$",
  error: "✕",
  open: "▾",
  folded: "▸",
  branch: "├",
  lastBranch: "└",
  selection: "▌",
  dialog: "▌",
  scroll: "▐",
  rule: "─",
  divider: "│",
  topLeft: "╭",
  topRight: "╮",
  bottomLeft: "╰",
  bottomRight: "╯",
  place: "›",
  dot: "·",
  folder: "+",
};

export const ASCII: Marks = {
  blocked: "!",
  done: "+",
  working: "*",
  idle: "-",
  unknown: "?",
  shell: "$",
  error: "x",
  open: "v",
  folded: ">",
  branch: "+",
  lastBranch: "+",
  selection: ">",
  dialog: "|",
  scroll: "|",
  rule: "-",
  divider: "|",
  topLeft: "+",
  topRight: "+",
  bottomLeft: "+",
  bottomRight: "+",
  place: ">",
  dot: "-",
  folder: "+",
};

/** Our other characters that some terminals draw two cells wide, and what stands for them with ASCII marks. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  "…": "~",
  "↑": "^",
  "↓": "v",
  "→": ">",
  "←": "<",
  "±": "+",
  "·": "-",
  "›": ">",
  "×": "x",
  "–": "-",
};

/** The text with nothing of ours that is not ASCII; as wide as before. */
export const plainSigns = (text: string): string =>
  text.replace(/[…↑↓→←±·›×–]/g, (sign) => PLAIN_SIGNS[sign] ?? sign);

/** `status_indicators = "dots"`: a full dot for what wants a look or moves, a ring else, as herdr's. */
export const DOTS: Marks = { ...UNICODE, blocked: "●", done: "●", working: "●", idle: "○" };

/** One cell that turns: a running verb, and working rows with `motion = "full"`. */
export function turningMark(turn: number, marks: Marks): string {
  const signs = marks === ASCII ? ["|", "/", "-", "\\"] : ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"];
  return signs[turn % signs.length] ?? marks.working;
}

/** The words for a state in preview, help and plain mode. */
export const STATE_WORDS: Readonly<Record<AgentStatus, string>> = {
  blocked: "needs you",
  done: "done",
  working: "working",
  idle: "idle",
  unknown: "unknown",
};

/** A state's mark; needs you is the only bold one. */
export function markOf(status: AgentStatus, marks: Marks): Span {
  return span(marks[status], status, status === "blocked" ? BOLD : 0);
}

export type Counts = Readonly<Record<AgentStatus, number>>;

export function countStatuses(statuses: Iterable<AgentStatus>): Counts {
  const counts = { blocked: 0, done: 0, working: 0, idle: 0, unknown: 0 };
  for (const status of statuses) counts[status] += 1;
  return counts;
}

/** `▲1 ✓1 ●2 ○1` in rank order, zeros left out. */
export function rollupSpans(counts: Counts, marks: Marks): Span[] {
  const spans: Span[] = [];
  for (const status of STATUSES) {
    if (counts[status] === 0 || status === "unknown") continue;
    if (spans.length > 0) spans.push(span(" "));
    spans.push(markOf(status, marks), span(String(counts[status])));
  }
  return spans;
}
