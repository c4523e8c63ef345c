import type { Filtered } from "./filter.ts";
import { filterRows } from "./filter.ts";
import { fieldText } from "./field.ts";
import { folderTyped, searchFolders } from "./folders.ts";
import { geometryOf, shelfRowsFor } from "./geometry.ts";
import type { Query } from "./match.ts";
import { parseQuery } from "./match.ts";
import type { Model } from "./model.ts";
import type { Row, RowKey, Rows } from "./rows.ts";
import { buildRows, freshRow, isSelectable } from "./rows.ts";

/** The list as it stands for one model: rows, and where they are drawn within the list's box. */
export type Listed = {
  readonly rows: Rows;
  /** What a filter looks for, and the rows that match it themselves; null without one. */
  readonly query: Query | null;
  readonly matches: ReadonlySet<RowKey> | null;
  /** Of a filter: what matched, of all that could; null without one. */
  readonly found: { readonly count: number; readonly total: number } | null;
  /** Rows the selection can stand on, shelf first. */
  readonly selectable: readonly Row[];
  /** Rows of the box above the scrolling part: the query's line, the shelf and its rule. */
  readonly above: number;
  readonly bodyHeight: number;
};

const NOTHING: Rows = { shelf: [], body: [] };
const listings = new WeakMap<Model, Listed>();

/** The model's list, made once per model. */
export function listOf(model: Model): Listed {
  const known = listings.get(model);
  if (known !== undefined) return known;
  const listed = makeList(model);
  listings.set(model, listed);
  return listed;
}

export const queryText = (model: Model): string =>
  model.filter === null ? "" : fieldText(model.filter).trim();

/** True while rows are chosen by a query; the search preset's empty query chooses nothing. */
function isFiltering(model: Model): boolean {
  if (model.filter === null) return false;
  return model.settings.preset === "modal" || queryText(model) !== "";
}

/** Folders stand under what a filter finds, where the config wants them. */
export const listsFolders = (model: Model): boolean =>
  model.settings.projectsInFilter && isFiltering(model);

const MOST_FOLDERS = 8;

/** The first folders that the filter's text finds and no workspace has, under a heading where there are any. */
function folderRows(model: Model): Row[] {
  if (!listsFolders(model)) return [];
  const text = queryText(model);
  const { rows, query } = searchFolders(model.folders, text, model.settings.preset);
  const isPath = folderTyped(text) !== null;
  const found = rows
    .filter(({ source }) => isPath || source !== "open")
    .slice(0, MOST_FOLDERS)
    .map((folder): Row => ({ kind: "folder", key: `folder:${folder.path}`, folder, query }));
  const hasHeading = found.length > 0 && geometryOf(model).size !== "list";
  return hasHeading ? [{ kind: "title", key: "title:folders", words: "folders" }, ...found] : found;
}

/** Class `list` is always flat, but for a machine without agents, whose workspaces it shows. */
export function isFlat(model: Model): boolean {
  if (geometryOf(model).size !== "list") return model.layout === "flat";
  return (model.machine.held?.agents.length ?? 0) > 0;
}

const queryOf = (model: Model): Query => parseQuery(queryText(model), model.settings.preset);

function filteredRows(model: Model): Filtered | null {
  const { held } = model.machine;
  if (held === null || !isFiltering(model)) return null;
  const order = model.settings.preset === "search" ? "best" : isFlat(model) ? "flat" : "tree";
  return filterRows(held, queryOf(model), order);
}

function plainRows(model: Model): Rows {
  const { held, now } = model.machine;
  if (held === null || now === null) return NOTHING;
  const { size, list } = geometryOf(model);
  return buildRows(held, now, {
    layout: isFlat(model) ? "flat" : "tree",
    depth: model.depth,
    sort: size === "list" ? "attention" : model.sort,
    folded: model.folded,
    only: model.only,
    shelfRows: shelfRowsFor(list.height - (model.filter === null ? 0 : 1)),
    headings: size !== "list",
  });
}

function makeList(model: Model): Listed {
  const filtered = filteredRows(model);
  const found = filtered?.rows ?? plainRows(model);
  const folders = folderRows(model);
  const rows = folders.length === 0 ? found : { ...found, body: [...found.body, ...folders] };
  const queryLine = model.filter === null ? 0 : 1;
  const above = queryLine + (rows.shelf.length === 0 ? 0 : rows.shelf.length + 1);
  return {
    rows,
    query: filtered === null ? null : queryOf(model),
    matches: filtered === null ? null : withKeys(filtered.matches, folders),
    found: filtered === null ? null : { count: filtered.count, total: filtered.total },
    selectable: [...rows.shelf, ...rows.body].filter(isSelectable),
    above,
    bodyHeight: Math.max(0, geometryOf(model).list.height - above),
  };
}

const withKeys = (keys: ReadonlySet<RowKey>, rows: readonly Row[]): ReadonlySet<RowKey> =>
  rows.length === 0 ? keys : new Set([...keys, ...rows.map(({ key }) => key)]);

/** The row with the newest words on it: a filter's rows are made once for a state, and drawn fresh. */
export function fresh(model: Model, row: Row): Row {
  const { now } = model.machine;
  return now === null ? row : freshRow(row, now);
}

export function selectedRow(model: Model): Row | null {
  const row = listOf(model).selectable.find(({ key }) => key === model.selection);
  return row === undefined ? null : fresh(model, row);
}

/** The last first row that still fills the list. */
export function lastTop(model: Model): number {
  const { rows, bodyHeight } = listOf(model);
  return Math.max(0, rows.body.length - bodyHeight);
}

/** The row of the list's box where a key is drawn; null when it is scrolled away or not there. */
export function lineOf(model: Model, key: RowKey): number | null {
  const { rows, above, bodyHeight } = listOf(model);
  const inShelf = rows.shelf.findIndex((row) => row.key === key);
  if (inShelf >= 0) return inShelf + (model.filter === null ? 0 : 1);
  const inBody = rows.body.findIndex((row) => row.key === key) - model.top;
  return inBody >= 0 && inBody < bodyHeight ? above + inBody : null;
}

/** The row drawn at a line of the list's box. */
export function rowAtLine(model: Model, line: number): Row | null {
  const { rows, above } = listOf(model);
  if (line < above) return rows.shelf[line - (model.filter === null ? 0 : 1)] ?? null;
  return rows.body[line - above + model.top] ?? null;
}
