import type { Action } from "./keymap.ts";
import { keysOf } from "./keys.ts";
import { listOf, lastTop, lineOf } from "./listing.ts";
import type { Model, Note } from "./model.ts";
import type { Row, RowKey } from "./rows.ts";
import { paneOf, spaceIdOf } from "./rows.ts";
import { inert } from "./text.ts";
import { agentKind, agentName } from "./world.ts";

const MARGIN = 2;
const NOTE_MS = 3_000;

/** Words in the footer for a while, in place of the keys. */
export function withNote(
  model: Model,
  text: string,
  role: Note["role"] = "dim",
  forMs = NOTE_MS,
): Model {
  return { ...model, note: { text, role, until: model.now + forMs } };
}

/** A note with the key behind it that leads on, as it is bound: `nothing takes text here: / opens the filter`. */
export function withKeyNote(model: Model, text: string, action: Action, does: string): Model {
  const [key] = keysOf(model.keymap, action);
  return withNote(model, key === undefined ? text : `${text}: ${key} ${does}`);
}

/** As far as there are rows. */
export function scrollTo(model: Model, top: number): Model {
  return { ...model, top: Math.max(0, Math.min(lastTop(model), top)) };
}

export const scrollBy = (model: Model, rows: number): Model => scrollTo(model, model.top + rows);

/** The view moved as little as shows the selection with `around` rows about it (cockpit.md §6.2). */
export function reveal(model: Model, around = MARGIN): Model {
  const { rows, bodyHeight } = listOf(model);
  const at = rows.body.findIndex(({ key }) => key === model.selection);
  if (bodyHeight === 0) return model;
  if (at < 0) return scrollTo(model, model.top);
  const margin = Math.min(around, Math.max(0, Math.floor((bodyHeight - 1) / 2)));
  const least = at + margin - bodyHeight + 1;
  return scrollTo(model, Math.max(least, Math.min(at - margin, model.top)));
}

/** Back from the peek, to the list with its selection in view. */
export const leavePeek = (model: Model): Model => reveal({ ...model, peeks: false });

export function select(model: Model, key: RowKey): Model {
  return reveal({ ...model, selection: key });
}

/** The row `by` selectable rows away, stopping at the ends. */
export function moveBy(model: Model, by: number): Model {
  const { selectable } = listOf(model);
  const at = selectable.findIndex(({ key }) => key === model.selection);
  const target = Math.max(0, Math.min(selectable.length - 1, at < 0 ? 0 : at + by));
  const row = selectable[target];
  return row === undefined ? model : select(model, row.key);
}

/** The row of the same pane, else of its workspace, else the first: after the list was built anew on purpose. */
export function selectThing(model: Model, row: Row | null): Model {
  const { selectable } = listOf(model);
  if (row === null) return select(model, selectable[0]?.key ?? "");
  const pane = paneOf(row)?.pane_id;
  const same = selectable.find(({ key }) => key === row.key);
  const ofPane = selectable.findLast(
    (other) => pane !== undefined && paneOf(other)?.pane_id === pane,
  );
  const space = selectable.find(
    (other) => other.kind === "space" && spaceIdOf(other) === spaceIdOf(row),
  );
  return select(model, (same ?? ofPane ?? space ?? selectable[0])?.key ?? "");
}

/** What to call a row in a sentence. */
export function rowName(row: Row): string {
  if (row.kind === "agent")
    return `${agentKind(row.agent)} ${agentName(row.agent, row.pane)}`.trim();
  if (row.kind === "shell") return inert(row.pane.tab_label);
  if (row.kind === "space") return row.space.name;
  if (row.kind === "folder") return row.folder.shown;
  return row.kind === "worktree" ? row.worktree.name : "";
}

function selectKept(before: Model, after: Model): Model {
  const line = lineOf(before, before.selection);
  const { rows, above } = listOf(after);
  const anchor = line === null ? listOf(before).rows.body[before.top]?.key : before.selection;
  const at = rows.body.findIndex(({ key }) => key === anchor);
  if (at < 0) return scrollTo(after, after.top);
  if (line === null) return scrollTo(after, at);
  // A shelf that grew may have taken that very row.
  return reveal(scrollTo(after, at - (line - above)), 0);
}

/** The next one of the shelf at the same place, with none left the agent's own row. */
function afterShelf(before: Model, after: Model, gone: Row): Model {
  const place = listOf(before).rows.shelf.findIndex(({ key }) => key === gone.key);
  const shelf = listOf(after).rows.shelf.filter((row) => row.kind === "agent");
  const next = shelf[Math.min(place, shelf.length - 1)];
  return next === undefined ? selectThing(after, gone) : select(after, next.key);
}

/** Row below at the same level, else above, else the parent (cockpit.md §6.1). */
function afterBody(before: Model, after: Model, gone: Row): Model {
  const rows = listOf(before).selectable;
  const at = rows.findIndex(({ key }) => key === gone.key);
  const there = new Set(listOf(after).selectable.map(({ key }) => key));
  const isLevel = (row: Row): boolean =>
    there.has(row.key) && (row.kind === "space") === (gone.kind === "space");
  const inSpace = (row: Row): boolean => isLevel(row) && spaceIdOf(row) === spaceIdOf(gone);
  const near = (fits: (row: Row) => boolean): Row | undefined =>
    rows.slice(at + 1).find(fits) ?? rows.slice(0, at).findLast(fits);
  const parent = listOf(after).selectable.find(
    (row) => row.kind === "space" && spaceIdOf(row) === spaceIdOf(gone),
  );
  const next = gone.kind === "space" ? near(isLevel) : (near(inSpace) ?? parent ?? near(isLevel));
  const moved = next === undefined ? selectThing(after, null) : select(after, next.key);
  return withNote(moved, `${rowName(gone)} has ended`);
}

/** The selection after rows came, went or moved by themselves: it is a thing, not a row number. */
export function keepSelection(before: Model, after: Model): Model {
  const listed = listOf(after);
  if (listed.selectable.some(({ key }) => key === before.selection))
    return selectKept(before, after);
  const gone = listOf(before).selectable.find(({ key }) => key === before.selection);
  if (gone === undefined) return selectThing(after, null);
  const wasOnShelf = gone.kind === "agent" && gone.where === "shelf";
  return wasOnShelf ? afterShelf(before, after, gone) : afterBody(before, after, gone);
}

/** The next (or previous) one that needs you or is done, wherever the selection stands; the note says when nobody is. */
export function nextUp(model: Model, by: 1 | -1, order: readonly string[]): Model {
  const { selectable, rows } = listOf(model);
  const rowFor = (paneId: string): Row | undefined =>
    rows.shelf.find((row) => paneOf(row)?.pane_id === paneId) ??
    selectable.find((row) => paneOf(row)?.pane_id === paneId);
  const stops = order.flatMap((paneId) => rowFor(paneId) ?? []);
  if (stops.length === 0) return withNote(model, "nobody needs you");
  const at = stops.findIndex(({ key }) => key === model.selection);
  const step = at < 0 ? (by > 0 ? 0 : stops.length - 1) : at + by;
  const next = stops[(step + stops.length) % stops.length];
  return next === undefined ? model : select(model, next.key);
}
