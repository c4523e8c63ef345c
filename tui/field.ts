import { graphemesOf, inert, widthOf } from "./text.ts";

/** A one-line text field: its graphemes, the cursor between them, and what was cut last. */
export type Field = {
  readonly text: readonly string[];
  readonly cursor: number;
  readonly cut: string;
};

export const EMPTY_FIELD: Field = { text: [], cursor: 0, cut: "" };

/** `herdr`'s words end at blanks and at punctuation runs; `fzf`'s are letters and digits (spec, `[keys] preset`). */
export type WordRule = "herdr" | "fzf";

export const fieldText = (field: Field): string => field.text.join("");

/** Cells between the field's start and the cursor. */
export const cursorCells = (field: Field): number =>
  widthOf(field.text.slice(0, field.cursor).join(""));

/** Typed or pasted text at the cursor; line breaks become blanks. */
export function insert(field: Field, text: string): Field {
  const added = graphemesOf(inert(text));
  return {
    ...field,
    text: [...field.text.slice(0, field.cursor), ...added, ...field.text.slice(field.cursor)],
    cursor: field.cursor + added.length,
  };
}

type Class = "blank" | "word" | "sign";

function classOf(grapheme: string, rule: WordRule): Class {
  if (/[\p{L}\p{N}]/u.test(grapheme)) return "word";
  if (rule === "fzf") return "blank";
  if (grapheme.trim() === "") return "blank";
  return grapheme === "_" ? "word" : "sign";
}

function wordBack(field: Field, rule: WordRule): number {
  let at = field.cursor;
  while (at > 0 && classOf(field.text[at - 1] ?? "", rule) === "blank") at -= 1;
  const kind = classOf(field.text[at - 1] ?? "", rule);
  while (at > 0 && classOf(field.text[at - 1] ?? "", rule) === kind) at -= 1;
  return at;
}

function wordForward(field: Field, rule: WordRule): number {
  const end = field.text.length;
  let at = field.cursor;
  while (at < end && classOf(field.text[at] ?? "", rule) === "blank") at += 1;
  const kind = classOf(field.text[at] ?? "", rule);
  while (at < end && classOf(field.text[at] ?? "", rule) === kind) at += 1;
  return at;
}

/** Whitespace words, as C-w takes them everywhere. */
function blankBack(field: Field): number {
  let at = field.cursor;
  while (at > 0 && (field.text[at - 1] ?? "").trim() === "") at -= 1;
  while (at > 0 && (field.text[at - 1] ?? "").trim() !== "") at -= 1;
  return at;
}

function moveTo(field: Field, cursor: number): Field {
  return { ...field, cursor: Math.max(0, Math.min(field.text.length, cursor)) };
}

/** Without the graphemes between two places; `keeps` remembers them for C-y. */
function cutOut(field: Field, from: number, to: number, keeps: boolean): Field {
  const start = Math.max(0, from);
  const cut = field.text.slice(start, to).join("");
  return {
    text: [...field.text.slice(0, start), ...field.text.slice(to)],
    cursor: start,
    cut: keeps && cut !== "" ? cut : field.cut,
  };
}

const EDITS: Readonly<Record<string, (field: Field, rule: WordRule) => Field>> = {
  "C-a": (field) => moveTo(field, 0),
  Home: (field) => moveTo(field, 0),
  "C-e": (field) => moveTo(field, field.text.length),
  End: (field) => moveTo(field, field.text.length),
  "C-b": (field) => moveTo(field, field.cursor - 1),
  Left: (field) => moveTo(field, field.cursor - 1),
  "C-f": (field) => moveTo(field, field.cursor + 1),
  Right: (field) => moveTo(field, field.cursor + 1),
  "M-b": (field, rule) => moveTo(field, wordBack(field, rule)),
  "M-f": (field, rule) => moveTo(field, wordForward(field, rule)),
  "C-h": (field) => cutOut(field, field.cursor - 1, field.cursor, false),
  Backspace: (field) => cutOut(field, field.cursor - 1, field.cursor, false),
  "C-d": (field) => cutOut(field, field.cursor, field.cursor + 1, false),
  Delete: (field) => cutOut(field, field.cursor, field.cursor + 1, false),
  "C-w": (field) => cutOut(field, blankBack(field), field.cursor, true),
  "M-Backspace": (field, rule) => cutOut(field, wordBack(field, rule), field.cursor, true),
  "C-Backspace": (field, rule) => cutOut(field, wordBack(field, rule), field.cursor, true),
  "M-d": (field, rule) => cutOut(field, field.cursor, wordForward(field, rule), true),
  "C-u": (field) => cutOut(field, 0, field.cursor, true),
  "C-k": (field) => cutOut(field, field.cursor, field.text.length, true),
  "C-y": (field) => insert(field, field.cut),
};

/** What a key does in a text field (cockpit.md §5.3); null for a key that is none of its own. */
export function edit(field: Field, key: string, typed: string, rule: WordRule): Field | null {
  const change = Object.hasOwn(EDITS, key) ? EDITS[key] : undefined;
  if (change !== undefined) return change(field, rule);
  return typed === "" ? null : insert(field, typed);
}
