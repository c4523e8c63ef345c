import { cursorCells, fieldText } from "../field.ts";
import type { Box } from "../geometry.ts";
import { lineOf, listOf } from "../listing.ts";
import type { Model } from "../model.ts";
import { tailOf, widthOf } from "../text.ts";
import { marksFor } from "./icons.ts";
import { rowLine } from "./row.ts";
import type { Line } from "./spans.ts";
import { blank, BOLD, crop, faded, sides, span } from "./spans.ts";

/** Cells before the text of the query's line. */
const PROMPT = 3;

function queryLine(model: Model, width: number): Line {
  const { found } = listOf(model);
  const text = model.filter === null ? "" : fieldText(model.filter);
  const count = found === null ? "" : `${found.count} of ${found.total}`;
  const room = Math.max(1, width - PROMPT - widthOf(count) - 3);
  const sign = model.settings.preset === "search" ? ">" : "/";
  return sides(
    [span(` ${sign} `, "accent", BOLD), span(tailOf(text, room))],
    [span(`${count} `, "dim")],
    width,
  );
}

/** The scroll bar's part in the list's last column, or none when everything is in view. */
function barRows(model: Model): { from: number; to: number } | null {
  const { rows, above, bodyHeight } = listOf(model);
  const all = rows.body.length;
  if (all <= bodyHeight || bodyHeight < 1) return null;
  const length = Math.max(1, Math.round((bodyHeight * bodyHeight) / all));
  const most = all - bodyHeight;
  const from = above + Math.round(((bodyHeight - length) * Math.min(model.top, most)) / most);
  return { from, to: from + length };
}

/** The list's box, every line `box.width` cells: query, shelf, rule, and the part of the map that is scrolled to. */
export function listLines(model: Model, box: Box): Line[] {
  const { rows, bodyHeight } = listOf(model);
  const marks = marksFor(model.settings.icons);
  const { link, isRecalled } = model.machine;
  const draw = (line: Line): Line => (link === "down" || isRecalled ? faded(line) : line);
  const lines: Line[] = [];
  if (model.filter !== null) lines.push(queryLine(model, box.width));
  for (const row of rows.shelf) lines.push(draw(rowLine(model, row, box.width)));
  if (rows.shelf.length > 0)
    lines.push([blank(1), span(marks.rule.repeat(Math.max(0, box.width - 2)), "rule")]);
  for (const row of rows.body.slice(model.top, model.top + bodyHeight))
    lines.push(draw(rowLine(model, row, box.width)));
  const bar = barRows(model);
  return Array.from({ length: box.height }, (_, at) => {
    const line = lines[at] ?? [];
    if (bar === null || at < bar.from || at >= bar.to) return crop(line, box.width);
    return [...crop(line, box.width - 1), span(marks.scroll, "rule")];
  });
}

/** Where the cursor stands: in the query while it is edited, else on the selected row's first word. */
export function listCursor(model: Model, box: Box): { x: number; y: number; shown: boolean } {
  if (model.filter !== null) {
    const x = box.x + Math.min(box.width - 2, PROMPT + cursorCells(model.filter));
    return { x, y: box.y, shown: true };
  }
  const line = lineOf(model, model.selection);
  return { x: box.x + 3, y: box.y + (line ?? 0), shown: false };
}

/** `8/28`: which of the rows is selected, of how many. */
export function positionText(model: Model): string {
  const { selectable } = listOf(model);
  const at = selectable.findIndex(({ key }) => key === model.selection);
  return at < 0 ? "" : `${at + 1}/${selectable.length}`;
}
