import { STATUSES } from "../../src/core/status.ts";
import type { Column, Matched } from "../filter.ts";
import { marksOf } from "../filter.ts";
import type { Folder } from "../folders.ts";
import { marksOfFolder, sourceWords } from "../folders.ts";
import { sizeClass } from "../geometry.ts";
import { keysOf } from "../keys.ts";
import { fresh, listOf } from "../listing.ts";
import type { Query } from "../match.ts";
import { run } from "../match.ts";
import type { Model } from "../model.ts";
import { ageMs } from "../model.ts";
import type {
  AgentRow,
  HeadingRow,
  MoreRow,
  Row,
  ShellRow,
  SpaceRow,
  WorktreeRow,
} from "../rows.ts";
import {
  ageWords,
  cutEnd,
  cutMiddle,
  fill,
  fillStart,
  graphemesOf,
  inert,
  widthOf,
} from "../text.ts";
import { agentKind, agentName, agentText, shellKind, shellText, shownStatus } from "../world.ts";
import { marksFor } from "./icons.ts";
import type { Marks } from "./marks.ts";
import { markOf, rollupSpans, STATE_WORDS, turningMark } from "./marks.ts";
import type { Line, Role, Span } from "./spans.ts";
import { blank, BOLD, crop, INVERSE, lineWidth, selected, sides, skip, span } from "./spans.ts";

const AGE = 3;
const KIND = 8;

/** What a row needs to be drawn: the columns are fixed by the list's width (cockpit.md §2.2). */
type Pen = {
  readonly model: Model;
  readonly width: number;
  readonly marks: Marks;
  readonly isNarrow: boolean;
  readonly marked: Matched;
};

/** The name column: a fifth of the list, between 8 and 16 cells; shelf and flat rows get four more for the place. */
function nameCells(width: number, where: AgentRow["where"] | ShellRow["where"]): number {
  const name = Math.max(8, Math.min(16, Math.floor(width * 0.2)));
  return where === "map" ? name : name + 4;
}

/** The text with the letters that matched drawn as a match. `at` are UTF-16 indexes into the whole text. */
function markedSpans(text: string, at: readonly number[], role: Role, bits = 0): Line {
  if (at.length === 0) return [span(text, role, bits)];
  const hits = new Set(at);
  const spans: Span[] = [];
  let index = 0;
  for (const grapheme of graphemesOf(text)) {
    const isHit = run(index, grapheme.length).some((position) => hits.has(position));
    index += grapheme.length;
    const ink = isHit && grapheme !== "…" ? "match" : role;
    const last = spans.at(-1);
    if (last?.ink === ink) spans[spans.length - 1] = { ...last, text: last.text + grapheme };
    else spans.push(span(grapheme, ink, bits));
  }
  return spans;
}

function column(pen: Pen, name: Column, text: string, cells: number, role: Role, bits = 0): Line {
  return markedSpans(fill(text, cells), pen.marked[name] ?? [], role, bits);
}

function ageSpan(pen: Pen, row: AgentRow): Span {
  const age = ageMs(pen.model, row.agent.since_unix_ms);
  return span(fillStart(age === null ? "" : ageWords(age), AGE), "faint");
}

/** `place · name`, the one column of class list. */
function narrowName(pen: Pen, place: string, name: string, cells: number): Line {
  if (name === "") return column(pen, "place", place, cells, "text");
  const joint = " · ";
  const room = Math.max(1, cells - widthOf(joint) - Math.min(widthOf(name), Math.ceil(cells / 2)));
  const head = cutEnd(place, room);
  const left = cells - widthOf(head) - widthOf(joint);
  return [
    ...markedSpans(head, pen.marked.place ?? [], "text"),
    span(joint, "faint"),
    ...column(pen, "name", name, left, "text"),
  ];
}

type Parts = {
  readonly mark: Span;
  readonly kind: string;
  readonly isBold: boolean;
  readonly place: string;
  readonly name: string;
  readonly text: string;
  readonly age: Span;
  readonly where: AgentRow["where"] | ShellRow["where"];
};

function narrowLine(pen: Pen, parts: Parts): Line {
  const bits = parts.isBold ? BOLD : 0;
  return [
    blank(1),
    parts.mark,
    blank(1),
    ...column(pen, "kind", parts.kind, KIND, "text", bits),
    blank(1),
    ...narrowName(pen, parts.place, parts.name, pen.width - 17),
    blank(1),
    parts.age,
  ];
}

function wideLine(pen: Pen, parts: Parts): Line {
  const name = nameCells(pen.width, parts.where);
  const isMap = parts.where === "map";
  const bits = parts.isBold ? BOLD : 0;
  const text = Math.max(0, pen.width - 20 - name);
  return [
    blank(3),
    parts.mark,
    blank(1),
    ...column(pen, "kind", parts.kind, KIND, "text", bits),
    blank(1),
    ...column(pen, isMap ? "name" : "place", isMap ? parts.name : parts.place, name, "text"),
    blank(1),
    ...column(pen, "text", parts.text, text, "dim"),
    blank(1),
    parts.age,
  ];
}

function paneLine(pen: Pen, parts: Parts): Line {
  return pen.isNarrow ? narrowLine(pen, parts) : wideLine(pen, parts);
}

function agentLine(pen: Pen, row: AgentRow): Line {
  const status = shownStatus(row.agent);
  const turns = status === "working" && pen.model.settings.motion === "full";
  return paneLine(pen, {
    mark: turns ? span(turningMark(pen.model.turns, pen.marks), status) : markOf(status, pen.marks),
    kind: agentKind(row.agent),
    isBold: status === "blocked",
    place: row.place,
    name: agentName(row.agent, row.pane),
    text: agentText(row.agent),
    age: ageSpan(pen, row),
    where: row.where,
  });
}

