import { cursorCells, fieldText } from "../field.ts";
import type { Box } from "../geometry.ts";
import { foundLines } from "../help.ts";
import type { HelpLine } from "../help.ts";
import { selectedRow } from "../listing.ts";
import type { Model } from "../model.ts";
import { ageMs } from "../model.ts";
import { ageWords, cutEnd, fill, graphemesOf, headOf, inert, widthOf } from "../text.ts";
import { agentKind, agentName, agentText } from "../world.ts";
import { marksFor } from "./icons.ts";
import type { Marks } from "./marks.ts";
import { STATE_WORDS } from "./marks.ts";
import type { Line } from "./spans.ts";
import { blank, BOLD, crop, lineWidth, overlay, selected, span } from "./spans.ts";

/** A box that asks or tells, the only thing with a frame (cockpit.md §2.7). `cursor` is relative to the screen. */
export type Drawn = {
  readonly box: Box;
  readonly lines: readonly Line[];
  readonly cursor: { readonly x: number; readonly y: number; readonly shown: boolean };
};

function edge(
  left: string,
  title: string,
  right: string,
  end: string,
  width: number,
  marks: Marks,
): Line {
  const room = width - 2;
  const head = title === "" ? "" : `${marks.rule} ${title} `;
  const tail = right === "" ? "" : ` ${right} ${marks.rule}${marks.rule}`;
  const isBoth = widthOf(head) + widthOf(tail) <= room;
  const shown = isBoth ? tail : "";
  const dashes = Math.max(0, room - widthOf(head) - widthOf(shown));
  return [
    span(left, "accent"),
    span(cutEnd(head, room), "accent"),
    span(marks.rule.repeat(dashes), "accent"),
    span(shown, "accent"),
    span(end, "accent"),
  ];
}

function framed(
  body: readonly Line[],
  width: number,
  title: string,
  right: string,
  marks: Marks,
): Line[] {
  const side = span(marks.divider, "accent");
  return [
    edge(marks.topLeft, title, right, marks.topRight, width, marks),
    ...body.map((line): Line => [side, ...crop(line, width - 2), side]),
    edge(marks.bottomLeft, "", "", marks.bottomRight, width, marks),
  ];
}

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

function helpCell(
  cell: Cell | undefined,
  width: number,
  keys: number,
  isAt: boolean,
  marks: Marks,
): Line {
  if (cell === undefined) return [blank(width)];
  if (cell.line === null) return [blank(1), span(fill(cell.heading, width - 1), "faint")];
  const { line } = cell;
  const words = `${line.words}${line.isChanged ? " (yours)" : ""}${line.isTaken ? " (tmux takes it)" : ""}`;
  const drawn: Line = [
    blank(1),
    span(fill(line.keys, keys), "text", BOLD),
    blank(1),
    span(fill(words, Math.max(0, width - keys - 2)), "dim"),
  ];
  return isAt ? selected([span(marks.selection, "accent"), ...drawn.slice(1)]) : drawn;
}

const HELP_HINT = "type to search, Enter does it, Esc closes";

/** The key list, along the bottom; typing searches it, so it is the palette too. */
export function helpBox(model: Model): Drawn | null {
  if (model.help === null) return null;
  const marks = marksFor(model.settings.icons);
  const { columns, rows } = model.size;
  const margin = columns >= 60 ? 1 : 0;
  const width = columns - margin * 2;
  const count = columnsFor(width);
  const lines = foundLines(model, model.help.query);
  const at = lines[model.help.at];
  const cells = helpColumns(lines, count);
  const most = Math.max(1, rows - 5);
  const tall = Math.max(1, ...cells.map(({ length }) => length));
  const place =
    cells.map((column) => column.findIndex(({ line }) => line === at)).find((row) => row >= 0) ?? 0;
  const first = Math.max(0, Math.min(tall - most, place - most + 2));
  const shown = Math.min(tall, most);
  const keys = 9;
  const cellWidth = Math.floor((width - 2) / count);
  const query = fieldText(model.help.query);
  const body = Array.from({ length: shown }, (_, row): Line =>
    cells.flatMap((column) => {
      const cell = column[first + row];
      return helpCell(cell, cellWidth, keys, cell?.line === at && at !== undefined, marks);
    }),
  );
  if (lines.length === 0) body[0] = [span(` nothing is called that`, "dim")];
  const input: Line = [span(" : ", "accent", BOLD), span(query)];
  const more = tall > most ? `${first + 1}–${first + shown} of ${tall}` : HELP_HINT;
  const drawn = framed([input, ...body], width, `keys: ${model.keymap.preset}`, more, marks);
  const y = rows - 1 - drawn.length;
  const x = margin + 4 + cursorCells(model.help.query);
  return {
    box: { x: margin, y, width, height: drawn.length },
    lines: drawn,
    cursor: { x: Math.min(columns - 2, x), y: y + 1, shown: true },
  };
}

/** Words wrapped at blanks to lines of at most `cells`; a word too long is cut into pieces. */
export function wrap(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    let rest = word;
    if (line !== "" && widthOf(line) + 1 + widthOf(rest) <= cells) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== "") lines.push(line);
    while (widthOf(rest) > cells) {
      const head = headOf(rest, cells) || (graphemesOf(rest)[0] ?? "");
      lines.push(head);
      rest = rest.slice(head.length);
    }
    line = rest;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Why an agent has its state: rule, what it rests on, since when (`e`). */
export function explainBox(model: Model): Drawn | null {
  const row = selectedRow(model);
  if (!model.explains || row?.kind !== "agent") return null;
  const marks = marksFor(model.settings.icons);
  const { columns, rows } = model.size;
  const width = Math.min(columns - 2, 76);
  const { agent } = row;
  const age = ageMs(model, agent.since_unix_ms);
  const facts: readonly (readonly [string, string])[] = [
    ["agent", `${agentKind(agent)} ${agentName(agent, row.pane)}`.trim()],
    ["state", agent.watched ? STATE_WORDS[agent.agent_status] : agentText(agent)],
    ["since", age === null ? "not known" : ageWords(age)],
    ["rule", inert(agent.rule) || "no rule matched: the state before it stays"],
    ["seen", inert(agent.evidence) || "nothing that names a state"],
    ["more", `taw agent explain ${row.pane.pane_id}`],
  ];
  const body = facts.flatMap(([name, text]) =>
    wrap(text, width - 12).map((part, at): Line => [
      blank(1),
      span(fill(at === 0 ? name : "", 8), "faint"),
      span(part, name === "state" ? agent.agent_status : "text"),
    ]),
  );
  const drawn = framed(body.slice(0, rows - 4), width, "why this state", "Esc closes", marks);
  const x = Math.floor((columns - width) / 2);
  const y = Math.max(0, Math.floor((rows - drawn.length) / 2));
  return {
    box: { x, y, width, height: drawn.length },
    lines: drawn,
    cursor: { x: x + 2, y: y + 1, shown: false },
  };
}

/** The box laid over the screen; it clears its cells and casts no shadow. */
export function withBox(screen: readonly Line[], drawn: Drawn): Line[] {
  return screen.map((line, y) => {
    const over = drawn.lines[y - drawn.box.y];
    return over === undefined
      ? line
      : overlay(line, drawn.box.x, crop(over, Math.min(drawn.box.width, lineWidth(line))));
  });
}
