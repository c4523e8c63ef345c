import { inert } from "../text.ts";
import type { Colour, Line, Span } from "./spans.ts";
import { BOLD, DIM, HIDDEN, INVERSE, ITALIC, STRIKE, UNDERLINE } from "./spans.ts";

type Pen = { ink: Colour | null; ground: Colour | null; attributes: number };

/** Escapes as `capture-pane -e` writes them; only `CSI … m` means something, everything else is dropped. */
const ESCAPE =
  /\x1b\[([\d;:]*)m|\x1b\[[\d;:?]*[ -/]*[@-~]|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[()*+][0-9A-Za-z]|\x1b.?/g;

const SETS: Readonly<Record<number, number>> = {
  1: BOLD,
  2: DIM,
  3: ITALIC,
  4: UNDERLINE,
  7: INVERSE,
  8: HIDDEN,
  9: STRIKE,
};
const CLEARS: Readonly<Record<number, number>> = {
  22: BOLD | DIM,
  23: ITALIC,
  24: UNDERLINE,
  27: INVERSE,
  28: HIDDEN,
  29: STRIKE,
};

const index = (at: number): Colour => ({ kind: "index", index: at & 255 });

/** The colour that follows a 38 or 48, and how many parameters it took. */
function extended(
  parameters: readonly number[],
  at: number,
): { colour: Colour | null; took: number } {
  if (parameters[at + 1] === 5) return { colour: index(parameters[at + 2] ?? 0), took: 2 };
  if (parameters[at + 1] !== 2) return { colour: null, took: 0 };
  const [red = 0, green = 0, blue = 0] = parameters.slice(at + 2, at + 5);
  return {
    colour: { kind: "rgb", red: red & 255, green: green & 255, blue: blue & 255 },
    took: 4,
  };
}

/** The palette index of a plain foreground or background parameter, null for any other. */
function plainIndex(parameter: number, base: number): number | null {
  if (parameter >= base && parameter < base + 8) return parameter - base;
  return parameter >= base + 60 && parameter < base + 68 ? parameter - base - 60 + 8 : null;
}

/** `4:3` is a kind of underline and `4:0` none; `38:2::r:g:b` has an empty colour space that is left out. */
function parametersOf(text: string): number[] {
  return text.split(";").flatMap(parametersIn);
}

function parametersIn(part: string): number[] {
  const fields = part.split(":");
  const [first = ""] = fields;
  if (fields.length === 1) return [Number(part)];
  if (first === "4") return [fields[1] === "0" ? 24 : 4];
  const isRgb = (first === "38" || first === "48") && fields[1] === "2";
  const kept = isRgb && fields.length === 6 ? fields.toSpliced(2, 1) : fields;
  return kept.map(Number);
}

function applied(before: Pen, text: string): Pen {
  const parameters = parametersOf(text === "" ? "0" : text);
  let pen = before;
  for (let at = 0; at < parameters.length; at += 1) {
    const parameter = parameters[at] ?? 0;
    const foreground = plainIndex(parameter, 30);
    const background = plainIndex(parameter, 40);
    if (parameter === 0) pen = { ink: null, ground: null, attributes: 0 };
    else if (SETS[parameter] !== undefined)
      pen = { ...pen, attributes: pen.attributes | (SETS[parameter] ?? 0) };
    else if (CLEARS[parameter] !== undefined)
      pen = { ...pen, attributes: pen.attributes & ~(CLEARS[parameter] ?? 0) };
    else if (foreground !== null) pen = { ...pen, ink: index(foreground) };
    else if (background !== null) pen = { ...pen, ground: index(background) };
    else if (parameter === 39) pen = { ...pen, ink: null };
    else if (parameter === 49) pen = { ...pen, ground: null };
    else if (parameter === 38 || parameter === 48) {
      const { colour, took } = extended(parameters, at);
      at += took;
      if (colour !== null)
        pen = parameter === 38 ? { ...pen, ink: colour } : { ...pen, ground: colour };
    }
  }
  return pen;
}

function spanOf(text: string, pen: Pen): Span {
  return { text, ink: pen.ink, ground: pen.ground ?? "none", attributes: pen.attributes };
}

function parseRow(row: string, start: Pen): { line: Line; pen: Pen } {
  const spans: Span[] = [];
  let pen = start;
  let from = 0;
  const push = (to: number): void => {
    const text = inert(row.slice(from, to));
    if (text !== "") spans.push(spanOf(text, pen));
  };
  for (const match of row.matchAll(ESCAPE)) {
    push(match.index);
    from = match.index + match[0].length;
    if (match[1] !== undefined) pen = applied(pen, match[1]);
  }
  push(row.length);
  return { line: spans, pen };
}

/**
 * Rows of `capture-pane -e` text as spans with the pane's own colours: indexes stay indexes of the person's palette.
 * Nothing else of an escape survives.
 */
export function parseScreen(text: string): Line[] {
  const lines: Line[] = [];
  let pen: Pen = { ink: null, ground: null, attributes: 0 };
  for (const row of text.split("\n")) {
    const parsed = parseRow(row, pen);
    lines.push(parsed.line);
    pen = parsed.pen;
  }
  return lines;
}

const isBlank = (line: Line): boolean =>
  line.every(({ text, ground }) => text.trim() === "" && ground === "none");

/** Blank rows at the end dropped: the preview stands on the last row that says something. */
export function withoutBlankEnd(lines: readonly Line[]): readonly Line[] {
  const last = lines.findLastIndex((line) => !isBlank(line));
  return lines.slice(0, last + 1);
}
