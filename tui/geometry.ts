import { showsHints } from "./hints.ts";
import type { Model, Size } from "./model.ts";

export type SizeClass = "side" | "stack" | "list" | "line";
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Where everything stands on the screen, for the view to draw and for a click to hit (cockpit.md §2.1). */
export type Geometry = {
  readonly size: SizeClass;
  /** What header, footer and first-run line leave. */
  readonly body: Box;
  readonly list: Box;
  /** The preview's whole box, its title included; null where there is none. */
  readonly preview: Box | null;
  /** The one line of class `list` that shows the selected row's full text. */
  readonly detail: number | null;
  readonly footer: number;
  /** The column of side's divider. */
  readonly divider: number | null;
};

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

export function sizeClass({ columns, rows }: Size): SizeClass {
  if (columns >= 100 && rows >= 16) return "side";
  if (columns >= 60 && columns < 100 && rows >= 20) return "stack";
  return columns >= 40 && rows >= 12 ? "list" : "line";
}

/** The list's width in class side: 42 % of the screen, or what the divider was dragged to. */
function sideListWidth(columns: number, dragged: number | null): number {
  return clamp(dragged ?? Math.floor(columns * 0.42), 46, Math.min(72, columns - 46));
}

/** All between header and footer, and above the first-run line while there is one. */
function whole(model: Model): Box {
  const { columns, rows } = model.size;
  const below = showsHints(model) ? 2 : 1;
  return { x: 0, y: 1, width: columns, height: Math.max(0, rows - 1 - below) };
}

function sideGeometry(model: Model): Geometry {
  const body = whole(model);
  const footer = model.size.rows - 1;
  const none = { size: "side" as const, body, detail: null, footer, divider: null };
  if (model.peeks) return { ...none, list: { ...body, width: 0 }, preview: body };
  if (!model.showsPreview) return { ...none, list: body, preview: null };
  const width = sideListWidth(model.size.columns, model.listWidth);
  const preview = { ...body, x: width + 1, width: body.width - width - 1 };
  return { ...none, list: { ...body, width }, preview, divider: width };
}

function stackGeometry(model: Model): Geometry {
  const body = whole(model);
  const footer = model.size.rows - 1;
  const none = { size: "stack" as const, body, detail: null, footer, divider: null };
  if (model.peeks) return { ...none, list: { ...body, height: 0 }, preview: body };
  if (!model.showsPreview) return { ...none, list: body, preview: null };
  const height = clamp(Math.floor(model.size.rows * 0.42), 9, 16);
  const list = { ...body, height: body.height - height };
  return { ...none, list, preview: { ...body, y: list.y + list.height, height } };
}

function listGeometry(model: Model): Geometry {
  const body = whole(model);
  const footer = model.size.rows - 1;
  if (model.peeks) {
    const list = { ...body, height: 0 };
    return { size: "list", body, list, preview: body, detail: null, footer, divider: null };
  }
  const list = { ...body, height: body.height - 1 };
  const detail = body.y + body.height - 1;
  return { size: "list", body, list, preview: null, detail, footer, divider: null };
}

/** Pure and cheap: asked anew by whoever draws or hits something. */
export function geometryOf(model: Model): Geometry {
  const size = sizeClass(model.size);
  if (size === "side") return sideGeometry(model);
  if (size === "stack") return stackGeometry(model);
  if (size === "list") return listGeometry(model);
  const list = { x: 0, y: 0, width: model.size.columns, height: 0 };
  return { size, body: list, list, preview: null, detail: null, footer: 0, divider: null };
}

/** At most a third of the list's rows, between 2 and 8 (cockpit.md §2.3). */
export function shelfRowsFor(listHeight: number): number {
  return clamp(Math.floor(listHeight / 3), 2, 8);
}

/** The box that a picker stands in; where it would not fit it takes all between header and footer. */
export function pickerPlace({ columns, rows }: Size): Box {
  const width = columns < 60 ? columns : Math.min(76, columns - 8);
  const height = rows < 20 ? Math.max(0, rows - 2) : Math.min(24, rows - 8);
  const x = Math.floor((columns - width) / 2);
  return { x, y: Math.max(1, Math.floor((rows - height) / 2)), width, height };
}

/** A picker's edges, its query, the rule and the line below it. */
const PICKER_FIXED = 5;

/** Rows of the picker's list, while what it says below takes one line. */
export const pickerRows = (size: Size): number => pickerPlace(size).height - PICKER_FIXED;
