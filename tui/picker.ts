import { edit, EMPTY_FIELD, fieldText, insert } from "./field.ts";
import type { Field } from "./field.ts";
import type { Folder, FolderList, FolderSearch } from "./folders.ts";
import { folderTyped, isTypedAs, searchFolders } from "./folders.ts";
import type { Action } from "./keymap.ts";
import { bindingOf } from "./keymap.ts";
import { actionOf } from "./keys.ts";
import { listOf, listsFolders, queryText } from "./listing.ts";
import type { Model, Picker } from "./model.ts";
import { EMPTY_PICKER } from "./model.ts";
import { select, withNote } from "./moves.ts";
import type { Cmd, KeyPress, Msg } from "./msg.ts";
import { pickerRows } from "./geometry.ts";
import type { Step } from "./step.ts";
import { stay } from "./step.ts";

/** The picker for a new workspace: its list, its keys, and what comes of Enter (cockpit.md §2.7). */

export const KNOWN_FOLDERS: Cmd = { type: "list-folders", within: null };
const WARNED_MS = 10_000;
const TOLD_MS = 5_000;

/** What was listed before is there at once; it is asked for anew. */
export const openPicker = (model: Model): Step => [
  { ...model, picker: EMPTY_PICKER, folders: { ...model.folders, within: null } },
  [KNOWN_FOLDERS],
];

/** The row the selection stands on; -1 without rows. */
export type PickerList = FolderSearch & { readonly at: number };

const lists = new WeakMap<Model, PickerList>();

/** The picker's rows, made once per model. */
export function pickerList(model: Model): PickerList {
  const known = lists.get(model);
  if (known !== undefined) return known;
  const made = makeList(model, model.picker ?? EMPTY_PICKER);
  lists.set(model, made);
  return made;
}

function makeList({ folders, settings }: Model, { field, selected }: Picker): PickerList {
  const search = searchFolders(folders, fieldText(field), settings.preset);
  const place = search.rows.findIndex(({ path }) => path === selected);
  return { ...search, at: search.rows.length === 0 ? -1 : Math.max(0, place) };
}

export function pickedFolder(model: Model): Folder | null {
  const { rows, at } = pickerList(model);
  return rows[at] ?? null;
}

function change(model: Model, part: Partial<Picker>): Model {
  return model.picker === null ? model : { ...model, picker: { ...model.picker, ...part } };
}

/** Changed words take the first row. */
function withField(model: Model, field: Field): Model {
  const isSame = fieldText(field) === fieldText(model.picker?.field ?? EMPTY_FIELD);
  return change(model, isSame ? { field } : { ...EMPTY_PICKER, field });
}

/** Text that was typed or pasted into the picker. */
export const pickerText = (model: Model, text: string): Model =>
  withField(model, insert(model.picker?.field ?? EMPTY_FIELD, text));

export function pickRow(model: Model, row: Folder | undefined): Model {
  return row === undefined ? model : change(model, { selected: row.path, problem: "" });
}

/** The row `by` rows away, stopping at the ends. */
export function moveInPicker(model: Model, by: number): Model {
  const { rows, at } = pickerList(model);
  return pickRow(model, rows[Math.max(0, Math.min(rows.length - 1, at + by))]);
}

/** Opened by `--new-session` the popup closes with it (plugin spec, `taw ui open`). */
export function closePicker(model: Model): Step {
  if (model.home.newSession) return [{ ...model, quits: true }, [{ type: "quit" }]];
  return stay({ ...model, picker: null });
}

/** `C-l`: the selected folder's path is what was typed, and what is in it is listed. */
function completePath(model: Model): Step {
  const folder = pickedFolder(model);
  if (folder === null) return stay(withNote(model, "no folder to complete to"));
  return stay(withField(model, insert(EMPTY_FIELD, typedAs(folder))));
}

/** The path as a person types it; one that is drawn otherwise than it is, from the root. */
const typedAs = ({ path, shown }: Folder): string => {
  const isPlain = shown === "~" || path.endsWith(shown.replace(/^~/, ""));
  return (isPlain ? shown : path).replace(/\/?$/, "/");
};

export function openPicked(model: Model): Step {
  const folder = pickedFolder(model);
  if (folder !== null) return openFolder(change(model, { problem: "" }), folder);
  if (!pickerList(model).isAwaited) return stay(withNote(model, "no folder is selected"));
  return stay(
    typedFolder(model) === null
      ? withNote(model, "not yet: the folders are being read")
      : change(model, { awaits: true }),
  );
}

/** The folder that was typed in full, once the folder above it is read. */
function openAwaited(model: Model): Step {
  if (model.picker?.awaits !== true || pickerList(model).isAwaited) return stay(model);
  const next = change(model, { awaits: false });
  const [best] = pickerList(model).rows;
  const isTyped = best !== undefined && isTypedAs(best, fieldText(model.picker.field));
  return isTyped ? openFolder(next, best) : stay(next);
}

