import { cursorCells, EMPTY_FIELD, fieldText } from "../field.ts";
import type { Folder } from "../folders.ts";
import type { Box } from "../geometry.ts";
import { pickerPlace } from "../geometry.ts";
import type { Model } from "../model.ts";
import type { PickerList } from "../picker.ts";
import { pickedFolder, pickerList } from "../picker.ts";
import { inert, tailOf, widthOf } from "../text.ts";
import type { Drawn } from "./boxes.ts";
import { framed, wrap } from "./boxes.ts";
import { marksFor } from "./icons.ts";
import type { Marks } from "./marks.ts";
import { folderSpans } from "./row.ts";
import type { Line, Role } from "./spans.ts";
import { blank, BOLD, crop, selected, sides, span } from "./spans.ts";

/** Cells before the text of the query's line: ` › `. */
const PROMPT = 3;
/** What a verb said is shown in so many lines at most: who said it, and the end of it. */
const MOST_SAID = 6;

type Words = { readonly text: string; readonly role: Role };

function wordsOf(model: Model, list: PickerList): Words {
  const { picker } = model;
  if (picker !== null && picker.problem !== "") return { text: picker.problem, role: "error" };
  const folder = pickedFolder(model);
  if (folder !== null) return openingWords(folder);
  if (list.isAwaited) return { text: "reading…", role: "faint" };
  if (list.problem !== "") return { text: list.problem, role: "error" };
  const isPath = /^[~/]/.test(fieldText(picker?.field ?? EMPTY_FIELD));
  if (isPath) return { text: "no folder there is called that", role: "dim" };
  return { text: "no folder is known by that: a path from / or ~ finds any", role: "dim" };
}

/** What Enter will do with it. */
export function openingWords({ source, session, collision }: Folder): Words {
  if (source === "open") return { text: `goes to ${session ?? ""}, which is open`, role: "dim" };
  if (session === null) {
    const text = "no workspace can be named after it: its name holds a control character";
    return { text, role: "error" };
  }
  const why = collision === "" ? "" : `: ${collision}`;
  return { text: `will be named ${session}${why}`, role: "dim" };
}

/** The words below the list, in as few lines as they take. */
function saidLines(model: Model, list: PickerList, cells: number): Line[] {
  const { text, role } = wordsOf(model, list);
  const lines = text.split("\n").flatMap((line) => wrap(inert(line), cells));
  const [first = "", ...rest] = lines;
  const shown = lines.length <= MOST_SAID ? lines : [first, "…", ...rest.slice(2 - MOST_SAID)];
  return shown.map((line): Line => [blank(1), span(line, role)]);
}

function queryLine(model: Model, list: PickerList, width: number, marks: Marks): Line {
  const text = fieldText(model.picker?.field ?? EMPTY_FIELD);
  const count = list.isAwaited ? "" : `${list.rows.length} of ${list.total}`;
  const room = Math.max(1, width - PROMPT - widthOf(count) - 3);
  return sides(
    [blank(1), span(marks.place, "accent", BOLD), blank(1), span(tailOf(text, room))],
    [span(`${count} `, "dim")],
    width,
  );
}

function folderLine(folder: Folder, list: PickerList, isAt: boolean, width: number, marks: Marks) {
  const lead = [isAt ? span(marks.selection, "accent") : blank(1), blank(1)];
  const line = [...folderSpans(folder, list.query, lead, width - 1), blank(1)];
  return isAt ? selected(line) : line;
}

type Layout = {
  readonly box: Box;
  /** The first row drawn, and how many are. */
  readonly first: number;
  readonly shown: number;
  readonly said: readonly Line[];
};

function layoutOf(model: Model, list: PickerList): Layout {
  const box = pickerPlace(model.size);
  const said = saidLines(model, list, box.width - 4);
  const shown = Math.max(1, box.height - 4 - said.length);
  const most = Math.max(0, list.rows.length - shown);
  const first = Math.max(0, Math.min(most, list.at - Math.floor(shown / 2)));
  return { box, first, shown, said };
}

/** The folder drawn at that place of the screen; null beside the rows. */
export function folderAt(model: Model, x: number, y: number): Folder | null {
  const list = pickerList(model);
  const { box, first, shown } = layoutOf(model, list);
  const row = y - box.y - 2;
  const isInside = x > box.x && x < box.x + box.width - 1 && row >= 0 && row < shown;
  return isInside ? (list.rows[first + row] ?? null) : null;
}

/** The box that asks for the folder of a new workspace. */
export function pickerBox(model: Model): Drawn | null {
  if (model.picker === null) return null;
  const list = pickerList(model);
  const { box, first, shown, said } = layoutOf(model, list);
  const marks = marksFor(model.settings.icons);
  const width = box.width - 2;
  const rows = Array.from({ length: shown }, (_, row): Line => {
    const folder = list.rows[first + row];
    if (folder === undefined) return [blank(width)];
    return folderLine(folder, list, first + row === list.at, width, marks);
  });
  const body: Line[] = [
    queryLine(model, list, width, marks),
    ...rows,
    [blank(1), span(marks.rule.repeat(Math.max(0, width - 2)), "rule"), blank(1)],
    ...said,
  ];
  const framing = { width: box.width, title: "new workspace", right: "", marks };
  const lines = framed(body, framing).map((line) => crop(line, box.width));
  const before = Math.min(width - 2, PROMPT + cursorCells(model.picker.field));
  return { box, lines, cursor: { x: box.x + 1 + before, y: box.y + 1, shown: true } };
}
