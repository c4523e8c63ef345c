import { quoted } from "../core/inert.ts";

/**
 * Kinds of values that a config key can have. A kind reads what TOML gave, says in words what it takes, and gives the
 * JSON schema for it; so one row in the table serves `load`, `config check`, the docs and the schema.
 */
export type Path = readonly (string | number)[];

export type Severity = "error" | "warning";

/** What is wrong at a path; `at` says whether the key or its value is to be pointed to. */
export interface Finding {
  readonly severity: Severity;
  readonly path: Path;
  readonly at: "key" | "value";
  readonly message: string;
}

export interface Report {
  /** Tells an error and gives undefined, for `return report.error(…)`. */
  error(path: Path, message: string, at?: Finding["at"]): undefined;
  warn(path: Path, message: string, at?: Finding["at"]): void;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Kind<Value> {
  /** What it takes, to stand after "it takes". */
  readonly takes: string;
  readonly json: JsonSchema;
  /** The value as taw uses it, or undefined when it is wrong, which has been reported then. */
  read(value: unknown, path: Path, report: Report): Value | undefined;
}

export type Table = Readonly<Record<string, unknown>>;

/** A TOML table; a date is an object of its own and is none. */
export function isTable(value: unknown): value is Table {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** `ui.toast.delivery`, `hooks."tab.made"`, `ui.sidebar.agents.rows[0][1]`. */
export function pathText(path: Path): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += (text === "" ? "" : ".") + (/^[\w-]+$/.test(part) ? part : quoted(part));
  }
  return text;
}

function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  return isTable(value) ? "a table" : "a date or time";
}

/** The usual sentence about a value that its kind does not take. */
export const wrongValue = (path: Path, value: unknown, takes: string): string =>
  `${pathText(path)} is ${shown(value)}; it takes ${takes}`;

function simple<Value>(
  takes: string,
  json: JsonSchema,
  accept: (value: unknown) => Value | undefined,
): Kind<Value> {
  return {
    takes,
    json,
    read: (value, path, report) =>
      accept(value) ?? report.error(path, wrongValue(path, value, takes)),
  };
}

export const boolean: Kind<boolean> = simple("true or false", { type: "boolean" }, (value) =>
  typeof value === "boolean" ? value : undefined,
);

export const text: Kind<string> = simple("a text", { type: "string" }, (value) =>
  typeof value === "string" ? value : undefined,
);

export const fullText: Kind<string> = simple(
  "a text that is not empty",
  { type: "string", pattern: "\\S" },
  (value) => (typeof value === "string" && value.trim() !== "" ? value : undefined),
);

