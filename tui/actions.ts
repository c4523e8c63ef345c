import { EMPTY_FIELD } from "./field.ts";
import { geometryOf } from "./geometry.ts";
import type { Action } from "./keymap.ts";
import { bindingOf } from "./keymap.ts";
import { listOf, selectedRow } from "./listing.ts";
import type { Model } from "./model.ts";
import {
  leavePeek,
  moveBy,
  nextUp,
  rowName,
  select,
  selectThing,
  withKeyNote,
  withNote,
} from "./moves.ts";
import { openFolder, openPicker } from "./picker.ts";
import {
  farthestScroll,
  historyWanted,
  previewHeight,
  scrollOf,
  selectedPane,
  wantedPane,
} from "./preview.ts";
import type { Row } from "./rows.ts";
import { spaceIdOf, waiting } from "./rows.ts";
import type { Depth } from "./settings.ts";
import type { Step } from "./step.ts";
import { stay } from "./step.ts";

/** A change of how the list is built, with the selection staying on its thing. */
function rebuilt(model: Model, change: Partial<Model>): Model {
  return selectThing({ ...model, ...change }, selectedRow(model));
}

const NEXT_DEPTH: Readonly<Record<Depth, Depth>> = {
  sessions: "agents",
  agents: "all",
  all: "sessions",
};
const DEPTH_WORDS: Readonly<Record<Depth, string>> = {
  sessions: "workspaces only",
  agents: "workspaces and agents",
  all: "every pane",
};

const isSpace = (row: Row): boolean => row.kind === "space";

function nextSpace(model: Model, by: 1 | -1): Model {
  const { selectable } = listOf(model);
  const at = selectable.findIndex(({ key }) => key === model.selection);
  const next =
    by > 0 ? selectable.slice(at + 1).find(isSpace) : selectable.slice(0, at).findLast(isSpace);
  if (next !== undefined) return select(model, next.key);
  const isTree = selectable.some(isSpace);
  return isTree
    ? withNote(model, "no workspace that way")
    : withKeyNote(model, "a flat list has no workspaces", "layout", "shows the tree");
}

function foldedWith(model: Model, spaceId: string, folds: boolean): ReadonlySet<string> {
  const folded = new Set(model.folded);
  if (folds) folded.add(spaceId);
  else folded.delete(spaceId);
  return folded;
}

function fold(model: Model): Model {
  const row = selectedRow(model);
  if (row === null) return model;
  const parent = `map:${spaceIdOf(row)}`;
  if (row.kind === "space") {
    return row.fold === "open"
      ? rebuilt(model, { folded: foldedWith(model, spaceIdOf(row), true) })
      : withNote(model, `nothing to fold at ${rowName(row)}`);
  }
  const isThere = listOf(model).selectable.some(({ key }) => key === parent);
  return isThere ? select(model, parent) : withNote(model, "nothing to fold here");
}

function unfold(model: Model): Model {
  const row = selectedRow(model);
  if (row?.kind !== "space" || row.fold === "leaf")
    return withNote(model, "nothing to unfold here");
  return row.fold === "folded"
    ? rebuilt(model, { folded: foldedWith(model, spaceIdOf(row), false) })
    : moveBy(model, 1);
}

/** Folds or unfolds the workspace of that row, as a click on its mark does. */
export function toggleFold(model: Model, row: Row): Model {
  if (row.kind !== "space" || row.fold === "leaf") return model;
  return rebuilt(model, { folded: foldedWith(model, spaceIdOf(row), row.fold === "open") });
}

function isThere(model: Model, target: string): boolean {
  const { now } = model.machine;
  return (
    now?.panes.some(({ pane_id }) => pane_id === target) === true ||
    now?.spaces.some(({ workspace_id }) => workspace_id === target) === true
  );
}

/** Rows that are as last heard may be of panes that are gone: nothing is done to them. */
const notYet = (model: Model): Step =>
  stay(withNote(model, "not yet: these rows are as last heard, the machine has not spoken"));

/**
 * Goes to a pane or workspace, of the tmux server that was drawn: never to another's of the same id. From a row that is
 * as last heard, only once the machine has told that it is there.
 */
