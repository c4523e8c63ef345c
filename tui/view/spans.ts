import { graphemesOf, headOf, widthOf } from "../text.ts";

/** What a text is, not how it looks: `theme.ts` turns a role into a colour (cockpit.md §4.1). */
export const ROLES = [
  "text",
  "dim",
  "faint",
  "accent",
  "blocked",
  "done",
  "working",
  "idle",
  "unknown",
  "error",
  "match",
  "rule",
] as const;
export type Role = (typeof ROLES)[number];

/** A colour as a pane wrote it: an index of the person's own palette, or red, green, blue 0–255. */
export type Colour =
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "rgb"; readonly red: number; readonly green: number; readonly blue: number };

/** Bits, as the renderer's own. */
export const BOLD = 1;
export const DIM = 2;
export const ITALIC = 4;
export const UNDERLINE = 8;
export const INVERSE = 32;
export const HIDDEN = 64;
export const STRIKE = 128;

/** A run of cells of one look. `ink` is a role of ours or a pane's own colour, null its default. */
export type Span = {
  readonly text: string;
  readonly ink: Role | Colour | null;
  readonly ground: "none" | "selection" | Colour;
  readonly attributes: number;
};
export type Line = readonly Span[];

/** A whole screen: `rows` lines of exactly `columns` cells, and where the cursor stands. */
export type Frame = {
  readonly lines: readonly Line[];
  readonly columns: number;
  readonly cursor: { readonly x: number; readonly y: number; readonly shown: boolean };
};

export function span(text: string, ink: Role = "text", attributes = 0): Span {
  return { text, ink, ground: "none", attributes };
}

export function blank(cells: number): Span {
  return span(" ".repeat(Math.max(0, cells)));
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** The line cropped (without a mark) or filled with blanks to exactly `cells`; a split wide character becomes blanks. */
export function crop(line: Line, cells: number): Line {
  const kept: Span[] = [];
  let left = cells;
  for (const part of line) {
    if (left <= 0) break;
    const text = headOf(part.text, left);
    if (text !== "") kept.push(text === part.text ? part : { ...part, text });
    left -= widthOf(text);
    if (text !== part.text) break;
  }
  return left > 0 ? [...kept, blank(left)] : kept;
}

/** The line without its first `cells` cells; half of a wide character becomes a blank. */
export function skip(line: Line, cells: number): Line {
  const kept: Span[] = [];
  let left = cells;
  for (const part of line) {
    if (left <= 0) {
      kept.push(part);
      continue;
    }
    const { text, over } = afterCells(part.text, left);
    left -= Math.min(left, widthOf(part.text));
    if (text !== "" || over > 0) kept.push({ ...part, text: " ".repeat(over) + text });
  }
  return kept;
}

function afterCells(text: string, cells: number): { text: string; over: number } {
  let used = 0;
  const graphemes = graphemesOf(text);
  let at = 0;
  while (at < graphemes.length && used < cells) {
    used += widthOf(graphemes[at] ?? "");
    at += 1;
  }
  return { text: graphemes.slice(at).join(""), over: Math.max(0, used - cells) };
}

/** `left` and, flush with the right edge, `right`: exactly `cells` wide. Where both do not fit, `left` is cropped. */
export function sides(left: Line, right: Line, cells: number): Line {
  const rightWidth = lineWidth(right);
  if (rightWidth >= cells) return crop(right, cells);
  return [...crop(left, cells - rightWidth), ...right];
}

/** The whole line on the selection's ground. */
export function selected(line: Line): Line {
  return line.map((part) => ({ ...part, ground: "selection" as const }));
}

/** Every ink of ours taken back to third reading: rows that are not heard of at the moment. */
export function faded(line: Line): Line {
  return line.map((part) => (typeof part.ink === "string" ? { ...part, ink: "faint" } : part));
}

/** `over` laid on `line` from cell `x` on; the result is as wide as `line`. */
export function overlay(line: Line, x: number, over: Line): Line {
  const width = lineWidth(line);
  const laid = [...crop(line, x), ...over];
  return crop([...laid, ...skip(line, x + lineWidth(over))], width);
}
