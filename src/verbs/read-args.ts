import { completed, READ_FORMATS, READ_SOURCES } from "../core/screen.ts";
import type { ReadFormat, ReadSource, ScreenQuestion, ScreenText } from "../core/screen.ts";
import { publicPaneId, publicTabId, publicWorkspaceId } from "../core/ids.ts";
import type { PlacedPane } from "./target.ts";

/** What `pane read` and `agent read` share: their flags, the question these make, and the record of the answer. */
export const READ_ARGS = {
  source: {
    kind: "choice",
    choices: READ_SOURCES,
    also: { "recent-unwrapped": "recent_unwrapped" },
    doc: "the screen, or the last lines with what scrolled away (recent)",
  },
  lines: {
    kind: "number",
    value: "N",
    min: 0,
    doc: "how many lines from the end (80 of recent output; at most 1000)",
  },
  format: { kind: "choice", choices: READ_FORMATS, doc: "plain, or with colours (text)" },
  ansi: { kind: "flag", doc: "the same as --format ansi" },
  raw: { kind: "flag", doc: "the same as --format ansi" },
} as const;

export const questionOf = (args: {
  source: ReadSource | null;
  lines: number | null;
  format: ReadFormat | null;
  ansi: boolean;
  raw: boolean;
}): ScreenQuestion =>
  completed({
    source: args.source ?? "recent",
    format: args.ansi || args.raw ? "ansi" : (args.format ?? "text"),
    lines: args.lines,
  });

/** PaneReadResult of reference/herdr/records.md §3. */
export const readRecord = (
  { pane, workspaceId }: PlacedPane,
  { source, format }: ScreenQuestion,
  { text, truncated }: ScreenText,
) => ({
  pane_id: publicPaneId(workspaceId, pane.id),
  workspace_id: publicWorkspaceId(workspaceId),
  tab_id: publicTabId(workspaceId, pane.tabId),
  source,
  format,
  text,
  revision: 0,
  truncated,
});
