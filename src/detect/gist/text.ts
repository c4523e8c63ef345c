import { inertText } from "../../core/inert.ts";

/** The longest gist, in characters. */
const GIST_LENGTH = 200;

const FRAME = "[\\s│┃║]";
const FRAME_LEFT = new RegExp(`^${FRAME}+`);
const FRAME_RIGHT = new RegExp(`${FRAME}+$`);

/** A row without the frame and the blanks around it. */
export const unframed = (row: string): string =>
  row.replace(FRAME_LEFT, "").replace(FRAME_RIGHT, "");

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** One inert line, at most `GIST_LENGTH` characters; what is longer ends in `…`. */
export function clip(text: string): string {
  const line = inertText(text.replace(/\s+/g, " ").trim(), GIST_LENGTH + 1).trim();
  const chars = [...line];
  if (chars.length <= GIST_LENGTH) return line;
  return `${chars.slice(0, GIST_LENGTH - 1).join("")}…`;
}

/** Rows without their frames, as one text. */
export const joined = (rows: readonly string[], glue: string): string =>
  rows
    .map(unframed)
    .filter((row) => row !== "")
    .join(glue);

/**
 * How wide a reply is at least, as a part of the screen's longest row. Margins take less than a quarter of it.
 */
const REPLY_PART = 0.75;

export const leastRoom = (rows: readonly string[]): number =>
  Math.floor(REPLY_PART * longest(rows));

const longest = (rows: readonly string[]): number =>
  rows.reduce((most, row) => Math.max(most, row.trimEnd().length), 0);

/**
 * The rows of a paragraph as the lines that were written: a row is the next one's beginning when that one's first word
 * had no room on it. The room is no less than the longest row.
 */
export function writtenLines(rows: readonly string[], least: number): string[] {
  const room = Math.max(least, longest(rows));
  const lines: string[] = [];
  let before = "";
  for (const row of rows) {
    const word = /^\S*/.exec(row.trimStart())?.[0] ?? "";
    const isFull = before.trimEnd().length + 1 + word.length > room;
    if (before !== "" && isFull && !isItem(row)) lines.push(`${lines.pop() ?? ""} ${row.trim()}`);
    else lines.push(row.trim());
    before = row;
  }
  return lines;
}

const isItem = (row: string): boolean => /^\s*(?:[-*•+]|\d+[.)])\s/.test(row);