/** Opens the workspace of a folder and goes there, one at a time. */
export function openFolder(model: Model, { path, shown }: Folder): Step {
  if (model.opening !== "") return stay(model);
  const running = { words: `opening ${shown}`, since: model.now, step: 0 };
  return [
    { ...model, running, opening: path },
    [
      { type: "open-folder", path, attaches: model.home.kind === "terminal" },
      { type: "timer", name: "spinner", afterMs: 250 },
    ],
  ];
}

const pageOf = (model: Model): number => Math.max(1, pickerRows(model.size) - 1);

/** What actions do in the picker, by the keys that they have elsewhere. */
const ACTS: Readonly<Partial<Record<Action, (model: Model) => Step>>> = {
  go: openPicked,
  move_down: (model) => stay(moveInPicker(model, 1)),
  move_up: (model) => stay(moveInPicker(model, -1)),
  page_down: (model) => stay(moveInPicker(model, pageOf(model))),
  page_up: (model) => stay(moveInPicker(model, -pageOf(model))),
  help: (model) => stay({ ...model, help: { query: EMPTY_FIELD, at: 0 } }),
};

const KEYS: Readonly<Record<string, (model: Model) => Step>> = {
  Esc: closePicker,
  "C-c": closePicker,
  "C-l": completePath,
  Tab: (model) => stay(withNote(model, bindingOf("machines").later ?? "")),
};

/** What a key does in the picker; null for none. The field's editing keys are fixed, before what `[keys]` binds. */
export function onPickerKey(model: Model, press: KeyPress): Step | null {
  if (press.typed !== "") return stay(pickerText(model, press.typed));
  const own = Object.hasOwn(KEYS, press.key) ? KEYS[press.key] : undefined;
  if (own !== undefined) return own(model);
  const edited = edit(model.picker?.field ?? EMPTY_FIELD, press.key, "", "herdr");
  if (edited !== null) return stay(withField(model, edited));
  const action = actionOf(model.keymap, "picker", press.key);
  return action === null ? null : (ACTS[action]?.(model) ?? null);
}

/** The typed folder whose folders are listed, by the picker or else by the filter; null for none. */
function typedFolder(model: Model): string | null {
  if (model.picker !== null) return folderTyped(fieldText(model.picker.field));
  return listsFolders(model) ? folderTyped(queryText(model)) : null;
}

/** What has to be asked for now that it was not before. */
export function foldersToAsk(before: Model, after: Model): Cmd[] {
  const cmds: Cmd[] = [];
  if (listsFolders(after) && !listsFolders(before)) cmds.push(KNOWN_FOLDERS);
  const within = typedFolder(after);
  const isNew = within !== typedFolder(before) && within !== after.folders.within?.within;
  if (within !== null && isNew) cmds.push({ type: "list-folders", within });
  return cmds;
}

/** A list that came; one of a folder that is no longer the typed one is too late. */
export function onFolders(model: Model, list: FolderList): Step {
  const { folders } = model;
  if (list.within === null)
    return stay(withSelection({ ...model, folders: { ...folders, known: list } }));
  if (list.within !== typedFolder(model)) return stay(model);
  return openAwaited(withSelection({ ...model, folders: { ...folders, within: list } }));
}

/** A filter that has found nothing until now takes the first folder that came. */
function withSelection(model: Model): Model {
  const { selectable } = listOf(model);
  const isOne = selectable.some(({ key }) => key === model.selection);
  const [first] = selectable;
  return isOne || first === undefined || !listsFolders(model) ? model : select(model, first.key);
}

export function onOpened(model: Model, msg: Extract<Msg, { type: "opened" }>): Step {
  const { opened, problem } = msg;
  const stop: Cmd = { type: "stop-timer", name: "spinner" };
  const done = { ...model, running: null, opening: "" };
  if (problem !== "") return [withProblem(done, problem), [stop]];
  if (model.home.kind === "popup") return [{ ...done, quits: true }, [stop, { type: "quit" }]];
  const note = opened === null ? "opened" : wordsOf(opened, msg.cameBack);
  return [withNote({ ...done, picker: null }, note, "dim", TOLD_MS), [stop]];
}

/** The picker stays with what the verb said; where it was closed meanwhile, the footer says it. */
function withProblem(model: Model, problem: string): Model {
  if (model.picker !== null) return change(model, { problem });
  return withNote(model, problem, "error", WARNED_MS);
}

function wordsOf(
  { session, isCreated, collision }: NonNullable<Extract<Msg, { type: "opened" }>["opened"]>,
  cameBack: boolean,
): string {
  if (cameBack) return `back from ${session}`;
  if (!isCreated) return `went to ${session}`;
  return collision === "" ? `made ${session}` : `made ${session}: ${collision}`;
}
