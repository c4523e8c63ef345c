import { shellWord } from "../../core/quote.ts";
import { GLOBAL_ARGS } from "../global.ts";
import { flagOf } from "../verb.ts";
import type { AnyVerb, ArgSpec, ArgTable } from "../verb.ts";
import type { VerbEntry } from "../index.ts";

/** What the completion scripts of all shells are made from: for every path, what can follow it. */

export interface Word {
  text: string;
  doc: string;
}

export interface Flag {
  /** `--source`, and `-h` where it has a short spelling. */
  spellings: readonly string[];
  doc: string;
  /** What its value may be: a list of words, the id of something, a file, anything else, or no value at all. */
  value: readonly string[] | IdOf | "file" | "text" | null;
}

/** What `taw __ids` can list. */
export const SUBJECTS = ["agent", "pane", "tab", "workspace"] as const;
type Subject = (typeof SUBJECTS)[number];

export interface IdOf {
  idOf: Subject;
}

/** Arguments say by their value's name what they name: `PANE`. */
const subjectOf = (value: string): Subject | null =>
  SUBJECTS.find((subject) => subject.toUpperCase() === value) ?? null;

export interface Place {
  /** `""` is the program itself, `pane` a group, `pane list` a verb. */
  path: string;
  /** The words that can come next: verbs and groups, or the choices of a first positional word. */
  words: readonly Word[];
  /** What its first word names; null where that is nothing that has an id. */
  idOf: Subject | null;
  /** What follows is another program's command line, which is completed as that program's. */
  isCommand: boolean;
  flags: readonly Flag[];
}

const HELP: Flag = { spellings: ["--help", "-h"], doc: "show help", value: null };
const FILE_VALUES = new Set(["PATH", "FILE", "FOLDER", "SCREEN|FOLDER"]);

function flag(name: string, spec: ArgSpec): Flag[] {
  if (spec.kind === "word" || spec.kind === "words" || spec.kind === "rest") return [];
  const short = spec.short === undefined ? [] : [`-${spec.short}`];
  const spellings = [flagOf(name, spec), ...short];
  return [{ spellings, doc: spec.doc, value: valueOf(spec) }];
}

function valueOf(spec: ArgSpec): Flag["value"] {
  if (spec.kind === "flag") return null;
  if ("choices" in spec && spec.choices) return spec.choices;
  if (!("value" in spec)) return "text";
  const idOf = subjectOf(spec.value);
  if (idOf !== null) return { idOf };
  return FILE_VALUES.has(spec.value) ? "file" : "text";
}

const flagsOf = (table: ArgTable): Flag[] =>
  Object.entries(table).flatMap(([name, spec]) => flag(name, spec));

function firstIdOf(table: ArgTable): Subject | null {
  const first = Object.values(table).find(({ kind }) => kind === "word");
  return first?.kind === "word" ? subjectOf(first.value) : null;
}

const endsInCommand = (table: ArgTable): boolean =>
  Object.values(table).some((spec) => spec.kind === "words" && spec.isVerbatim === true);

/** The choices of the first positional word, as `completion bash|zsh|fish` has them. */
function choicesOf(table: ArgTable): Word[] {
  const first = Object.values(table).find(({ kind }) => kind === "word");
  const choices = first && "choices" in first ? (first.choices ?? []) : [];
  return choices.map((text) => ({ text, doc: first?.doc ?? "" }));
}

/** Every place of the command line, the program itself first. Loads every verb. */
export async function placesOf(entries: readonly VerbEntry[]): Promise<Place[]> {
  const shown = entries.filter((entry) => !entry.isHidden);
  const verbs = await Promise.all(
    shown.map(async ({ path, load }): Promise<[string, AnyVerb]> => [path, (await load()).default]),
  );
  const byPath = new Map(verbs);
  const paths = new Set(["", ...shown.flatMap(({ path }) => prefixesOf(path))]);
  return [...paths].toSorted().map((path) => {
    const table = byPath.get(path)?.args ?? {};
    const own = path === "" ? flagsOf(GLOBAL_ARGS) : [...flagsOf(table), HELP];
    const words = [...wordsAfter(path, shown), ...choicesOf(table)];
    return { path, words, idOf: firstIdOf(table), isCommand: endsInCommand(table), flags: own };
  });
}

/** The spellings of options in front of the verb that take a value, which is no word of the verb's path. */
export const globalsWithValue = (places: readonly Place[]): string[] =>
  (places.find(({ path }) => path === "")?.flags ?? []).flatMap(({ spellings, value }) =>
    value === null ? [] : spellings,
  );

/** The paths that another program's command line follows, quoted for a shell. */
export const commandWords = (places: readonly Place[]): string[] =>
  places.flatMap(({ path, isCommand }) => (isCommand ? shellWord(path) : []));

/** Every path of words, quoted for a shell. */
export const pathWords = (places: readonly Place[]): string[] =>
  places.flatMap(({ path }) => (path === "" ? [] : shellWord(path)));

/** `pane list` → `pane`, `pane list`. */
const prefixesOf = (path: string): string[] =>
  path.split(" ").map((_, at, words) => words.slice(0, at + 1).join(" "));

function wordsAfter(path: string, entries: readonly VerbEntry[]): Word[] {
  const start = path === "" ? "" : `${path} `;
  const docs = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.path.startsWith(start)) continue;
    const word = entry.path.slice(start.length).split(" ")[0] ?? "";
    const isVerb = entry.path === start + word;
    if (isVerb || !docs.has(word)) docs.set(word, isVerb ? entry.summary : `${word} commands`);
  }
  return [...docs].map(([text, doc]) => ({ text, doc }));
}