/** A text of a form; `pattern` is tested whole. */
export function textLike(takes: string, pattern: RegExp): Kind<string> {
  return simple(takes, { type: "string", pattern: pattern.source }, (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined,
  );
}

const rangeWords = (minimum: number, maximum: number): string =>
  maximum === Infinity ? `from ${minimum}` : `from ${minimum} to ${maximum}`;

const rangeSchema = (minimum: number, maximum: number): JsonSchema =>
  maximum === Infinity ? { minimum } : { minimum, maximum };

/** Both ends are taken. */
export function integer(minimum: number, maximum = Infinity): Kind<number> {
  const takes = `a whole number ${rangeWords(minimum, maximum)}`;
  return simple(takes, { type: "integer", ...rangeSchema(minimum, maximum) }, (value) =>
    Number.isInteger(value) && within(value, minimum, maximum) ? value : undefined,
  );
}

/** Any number between the ends, both taken. */
export function number(minimum: number, maximum = Infinity): Kind<number> {
  const takes = `a number ${rangeWords(minimum, maximum)}`;
  return simple(takes, { type: "number", ...rangeSchema(minimum, maximum) }, (value) =>
    within(value, minimum, maximum) ? value : undefined,
  );
}

const within = (value: unknown, minimum: number, maximum: number): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= minimum && value <= maximum;

/** One of some words; `spellings` maps other words for them. */
export function choice<const Word extends string>(
  words: readonly Word[],
  spellings: Readonly<Record<string, Word>> = {},
): Kind<Word> {
  const others = Object.keys(spellings);
  return simple(orWords(words.map(quoted)), { enum: [...words, ...others] }, (value) => {
    const other = typeof value === "string" && Object.hasOwn(spellings, value);
    return other ? spellings[value] : words.find((word) => word === value);
  });
}

/** `a, b or c`. */
export function orWords(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A list of at most `most` values of one kind. The whole list is wrong when one of them is. */
export function list<Value>(kind: Kind<Value>, most = Infinity): Kind<readonly Value[]> {
  const limit = most === Infinity ? "" : ` of at most ${most}`;
  const takes = `a list${limit}, each ${kind.takes}`;
  const json = {
    type: "array",
    items: kind.json,
    ...(most === Infinity ? {} : { maxItems: most }),
  };
  return {
    takes,
    json,
    read(value, path, report) {
      if (!Array.isArray(value)) return report.error(path, wrongValue(path, value, takes));
      if (value.length > most) {
        return report.error(
          path,
          `${pathText(path)} has ${value.length} entries; it takes at most ${most}`,
        );
      }
      const read = value.map((entry, index) => kind.read(entry, [...path, index], report));
      return read.every((entry) => entry !== undefined) ? read : undefined;
    },
  };
}

/** One value or a list of them, always read as a list. */
export function oneOrMany<Value>(kind: Kind<Value>): Kind<readonly Value[]> {
  const many = list(kind);
  return {
    takes: `${kind.takes}, or a list of them`,
    json: { anyOf: [kind.json, many.json] },
    read(value, path, report) {
      if (Array.isArray(value)) return many.read(value, path, report);
      const one = kind.read(value, path, report);
      return one === undefined ? undefined : [one];
    },
  };
}

/** Either of two kinds; what neither takes is told as one error. */
export function either<First, Second>(
  first: Kind<First>,
  second: Kind<Second>,
): Kind<First | Second> {
  const takes = `${first.takes}, or ${second.takes}`;
  const quiet: Report = { error: () => undefined, warn: () => {} };
  return {
    takes,
    json: { anyOf: [first.json, second.json] },
    read: (value, path, report) =>
      first.read(value, path, quiet) ??
      second.read(value, path, quiet) ??
      report.error(path, wrongValue(path, value, takes)),
  };
}

const COLOR_NAMES =
  "reset default none transparent black red green yellow blue magenta purple cyan white gray grey darkgray darkgrey lightred lightgreen lightyellow lightblue lightmagenta lightcyan";

const COLOR = new RegExp(
  `^(#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\\(\\s*\\d{1,3}\\s*,\\s*\\d{1,3}\\s*,\\s*\\d{1,3}\\s*\\)|${COLOR_NAMES.replaceAll(" ", "|")})$`,
  "i",
);

/** reference/herdr/keys-config.md §4. */
export const color: Kind<string> = simple(
  'a color such as "#7aa2f7" or "lightblue"',
  { type: "string" },
  (value) => (typeof value === "string" && COLOR.test(value.trim()) ? value.trim() : undefined),
);

export const hexColor: Kind<string> = textLike(
  'a color such as "#7aa2f7"',
  /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/,
);

/** Reads a field of a table when it is there: undefined when absent or wrong. */
export function field<Value>(
  table: Table,
  name: string,
  kind: Kind<Value>,
  path: Path,
  report: Report,
): Value | undefined {
  return Object.hasOwn(table, name) ? kind.read(table[name], [...path, name], report) : undefined;
}

/** Warns about every key of a table that its reader does not know. */
export function warnUnknown(
  table: Table,
  known: readonly string[],
  path: Path,
  report: Report,
): void {
  for (const name of Object.keys(table)) {
    if (known.includes(name)) continue;
    const where = [...path, name];
    report.warn(
      where,
      `unknown key ${pathText(where)} is ignored; known here are ${orWords(known)}`,
      "key",
    );
  }
}