function shellLine(pen: Pen, row: ShellRow): Line {
  return paneLine(pen, {
    mark: span(pen.marks.shell, "faint"),
    kind: shellKind(row.pane),
    isBold: false,
    place: row.place,
    name: inert(row.pane.label || row.pane.tab_label),
    text: shellText(row.pane),
    age: blank(AGE),
    where: row.where,
  });
}

/** `main ↑2 ↓1 ±3`; the branch is left out where the row's name says it. */
export function gitText(
  git: { branch: string; ahead: number; behind: number; changed: number } | null,
  name: string,
): string {
  if (git === null) return "";
  const branch = inert(git.branch);
  return [
    branch === name ? "" : branch,
    git.ahead > 0 ? `↑${git.ahead}` : "",
    git.behind > 0 ? `↓${git.behind}` : "",
    git.changed > 0 ? `±${git.changed}` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function foldMark(pen: Pen, row: SpaceRow): string {
  const { space } = row;
  if (space.place === "linked") return space.isLast ? pen.marks.lastBranch : pen.marks.branch;
  return row.fold === "leaf" ? " " : row.fold === "open" ? pen.marks.open : pen.marks.folded;
}

function spaceLine(pen: Pen, row: SpaceRow): Line {
  const right = row.rollup === null ? [] : rollupSpans(row.rollup, pen.marks);
  const room = pen.width - 4 - lineWidth(right) - (right.length > 0 ? 1 : 0);
  const name = cutEnd(row.space.name, room);
  const git = pen.model.settings.showGit ? gitText(row.space.record.git, row.space.name) : "";
  const gitRoom = room - widthOf(name) - 2;
  const branch = gitRoom < 4 ? "" : cutMiddle(git, gitRoom);
  const isBranch = branch === git;
  const left: Line = [
    blank(1),
    span(foldMark(pen, row), "faint"),
    blank(1),
    ...markedSpans(name, pen.marked.name ?? [], "text"),
    blank(branch === "" ? 0 : 2),
    ...markedSpans(branch, isBranch ? (pen.marked.place ?? []) : [], "dim"),
  ];
  return sides(left, right, pen.width - 1);
}

function worktreeLine(pen: Pen, row: WorktreeRow): Line {
  const { name, isLast } = row.worktree;
  const room = pen.width - 4;
  const words = "  closed worktree";
  const shown = cutMiddle(name, Math.max(8, room - words.length));
  return crop(
    [
      blank(1),
      span(isLast ? pen.marks.lastBranch : pen.marks.branch, "faint"),
      blank(1),
      ...markedSpans(shown, shown === name ? (pen.marked.name ?? []) : [], "dim"),
      span(cutEnd(words, room - widthOf(shown)), "faint"),
    ],
    pen.width - 1,
  );
}

/** The path and, at the right, where it is known from. */
export function folderSpans(folder: Folder, query: Query, lead: Line, width: number): Line {
  const source = cutEnd(sourceWords(folder), Math.floor(width / 2));
  const room = Math.max(1, width - lineWidth(lead) - widthOf(source) - 1);
  const path = cutMiddle(folder.shown, room);
  const hits = path === folder.shown ? marksOfFolder(folder, query) : [];
  return sides([...lead, ...markedSpans(path, hits, "text")], [span(source, "faint")], width);
}

function headingLine(pen: Pen, row: HeadingRow): Line {
  const isStatus = STATUSES.find((status) => status === row.status);
  const word = isStatus === undefined ? "shell" : STATE_WORDS[isStatus];
  const role: Role = isStatus ?? "faint";
  return [blank(1), span(`${word} ${row.count}`, role)].concat(
    blank(pen.width - 2 - word.length - String(row.count).length - 1),
  );
}

function moreWords({ model }: Pen, { count }: MoreRow): string {
  const [key] = keysOf(model.keymap, "next_up");
  return key === undefined ? `${count} more` : `${count} more, ${key} goes through them`;
}

function bodyOf(pen: Pen, row: Row): Line {
  switch (row.kind) {
    case "agent":
      return agentLine(pen, row);
    case "shell":
      return shellLine(pen, row);
    case "space":
      return spaceLine(pen, row);
    case "worktree":
      return worktreeLine(pen, row);
    case "folder": {
      const lead = [blank(1), span(pen.marks.folder, "faint"), blank(1)];
      return folderSpans(row.folder, row.query, lead, pen.width - 1);
    }
    case "heading":
      return headingLine(pen, row);
    case "title":
      return [blank(1), span(row.words, "faint")];
    case "more":
      return [blank(3), span(moreWords(pen, row), "faint")];
  }
}

/** One row of the list, `width - 1` cells: the last cell is the scroll bar's. */
export function rowLine(model: Model, listed: Row, width: number): Line {
  const { query, matches } = listOf(model);
  const row = fresh(model, listed);
  const pen: Pen = {
    model,
    width,
    marks: marksFor(model.settings.icons),
    isNarrow: sizeClass(model.size) === "list",
    marked: query !== null && matches?.has(row.key) ? marksOf(row, query) : {},
  };
  const line = crop(bodyOf(pen, row), width - 1);
  if (row.key === model.selection)
    return selected([span(pen.marks.selection, "accent"), ...skip(line, 1)]);
  const pulses = row.kind === "agent" && (model.pulses.get(row.pane.pane_id) ?? 0) > model.now;
  return pulses ? line.map((part) => ({ ...part, attributes: part.attributes ^ INVERSE })) : line;
}
