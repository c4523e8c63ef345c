import type { Preset } from "./settings.ts";

/**
 * Finding by typing, in fzf's manner: letters in order, better at word starts and in a run. Positions are UTF-16
 * indexes into the text that was searched.
 */
export type Found = { readonly score: number; readonly at: readonly number[] };

type Kind = "fuzzy" | "exact" | "start" | "end";
export type Term = {
  readonly kind: Kind;
  readonly isNot: boolean;
  readonly text: string;
  readonly isCased: boolean;
};
/** Terms that must all hold; each is a list of alternatives. */
export type Query = readonly (readonly Term[])[];

/** One text to search: its lower-case twin is made once. */
export type Haystack = { readonly text: string; readonly lower: string };

export function haystack(text: string): Haystack {
  const lower = text.toLowerCase();
  return { text, lower: lower.length === text.length ? lower : text };
}

function termOf(word: string): Term | null {
  let text = word;
  const isNot = text.startsWith("!");
  if (isNot) text = text.slice(1);
  let kind: Kind = isNot ? "exact" : "fuzzy";
  if (text.startsWith("'")) {
    kind = "exact";
    text = text.slice(1);
  } else if (text.startsWith("^")) {
    kind = "start";
    text = text.slice(1);
  } else if (text.length > 1 && text.endsWith("$")) {
    kind = "end";
    text = text.slice(0, -1);
  }
  if (text === "") return null;
  const isCased = text !== text.toLowerCase();
  return { kind, isNot, text, isCased };
}

/** The search preset's query: space = and, `a | b`, `!x`, `'x`, `^x`, `x$`. */
function parseSearch(text: string): Query {
  const query: Term[][] = [];
  let joins = false;
  for (const word of text.split(" ")) {
    if (word === "|") {
      joins = query.length > 0;
      continue;
    }
    const term = termOf(word);
    if (term === null) continue;
    if (joins) query.at(-1)?.push(term);
    else query.push([term]);
    joins = false;
  }
  return query;
}

/** The query of a preset: modal's filter is words that must all be found, with no signs of their own. */
export function parseQuery(text: string, preset: Preset): Query {
  if (preset === "search") return parseSearch(text);
  const words = text.split(" ").filter((word) => word !== "");
  return words.map((word) => [
    { kind: "fuzzy", isNot: false, text: word, isCased: word !== word.toLowerCase() },
  ]);
}

const MATCHED = 16;
const RUN = 4;
const WORD_START = 8;
const GAP = 1;

/** After anything that is no letter and no digit. ASCII is decided without a regular expression: it is asked often. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  if (code > 127) return !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return !isLetter && !(code >= 48 && code <= 57);
}

/** The positions from one on. */
export function run(from: number, length: number): number[] {
  return Array.from({ length }, (_, offset) => from + offset);
}

function scoreOf(text: string, at: readonly number[]): number {
  let score = 0;
  let before = -2;
  for (const position of at) {
    score += MATCHED + (isWordStart(text, position) ? WORD_START : 0);
    if (position === before + 1) score += RUN;
    else if (before >= 0) score -= Math.min(MATCHED, GAP * (position - before - 1));
    before = position;
  }
  return score;
}

/** The place of the whole term, at a word start where there is one. */
function exactAt(text: string, term: string): number {
  const first = text.indexOf(term);
  for (let at = first; at >= 0; at = text.indexOf(term, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return first;
}

/** fzf's first algorithm: forward to the end of the first match, backward to its shortest start. */
function fuzzyAt(text: string, term: string): number[] | null {
  let wanted = 0;
  let end = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== term[wanted]) continue;
    wanted += 1;
    if (wanted === term.length) {
      end = at;
      break;
    }
  }
  if (end < 0) return null;
  const found: number[] = [];
  for (let at = end, left = term.length - 1; left >= 0; at -= 1) {
    if (text[at] !== term[left]) continue;
    found.unshift(at);
    left -= 1;
  }
  return found;
}

function positions(hay: string, needle: string, kind: Kind, isLoose: boolean): number[] | null {
  if (kind === "start") return hay.startsWith(needle) ? run(0, needle.length) : null;
  if (kind === "end")
    return hay.endsWith(needle) ? run(hay.length - needle.length, needle.length) : null;
  const exact = exactAt(hay, needle);
  if (exact >= 0) return run(exact, needle.length);
  return kind === "fuzzy" && isLoose ? fuzzyAt(hay, needle) : null;
}

/**
 * Where a term stands in a text, null where it does not. `isLoose` allows letters with others between them; a long
 * text (what an agent says) is searched for whole words only, else it would match almost anything.
 */
export function findTerm(hay: Haystack, term: Term, isLoose: boolean): Found | null {
  const text = term.isCased ? hay.text : hay.lower;
  const at = positions(text, term.text, term.kind, isLoose);
  return at === null ? null : { score: scoreOf(text, at), at };
}
