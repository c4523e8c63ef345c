import { Failure } from "../core/failure.ts";
import type { PaneId } from "../core/ids.ts";
import type { ScrollRecord } from "../core/records.ts";
import { completed, screenText } from "../core/screen.ts";
import type { ScreenQuestion, ScreenText } from "../core/screen.ts";
import { tmuxString } from "../core/quote.ts";
import type { Command, Tmux } from "./client.ts";
import { SEPARATOR } from "./formats.ts";

/** Wrapped lines take several rows; this many rows a line are asked for at first. */
const ROWS_PER_LINE = 4;

/**
 * The text of a pane in one tmux call (two when very long lines are unwrapped).
 *
 * @throws Failure `not_found` when the pane has gone
 */
export async function readScreen(
  tmux: Tmux,
  paneId: PaneId,
  question: ScreenQuestion,
): Promise<ScreenText> {
  const asked = completed(question);
  const isUnwrapped = asked.source === "recent_unwrapped";
  const lines = asked.lines ?? 0;
  const rows = isUnwrapped ? lines * ROWS_PER_LINE : lines;
  const some = await capture(tmux, paneId, asked, String(-rows));
  const found = screenText(some.captured, asked, false);
  const isWhole = some.historyRows <= rows;
  const isEnough = found.truncated || countLines(found.text) >= lines;
  if (!isUnwrapped || isWhole || isEnough) {
    return { ...found, truncated: found.truncated || (isRecent(asked) && !isWhole) };
  }
  const all = await capture(tmux, paneId, asked, "-");
  return screenText(all.captured, asked, false);
}

const isRecent = ({ source }: ScreenQuestion): boolean =>
  source === "recent" || source === "recent_unwrapped";

const countLines = (text: string): number => (text === "" ? 0 : text.split("\n").length);

/**
 * One capture, with how much history there is. A screen of its own (the alternate one) has no history: what lies above
 * it belongs to the shell, so it is left out. The capture names the pane by id, and fails when it has gone.
 */
async function capture(
  tmux: Tmux,
  paneId: PaneId,
  { source, format }: ScreenQuestion,
  start: string,
): Promise<{ captured: string; historyRows: number }> {
  const screen = ["capture-pane", "-p", ...(format === "ansi" ? ["-e"] : []), "-t", paneId];
  const history = [...screen, ...(source === "recent_unwrapped" ? ["-J"] : []), "-S", start];
  const facts = ["#{alternate_on}", "#{history_size}"].join(SEPARATOR);
  const read: Command = isRecent({ source, format, lines: null })
    ? ["if-shell", "-F", "-t", paneId, "#{alternate_on}", script(screen), script(history)]
    : screen;
  const printed = await tmux.run(["display-message", "-p", "-t", paneId, facts], read);
  const end = printed.indexOf("\n");
  const [isAlternate, historySize] = printed.slice(0, end).split(SEPARATOR);
  return {
    captured: printed.slice(end + 1),
    historyRows: isAlternate === "1" ? 0 : Number(historySize),
  };
}

/**
 * Where a pane stands in its history, in one tmux call.
 *
 * @throws Failure `not_found` when the pane has gone
 */
export async function readScroll(tmux: Tmux, paneId: PaneId): Promise<ScrollRecord> {
  const facts = ["#{pane_id}", "#{scroll_position}", "#{history_size}", "#{pane_height}"];
  const printed = await tmux.run(["display-message", "-p", "-t", paneId, facts.join(SEPARATOR)]);
  const [id, position, history, rows] = printed.trimEnd().split(SEPARATOR);
  if (id !== paneId) throw new Failure("not_found", `pane ${paneId} is gone`, { subject: "pane" });
  return {
    offset_from_bottom: Number(position),
    max_offset_from_bottom: Number(history),
    viewport_rows: Number(rows),
  };
}

const script = (words: readonly string[]): string => words.map(tmuxString).join(" ");