export function goTo(model: Model, target: string, name: string): Step {
  const { hello, isRecalled } = model.machine;
  if (isRecalled) {
    const wish = { target, name, at: model.now };
    return stay(withNote({ ...model, wish }, `going to ${name} once this machine has spoken`));
  }
  if (hello === null || !isThere(model, target))
    return stay(withNote(model, "that pane is gone", "error"));
  const running = { words: `going to ${name}`, since: model.now, step: 0 };
  return [
    { ...model, running },
    [
      { type: "go", target, server: hello.server },
      { type: "timer", name: "spinner", afterMs: 250 },
    ],
  ];
}

export function goToRow(model: Model, row: Row | null): Step {
  if (row === null) return stay(withNote(model, "nothing is selected"));
  if (row.kind === "worktree")
    return stay(withNote(model, "opening a closed worktree comes with a later version"));
  if (row.kind === "folder") return openFolder(model, row.folder);
  const pane = selectedPane(row);
  return goTo(model, pane?.pane_id ?? spaceIdOf(row), rowName(row));
}

function answer(action: Action): (model: Model) => Step {
  return (model) => {
    if (model.machine.isRecalled) return notYet(model);
    const row = selectedRow(model);
    const asks = row?.kind === "agent" && row.agent.agent_status === "blocked";
    const words = asks ? (bindingOf(action).later ?? "") : "nothing to answer here";
    return stay(withNote(model, words));
  };
}

function later(action: Action): (model: Model) => Step {
  return (model) => stay(withNote(model, bindingOf(action).later ?? ""));
}

function waitingPanes(model: Model): string[] {
  const { held } = model.machine;
  return held === null ? [] : waiting(held).map(({ pane_id }) => pane_id);
}

/** Rows back from the end; what is not known to be there yet is asked for. */
export function scrollPreview(model: Model, rows: number): Step {
  const pane = wantedPane(model);
  if (pane === "") return stay(withNote(model, "no screen to scroll here"));
  const scrolls = new Map(model.preview.scrolls);
  const most = farthestScroll(model, pane);
  scrolls.set(pane, Math.max(0, Math.min(most, scrollOf(model, pane) + rows)));
  const history = historyWanted({ ...model, preview: { ...model.preview, scrolls } }, pane);
  const isWhole = model.preview.isWhole && history <= historyWanted(model, pane);
  return [
    { ...model, preview: { ...model.preview, scrolls, isWhole } },
    [{ type: "watch", pane, history }],
  ];
}

function scrollSideways(model: Model, cells: number): Step {
  const sideways = Math.max(0, model.preview.sideways + cells);
  return stay({ ...model, preview: { ...model.preview, sideways } });
}

function pageOf(model: Model): number {
  return Math.max(1, listOf(model).bodyHeight - 1);
}

const halfPage = (model: Model): number => Math.max(1, Math.floor(previewHeight(model) / 2));

/** In a peek the keys that move scroll what is peeked at. */
function moving(inList: (model: Model) => Model, inPeek: (model: Model) => Step) {
  return (model: Model): Step => (model.peeks ? inPeek(model) : stay(inList(model)));
}

function ends(model: Model, key: "first" | "last"): Model {
  const row = key === "first" ? listOf(model).selectable[0] : listOf(model).selectable.at(-1);
  return row === undefined ? model : select(model, row.key);
}

function openFilter(model: Model): Model {
  const folders = { ...model.folders, within: null };
  const opened = { ...model, folders, filter: EMPTY_FIELD, beforeFilter: model.selection };
  return selectThing(opened, selectedRow(model));
}

function setDepth(model: Model): Model {
  const depth = NEXT_DEPTH[model.depth];
  return withNote(rebuilt(model, { depth }), `shown: ${DEPTH_WORDS[depth]}`);
}

function setLayout(model: Model): Model {
  const layout = model.layout === "tree" ? "flat" : "tree";
  if (geometryOf(model).size === "list")
    return withNote(model, "this size is always flat: 60 columns and 20 rows show the tree");
  return withNote(rebuilt(model, { layout }), `layout: ${layout}`);
}

