import { goTo, RUN } from "./actions.ts";
import type { Field } from "./field.ts";
import { edit, EMPTY_FIELD, fieldText, insert } from "./field.ts";
import { foundLines } from "./help.ts";
import { actionOf, keysOf, tmuxKey } from "./keys.ts";
import { listOf, selectedRow } from "./listing.ts";
import type { Model } from "./model.ts";
import { placeOf } from "./model.ts";
import { leavePeek, select, selectThing, withKeyNote, withNote } from "./moves.ts";
import { onPickerKey, pickerText } from "./picker.ts";
import type { KeyPress } from "./msg.ts";
import { waiting } from "./rows.ts";
import type { Step } from "./step.ts";
import { stay } from "./step.ts";

/** In the popup tmux's bindings are off, so the program knows the prefix itself (cockpit.md §5.7). */
function onPrefix(model: Model, press: KeyPress): Step | null {
  const tmux = model.machine.hello?.tmux;
  if (model.home.kind !== "popup" || tmux === undefined) return null;
  const isKey = (spelled: string): boolean => spelled !== "" && tmuxKey(spelled) === press.key;
  if (!model.sawPrefix) {
    const isPrefix = isKey(tmux.prefix) || isKey(tmux.prefix2);
    return isPrefix ? stay({ ...model, sawPrefix: true }) : null;
  }
  const done = { ...model, sawPrefix: false };
  if (press.key === "Esc") return stay(done);
  if (isKey(tmux.popup_key)) return [{ ...done, quits: true }, [{ type: "quit" }]];
  if (isKey(tmux.notification_key)) return goToNext(done);
  return stay(withNote(done, `tmux's bindings are off in a popup: ${press.key} did nothing`));
}

function goToNext(model: Model): Step {
  const { now } = model.machine;
  const next = now === null ? undefined : waiting(now)[0];
  return next === undefined
    ? stay(withNote(model, "nobody needs you"))
    : goTo(model, next.pane_id, next.name || next.agent);
}

/** What a key does, by who has the keyboard (cockpit.md §5.5). */
export function onKey(model: Model, press: KeyPress): Step {
  const prefixed = onPrefix(model, press);
  if (prefixed !== null) return prefixed;
  switch (placeOf(model)) {
    case "help":
      return onHelpKey(model, press);
    case "box":
      return onBoxKey(model, press);
    case "peek":
      return onPeekKey(model, press);
    case "list":
      return onListKey(model, press);
    case "picker":
      return onPickerKey(model, press) ?? unbound(model, press);
    default:
      return onFieldKey(model, press);
  }
}

function unbound(model: Model, { key }: KeyPress): Step {
  const isTyping = placeOf(model) !== "list" && placeOf(model) !== "peek";
  const help = keysOf(model.keymap, "help").find((one) => !isTyping || one.length > 1);
  const hint = help === undefined ? "" : `: ${help} shows every key`;
  return stay(withNote(model, `${key} does nothing here${hint}`));
}

function onListKey(model: Model, press: KeyPress): Step {
  const action = actionOf(model.keymap, "list", press.key);
  if (action !== null) return RUN[action](model);
  return press.key === "Esc" ? onListEsc(model) : unbound(model, press);
}

/** In `taw ui` Esc closes; in `taw app` it takes off the header's filter, and it never quits. */
function onListEsc(model: Model): Step {
  if (model.only !== null) return stay(selectThing({ ...model, only: null }, selectedRow(model)));
  if (model.home.kind === "popup") return RUN.quit(model);
  return stay(withKeyNote(model, "Esc does not leave here", "quit", "leaves"));
}

function onPeekKey(model: Model, press: KeyPress): Step {
  if (press.key === "Esc") return stay(leavePeek(model));
  const action = actionOf(model.keymap, "peek", press.key);
  return action === null ? unbound(model, press) : RUN[action](model);
}

/** C-c leaves from everywhere but a text field; `q` in a box is its end first. */
function onBoxKey(model: Model, press: KeyPress): Step {
  if (press.key === "C-c") return RUN.quit(model);
  const action = actionOf(model.keymap, "peek", press.key);
  const closes = ["Esc", "Enter", "Space", "q"].includes(press.key) || action === "explain";
  return closes
    ? stay({ ...model, explains: false })
    : stay(withNote(model, "Esc closes the box first"));
}

/** The filter and the search preset's query: what types is text, then the keys of the place, then editing. */
function onFieldKey(model: Model, press: KeyPress): Step {
  const place = placeOf(model);
  const field = model.filter ?? EMPTY_FIELD;
  if (press.typed !== "") return stay(withQuery(model, insert(field, press.typed)));
  if (place === "filter" && (press.key === "Esc" || press.key === "C-c"))
    return stay(closeFilter(model));
  const isEmptyQuery = place === "query" && fieldText(field) === "";
  const action = actionOf(model.keymap, place, press.key);
  if (action !== null) return RUN[action](model);
  if (isEmptyQuery && press.key === "C-d") return RUN.quit(model);
  const edited = edit(field, press.key, "", place === "query" ? "fzf" : "herdr");
  return edited === null ? unbound(model, press) : stay(withQuery(model, edited));
}

/** A changed query takes the first row, as fzf does: in the tree the first that matches itself. */
function withQuery(model: Model, filter: Field): Model {
  const after = { ...model, filter, top: 0 };
  if (fieldText(filter) === fieldText(model.filter ?? EMPTY_FIELD)) return after;
  const { selectable, matches } = listOf(after);
  const first = selectable.find(({ key }) => matches?.has(key)) ?? selectable[0];
  return select(after, first?.key ?? "");
}

function closeFilter(model: Model): Model {
  const closed = { ...model, filter: null };
  const isThere = listOf(closed).selectable.some(({ key }) => key === model.beforeFilter);
  return isThere ? select(closed, model.beforeFilter) : selectThing(closed, selectedRow(model));
}

/** Pasted text goes where typed text would. */
export function onText(model: Model, text: string): Model {
  if (model.help !== null)
    return { ...model, help: { query: insert(model.help.query, text), at: 0 } };
  // A path that was copied with the end of its line is that path.
  if (model.picker !== null) return pickerText(model, text.replace(/[\r\n]+$/, ""));
  if (model.filter !== null) return withQuery(model, insert(model.filter, text));
  return withKeyNote(model, "nothing takes text here", "filter", "opens the filter");
}

const HELP_MOVES: Readonly<Record<string, number>> = {
  Down: 1,
  "C-n": 1,
  Tab: 1,
  Up: -1,
  "C-p": -1,
  "S-Tab": -1,
  PgDn: 8,
  PgUp: -8,
};

function onHelpKey(model: Model, press: KeyPress): Step {
  const { help } = model;
  if (help === null) return stay(model);
  const closed = { ...model, help: null };
  if (["Esc", "C-c", "F1"].includes(press.key)) return stay(closed);
  const lines = foundLines(model, help.query);
  if (press.key === "Enter") {
    const line = lines[help.at];
    return line === undefined ? stay(model) : RUN[line.action]({ ...closed, picker: null });
  }
  const by = HELP_MOVES[press.key];
  if (by !== undefined) {
    const at = Math.max(0, Math.min(lines.length - 1, help.at + by));
    return stay({ ...model, help: { ...help, at } });
  }
  const query = edit(help.query, press.key, press.typed, "herdr");
  return query === null ? unbound(model, press) : stay({ ...model, help: { query, at: 0 } });
}
