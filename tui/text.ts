import { inertText } from "../src/core/inert.ts";

/**
 * Text of panes, names and paths, made fit to be drawn: inert, and cut to a number of cells.
 * Widths are Bun.stringWidth's, which agree with tmux once the characters below are gone (stack/guide.md §2.4).
 */

/** What inert text may still hold and tmux, terminals and `Bun.stringWidth` give different widths. */
const DOUBTFUL = /[\p{Variation_Selector}\p{Emoji_Modifier}\u20e3]/gv;
const ASCII = /^[\x20-\x7e]*$/;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text with nothing in it that could act on a terminal or change its width; line breaks and tabs are one space. */
export function inert(text: string): string {
  if (ASCII.test(text)) return text;
  const oneLine = text.replace(/[\t\n\r]+/g, " ");
  return inertText(oneLine, oneLine.length).replace(DOUBTFUL, "").toWellFormed();
}

/** Cells that inert text takes. */
export function widthOf(text: string): number {
  return ASCII.test(text) ? text.length : Bun.stringWidth(text);
}

export function graphemesOf(text: string): string[] {
  return ASCII.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** As many whole graphemes from the start as fit in `cells`. */
export function headOf(text: string, cells: number): string {
  if (ASCII.test(text)) return text.slice(0, Math.max(0, cells));
  let used = 0;
  let head = "";
  for (const grapheme of graphemesOf(text)) {
    used += widthOf(grapheme);
    if (used > cells) break;
    head += grapheme;
  }
  return head;
}

/** As many whole graphemes from the end as fit in `cells`. */
export function tailOf(text: string, cells: number): string {
  if (ASCII.test(text)) return cells <= 0 ? "" : text.slice(-cells);
  const graphemes = graphemesOf(text);
  let used = 0;
  let at = graphemes.length;
  while (at > 0) {
    used += widthOf(graphemes[at - 1] ?? "");
    if (used > cells) break;
    at -= 1;
  }
  return graphemes.slice(at).join("");
}

/** Cut at the end with `…` (names, kinds, texts). At most `cells` wide. */
export function cutEnd(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text;
  return cells <= 0 ? "" : `${headOf(text, cells - 1)}…`;
}

/** Cut in the middle with `…` (paths, branches). At most `cells` wide. */
export function cutMiddle(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text;
  if (cells <= 0) return "";
  const head = headOf(text, Math.ceil((cells - 1) / 2));
  return `${head}…${tailOf(text, cells - 1 - widthOf(head))}`;
}

/** Cut at the end or filled with blanks: exactly `cells` wide. */
export function fill(text: string, cells: number): string {
  const cut = cutEnd(text, cells);
  return cut + " ".repeat(Math.max(0, cells - widthOf(cut)));
}

/** As `fill`, with the text at the right. */
export function fillStart(text: string, cells: number): string {
  const cut = cutEnd(text, cells);
  return " ".repeat(Math.max(0, cells - widthOf(cut))) + cut;
}

const MINUTE_MS = 60_000;

/** Never more than three cells, never seconds, never negative: `now`, `4m`, `3h`, `99d` (cockpit.md §2.2). */
export function ageWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h` : `${Math.min(99, Math.floor(hours / 24))}d`;
}