function setSort(model: Model): Model {
  const sort = model.sort === "attention" ? "sessions" : "attention";
  const words = sort === "attention" ? "who needs you first" : "by workspace";
  return withNote(rebuilt(model, { sort }), `order: ${words}`);
}

function setPreview(model: Model): Model {
  if (geometryOf(model).size === "list")
    return withKeyNote(model, "no room for a preview beside the list", "peek", "peeks");
  return rebuilt(model, { showsPreview: !model.showsPreview });
}

function explain(model: Model): Step {
  return selectedRow(model)?.kind === "agent"
    ? stay({ ...model, explains: true })
    : stay(withNote(model, "only an agent has a state to explain"));
}

function peek(model: Model): Step {
  if (model.peeks) return stay(leavePeek(model));
  if (model.machine.isRecalled) return notYet(model);
  return wantedPane({ ...model, peeks: true }) === ""
    ? stay(withNote(model, "only a pane can be peeked at"))
    : stay({ ...model, peeks: true });
}

/** What each action does. */
export const RUN: Readonly<Record<Action, (model: Model) => Step>> = {
  move_down: moving(
    (model) => moveBy(model, 1),
    (model) => scrollPreview(model, -1),
  ),
  move_up: moving(
    (model) => moveBy(model, -1),
    (model) => scrollPreview(model, 1),
  ),
  first: moving(
    (model) => ends(model, "first"),
    (model) => scrollPreview(model, model.preview.screen?.history ?? 0),
  ),
  last: moving(
    (model) => ends(model, "last"),
    (model) => scrollPreview(model, -1_000_000),
  ),
  next_session: (model) => stay(nextSpace(model, 1)),
  previous_session: (model) => stay(nextSpace(model, -1)),
  fold: (model) => stay(fold(model)),
  unfold: (model) => stay(unfold(model)),
  next_up: (model) => stay(nextUp(model, 1, waitingPanes(model))),
  previous_up: (model) => stay(nextUp(model, -1, waitingPanes(model))),
  page_down: moving(
    (model) => moveBy(model, pageOf(model)),
    (model) => scrollPreview(model, -halfPage(model)),
  ),
  page_up: moving(
    (model) => moveBy(model, -pageOf(model)),
    (model) => scrollPreview(model, halfPage(model)),
  ),
  go: (model) => goToRow(model, selectedRow(model)),
  peek,
  approve: answer("approve"),
  approve_always: answer("approve_always"),
  deny: answer("deny"),
  choose: answer("choose"),
  type: later("type"),
  image_paste: later("image_paste"),
  explain,
  new_session: openPicker,
  new_worktree: later("new_worktree"),
  open_worktree: later("open_worktree"),
  rename: later("rename"),
  close: later("close"),
  copy_id: later("copy_id"),
  copy_preview: later("copy_preview"),
  links: later("links"),
  filter: (model) => stay(model.filter === null ? openFilter(model) : model),
  depth: (model) => stay(setDepth(model)),
  layout: (model) => stay(setLayout(model)),
  sort: (model) => stay(setSort(model)),
  preview: (model) => stay(setPreview(model)),
  scroll_down: (model) => scrollPreview(model, -halfPage(model)),
  scroll_up: (model) => scrollPreview(model, halfPage(model)),
  scroll_right: (model) => scrollSideways(model, 8),
  scroll_left: (model) => scrollSideways(model, -8),
  machines: later("machines"),
  retry: (model) => [withNote(model, "reading all again"), [{ type: "restart-feed" }]],
  options: later("options"),
  restore: later("restore"),
  suspend: (model) =>
    model.home.kind === "terminal"
      ? [model, [{ type: "suspend" }]]
      : stay(withKeyNote(model, "it stops only in a terminal of its own", "quit", "leaves")),
  redraw: (model) => [model, [{ type: "redraw" }]],
  help: (model) => stay({ ...model, help: { query: EMPTY_FIELD, at: 0 } }),
  quit: (model) => [{ ...model, quits: true }, [{ type: "quit" }]],
};
