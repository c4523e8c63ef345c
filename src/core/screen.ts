/** What a reader may ask of a pane's text (reference/herdr/records.md §3, "PaneReadResult"). */

export const READ_SOURCES = ["visible", "recent", "recent_unwrapped", "detection"] as const;
export type ReadSource = (typeof READ_SOURCES)[number];

export const READ_FORMATS = ["text", "ansi"] as const;
export type ReadFormat = (typeof READ_FORMATS)[number];

const MOST_LINES = 1000;
const DEFAULT_RECENT_LINES = 80;

export interface ScreenQuestion {
  source: ReadSource;
  format: ReadFormat;
  /** At most `MOST_LINES`; null for all rows of the screen (`visible`, `detection`), the last lines of the others. */
  lines: number | null;
}

export interface ScreenText {
  /** Lines joined by newlines, none at the end. */
  text: string;
  /** The row limit cut text off. */
  truncated: boolean;
}

/** What is asked for, in full: the line limit by source, `detection` always plain. */
export function completed(question: ScreenQuestion): ScreenQuestion {
  const { source, format, lines } = question;
  const isRecent = source === "recent" || source === "recent_unwrapped";
  const limit = lines ?? (isRecent ? DEFAULT_RECENT_LINES : null);
  return {
    source,
    format: source === "detection" ? "text" : format,
    lines: limit === null ? null : Math.min(limit, MOST_LINES),
  };
}

const BLANK = /^(?:\s|\u001b\[[\d;:]*m)*$/;

/**
 * tmux's capture → the answer: blank rows below the last text are no recent output, and only the last lines stay.
 *
 * @param captured what `capture-pane -p` printed, every row ended by a newline
 * @param hasMore rows above what was captured
 */
export function screenText(
  captured: string,
  question: ScreenQuestion,
  hasMore: boolean,
): ScreenText {
  const { source, format, lines } = completed(question);
  let rows = captured.replace(/\n$/, "").split("\n");
  if (source === "recent" || source === "recent_unwrapped") {
    rows = rows.slice(0, rows.findLastIndex((row) => !BLANK.test(row)) + 1);
  }
  if (source === "recent_unwrapped" && format === "text") rows = rows.map((row) => row.trimEnd());
  const limit = lines ?? rows.length;
  const kept = limit === 0 ? [] : rows.slice(-limit);
  return { text: kept.join("\n"), truncated: kept.length < rows.length || hasMore };
}

/** Colours, links and character sets: all that a capture with colours holds beside the text. */
const DRESS = /\u001b(?:\[[\d;:]*m|\]8;[^\u001b]*\u001b\\|[()].)/g;

/** The first line, without its colours, that the test takes; null when it takes none. */
export function lineThatMatches(text: string, isWanted: (line: string) => boolean): string | null {
  const plain = text.replace(DRESS, "");
  return plain.split("\n").find(isWanted) ?? null;
}
