import { cursorCells, EMPTY_FIELD, fieldText } from "../field.ts";
import type { HelpLine } from "../help.ts";
import { foundLines } from "../help.ts";
import type { Model } from "../model.ts";
import { fill } from "../text.ts";
import type { Drawn } from "./boxes.ts";
import { framed } from "./boxes.ts";
import { marksFor } from "./icons.ts";
import type { Marks } from "./marks.ts";
import type { Line } from "./spans.ts";
import { blank, BOLD, selected, span } from "./spans.ts";

const KEY_CELLS = 9;

const GROUPS = ["move", "agent", "workspace", "view"] as const;

/** Four columns by subject, two at 80, one at 40. */
function columnsFor(width: number): number {
  return width >= 104 ? 4 : width >= 60 ? 2 : 1;
}

type Cell = { readonly line: HelpLine | null; readonly heading: string };

function groupCells(group: string, lines: readonly HelpLine[]): Cell[] {
  const cells: Cell[] = [{ line: null, heading: group }];
  for (const line of lines) if (line.group === group) cells.push({ line, heading: "" });
  return cells.length > 1 ? cells : [];
}

/** The lines in as many columns, subjects together; with two columns the first two subjects share the left one. */
function helpColumns(lines: readonly HelpLine[], count: number): Cell[][] {
  const groups = GROUPS.map((group) => groupCells(group, lines));
  const columns: Cell[][] = Array.from({ length: count }, () => []);
  groups.forEach((group, at) => {
    const column = columns[Math.floor((at * count) / groups.length)];
    if (column === undefined || group.length === 0) return;
    if (column.length > 0 && count > 1) column.push({ line: null, heading: "" });
    column.push(...group);
  });
  return columns;
}

function helpCell(cell: Cell | undefined, width: number, isAt: boolean, marks: Marks): Line {
  if (cell === undefined) return [blank(width)];
  if (cell.line === null) return [blank(1), span(fill(cell.heading, width - 1), "faint")];
  const { line } = cell;
  const words = [line.words, line.isChanged ? "(yours)" : "", line.isTaken ? "(tmux takes it)" : ""]
    .filter((word) => word !== "")
    .join(" ");
  const drawn: Line = [
    blank(1),
    span(fill(line.keys, KEY_CELLS), "text", BOLD),
    blank(1),
    span(fill(words, Math.max(0, width - KEY_CELLS - 2)), "dim"),
  ];
  return isAt ? selected([span(marks.selection, "accent"), ...drawn.slice(1)]) : drawn;
}

const HELP_HINT = "type to search, Enter does it, Esc closes";

/** Lines of the help that fit, so far down that the chosen one is among them. */
type Window = { readonly first: number; readonly shown: number; readonly tall: number };

function helpWindow(columns: readonly Cell[][], at: HelpLine | undefined, most: number): Window {
  const tall = Math.max(1, ...columns.map(({ length }) => length));
  const places = columns.map((column) => column.findIndex(({ line }) => line === at));
  const place = places.find((row) => row >= 0) ?? 0;
  const first = Math.max(0, Math.min(tall - most, place - most + 2));
  return { first, shown: Math.min(tall, most), tall };
}

function helpBody(model: Model, width: number, most: number): { body: Line[]; window: Window } {
  const lines = foundLines(model, model.help?.query ?? EMPTY_FIELD);
  const at = lines[model.help?.at ?? 0];
  const columns = helpColumns(lines, columnsFor(width));
  const window = helpWindow(columns, at, most);
  const cellWidth = Math.floor((width - 2) / columns.length);
  const marks = marksFor(model.settings.icons);
  const cellAt = (column: readonly Cell[], row: number): Line => {
    const cell = column[window.first + row];
    return helpCell(cell, cellWidth, at !== undefined && cell?.line === at, marks);
  };
  const body = Array.from({ length: window.shown }, (_, row): Line =>
    columns.flatMap((column) => cellAt(column, row)),
  );
  if (lines.length === 0) body[0] = [span(" nothing is called that", "dim")];
  return { body, window };
}

/** The key list, along the bottom; typing searches it, so it is the palette too. */
export function helpBox(model: Model): Drawn | null {
  if (model.help === null) return null;
  const { columns, rows } = model.size;
  const margin = columns >= 60 ? 1 : 0;
  const width = columns - margin * 2;
  const most = Math.max(1, rows - 5);
  const { body, window } = helpBody(model, width, most);
  const { first, shown, tall } = window;
  const input: Line = [span(" : ", "accent", BOLD), span(fieldText(model.help.query))];
  const right = tall > most ? `${first + 1}–${first + shown} of ${tall}` : HELP_HINT;
  const marks = marksFor(model.settings.icons);
  const title = `keys: ${model.keymap.preset}`;
  const drawn = framed([input, ...body], { width, title, right, marks });
  const y = rows - 1 - drawn.length;
  const x = Math.min(columns - 2, margin + 4 + cursorCells(model.help.query));
  return {
    box: { x: margin, y, width, height: drawn.length },
    lines: drawn,
    cursor: { x, y: y + 1, shown: true },
  };
}
