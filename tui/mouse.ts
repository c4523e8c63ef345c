import { goToRow, RUN, scrollPreview, toggleFold } from "./actions.ts";
import { EMPTY_FIELD } from "./field.ts";
import type { Box } from "./geometry.ts";
import { geometryOf, pickerPlace } from "./geometry.ts";
import { isFlat, listOf, rowAtLine, selectedRow } from "./listing.ts";
import type { Model } from "./model.ts";
import { placeOf } from "./model.ts";
import { scrollBy, scrollTo, select, selectThing } from "./moves.ts";
import type { MouseMsg } from "./msg.ts";
import { closePicker, moveInPicker, openPicked, pickRow } from "./picker.ts";
import { isSelectable } from "./rows.ts";
import { countAt } from "./view/header.ts";
import { folderAt } from "./view/picker-box.ts";
import { titleStateAt } from "./view/preview.ts";
import type { Step } from "./step.ts";
import { stay } from "./step.ts";

const WHEEL_ROWS = 3;
const DOUBLE_MS = 400;
const SETTLE_MS = 300;

const isIn = (box: Box, { x, y }: MouseMsg): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** What a click, a drag or the wheel does; every one of it has a key (cockpit.md §5). */
export function updateMouse(model: Model, msg: MouseMsg): Step {
  if (model.help !== null || model.explains) return onBoxed(model, msg);
  if (model.picker !== null) return onPicker(model, msg);
  switch (msg.event) {
    case "wheel-up":
      return onWheel(model, msg, -1);
    case "wheel-down":
      return onWheel(model, msg, 1);
    case "down":
      return onDown(model, msg);
    case "drag":
      return stay(onDrag(model, msg));
    case "up":
      return onUp(model);
  }
}

/** A press beside or on a box closes it and does nothing else. */
function onBoxed(model: Model, msg: MouseMsg): Step {
  return msg.event === "down" ? stay({ ...model, help: null, explains: false }) : stay(model);
}

const PICKER_KEY = "picker:";

/** A press on a row selects it, twice opens it; beside the box it closes it. */
function onPicker(model: Model, msg: MouseMsg): Step {
  if (msg.event === "wheel-up" || msg.event === "wheel-down")
    return stay(moveInPicker(model, msg.event === "wheel-up" ? -WHEEL_ROWS : WHEEL_ROWS));
  if (msg.event !== "down") return stay(model);
  if (!isIn(pickerPlace(model.size), msg)) return closePicker(model);
  const folder = folderAt(model, msg.x, msg.y);
  if (folder === null) return stay(model);
  const key = PICKER_KEY + folder.path;
  const isDouble = model.press.key === key && msg.at - model.press.at <= DOUBLE_MS;
  const press = { key: isDouble ? "" : key, at: msg.at, drags: "" as const };
  const picked = { ...pickRow(model, folder), press };
  return isDouble ? openPicked(picked) : stay(picked);
}

function onWheel(model: Model, msg: MouseMsg, by: 1 | -1): Step {
  const { list, preview } = geometryOf(model);
  if (isIn(list, msg)) return stay(scrollBy(model, by * WHEEL_ROWS));
  if (preview === null || !isIn(preview, msg)) return stay(model);
  return scrollPreview(model, -by * WHEEL_ROWS);
}

function onDown(model: Model, msg: MouseMsg): Step {
  const { list, preview, divider } = geometryOf(model);
  if (msg.y === 0) return onHeader(model, msg);
  if (msg.x === divider) return stay({ ...model, press: { key: "", at: 0, drags: "divider" } });
  if (isIn(list, msg)) return onList(model, msg, list);
  if (preview !== null && msg.y === preview.y && msg.x >= preview.x) {
    return titleStateAt(model, msg.x) ? RUN.explain(model) : RUN.peek(model);
  }
  return stay(model);
}

/** A click on a count shows those only; on the same one again, all. */
function onHeader(model: Model, msg: MouseMsg): Step {
  const status = countAt(model, msg.x);
  if (status === null) return stay(model);
  const only = model.only === status ? null : status;
  return stay(selectThing({ ...model, only }, selectedRow(model)));
}

function onList(model: Model, msg: MouseMsg, list: Box): Step {
  const line = msg.y - list.y;
  if (msg.x === list.x + list.width - 1 && line >= listOf(model).above)
    return stay(dragScroll({ ...model, press: { key: "", at: 0, drags: "scroll" } }, msg));
  const row = rowAtLine(model, line);
  if (row === null || !isSelectable(row)) return stay(model);
  const chosen = select(model, row.key);
  const press = { key: row.key, at: msg.at, drags: "" as const };
  if (msg.button === "right")
    return stay({ ...chosen, press, help: { query: EMPTY_FIELD, at: 0 } });
  if (msg.x === list.x + 1 && row.kind === "space" && !isFlat(model))
    return stay(toggleFold({ ...chosen, press }, row));
  const isDouble = model.press.key === row.key && msg.at - model.press.at <= DOUBLE_MS;
  const isSettled = msg.at - model.orderedAt > SETTLE_MS;
  if (isDouble && isSettled && placeOf(model) !== "peek")
    return goToRow({ ...chosen, press: { ...press, key: "" } }, row);
  return stay({ ...chosen, press });
}

/** The list is as wide the next time as the divider was let go at. */
function onUp(model: Model): Step {
  const next = { ...model, press: { ...model.press, drags: "" as const } };
  const { divider: columns } = geometryOf(model);
  if (model.press.drags !== "divider" || columns === null || model.listWidth === null)
    return stay(next);
  return [next, [{ type: "remember", fact: { what: "divider", columns } }]];
}

function onDrag(model: Model, msg: MouseMsg): Model {
  if (model.press.drags === "divider") return { ...model, listWidth: msg.x };
  return model.press.drags === "scroll" ? dragScroll(model, msg) : model;
}

function dragScroll(model: Model, msg: MouseMsg): Model {
  const { rows, above, bodyHeight } = listOf(model);
  const part = (msg.y - geometryOf(model).list.y - above) / Math.max(1, bodyHeight - 1);
  return scrollTo(model, Math.round(part * Math.max(0, rows.body.length - bodyHeight)));
}
