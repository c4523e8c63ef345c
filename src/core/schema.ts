import { quoted } from "./inert.ts";
import { isFields } from "./json.ts";

/**
 * What a value of the socket's API may be, kept as data: the check below, `taw api schema` and the fuzz of the suite are
 * made from it. A value's absence is the field's matter (`optional`), never the kind's.
 */
export type Kind =
  | { kind: "string" }
  | { kind: "boolean" }
  /** A whole number inside `min`…`max`. */
  | { kind: "integer"; min: number; max: number }
  | { kind: "number" }
  | { kind: "enum"; words: readonly string[] }
  | { kind: "list"; of: Kind }
  /** An object with any names. */
  | { kind: "map"; of: Kind }
  | { kind: "nullable"; of: Kind }
  | { kind: "record"; fields: Fields }
  /** An object whose field `tag` says which of the records it is. */
  | { kind: "tagged"; tag: string; variants: Readonly<Record<string, Fields>> }
  | { kind: "either"; of: readonly Kind[] }
  /** Anything that JSON can say. */
  | { kind: "json" }
  /** A kind of `DEFINITIONS`, by name: how a tree holds itself. */
  | { kind: "named"; name: string };

/** `optional` fields may be absent or null; one with a `default` then has that value. */
export type Field = Kind & { optional?: true; default?: string | number | boolean };
export type Fields = Readonly<Record<string, Field>>;

export type Definitions = Readonly<Record<string, Kind>>;

export const text = { kind: "string" } as const;
export const flag = { kind: "boolean" } as const;
export const ratio = { kind: "number" } as const;
export const listOf = <const Of extends Kind>(of: Of) => ({ kind: "list", of }) as const;
export const mapOf = <const Of extends Kind>(of: Of) => ({ kind: "map", of }) as const;
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  ({ kind: "enum", words }) as const;
export const recordOf = <const Of extends Fields>(fields: Of) =>
  ({ kind: "record", fields }) as const;

/** herdr's unsigned numbers; what JSON holds of the widest is not exact past 2^53 (JSON.parse rounds it). */
export const u16 = { kind: "integer", min: 0, max: 0xffff } as const;
export const u32 = { kind: "integer", min: 0, max: 0xffff_ffff } as const;
export const u64 = { kind: "integer", min: 0, max: 2 ** 64 } as const;

/** A field that may be left out. */
export const maybe = <const Of extends Kind>(of: Of) => ({ ...of, optional: true }) as const;

/** A field that may be left out, and what it is then. */
export const orElse = <const Of extends Kind, const Value extends string | number | boolean>(
  of: Of,
  value: Value,
) => ({ ...of, optional: true, default: value }) as const;

/** A checked value: what was optional and null is absent, what had a default is there, what nobody knows is gone. */
export type Checked =
  string | number | boolean | null | readonly Checked[] | { readonly [name: string]: Checked };
export type Params = Readonly<Record<string, Checked>>;

/** A checked object. */
export const isParams = (value: Checked | undefined): value is Params => isFields(value);

/** A value that is not what it should be, in one sentence. */
export class Mismatch extends Error {}

/**
 * The fields of an object, checked and completed. The sentences are of herdr's form, since its tools look for their
 * words (``missing field `x` ``, ``unknown variant `x`, expected one of …``).
 *
 * @throws Mismatch naming the first that is wrong, by its path
 */
export function checkFields(
  definitions: Definitions,
  fields: Fields,
  value: unknown,
  path: string,
): Params {
  if (!isFields(value)) throw mismatch(path, value, "an object");
  const checked: Record<string, Checked> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined && !(given === null && field.optional)) {
      checked[name] = checkKind(definitions, field, given, `${path}.${name}`);
    } else if (!field.optional) throw new Mismatch(`${path}: missing field \`${name}\``);
    else if (field.default !== undefined) checked[name] = field.default;
  }
  return checked;
}

function checkKind(definitions: Definitions, kind: Kind, value: unknown, path: string): Checked {
  switch (kind.kind) {
    case "string":
      if (typeof value === "string") return value;
      throw mismatch(path, value, "a string");
    case "boolean":
      if (typeof value === "boolean") return value;
      throw mismatch(path, value, "a boolean");
    case "number":
      if (typeof value === "number") return value;
      throw mismatch(path, value, "a number");
    case "integer":
      return checkInteger(kind, value, path);
    case "enum":
      if (typeof value === "string" && kind.words.includes(value)) return value;
      throw wordMismatch(path, value, kind.words);
    case "nullable":
      return value === null ? null : checkKind(definitions, kind.of, value, path);
    case "list":
      if (!Array.isArray(value)) throw mismatch(path, value, "a list");
      return value.map((item: unknown, at) =>
        checkKind(definitions, kind.of, item, `${path}[${at}]`),
      );
    case "map":
      return checkMap(definitions, kind.of, value, path);
    case "record":
      return checkFields(definitions, kind.fields, value, path);
    case "tagged":
      return checkTagged(definitions, kind, value, path);
    case "either":
      return checkEither(definitions, kind.of, value, path);
    case "json":
      return checkJson(value, path);
    case "named":
      return checkNamed(definitions, kind.name, value, path);
  }
}

function checkInteger({ min, max }: { min: number; max: number }, value: unknown, path: string) {
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw mismatch(path, value, "a whole number");
  }
  if (value >= min && value <= max) return value;
  throw new Mismatch(`${path}: invalid value: ${value}, expected ${min} to ${max}`);
}

function checkMap(definitions: Definitions, of: Kind, value: unknown, path: string): Checked {
  if (!isFields(value)) throw mismatch(path, value, "an object");
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      checkKind(definitions, of, one, `${path}.${shortened(name)}`),
    ]),
  );
}

function checkTagged(
  definitions: Definitions,
  { tag, variants }: Extract<Kind, { kind: "tagged" }>,
  value: unknown,
  path: string,
): Checked {
  if (!isFields(value)) throw mismatch(path, value, "an object");
  const word = value[tag];
  if (word === undefined) throw new Mismatch(`${path}: missing field \`${tag}\``);
  const fields =
    typeof word === "string" && Object.hasOwn(variants, word) ? variants[word] : undefined;
  if (typeof word !== "string" || fields === undefined) {
    throw wordMismatch(`${path}.${tag}`, word, Object.keys(variants));
  }
  return { [tag]: word, ...checkFields(definitions, fields, value, path) };
}

function checkEither(
  definitions: Definitions,
  kinds: readonly Kind[],
  value: unknown,
  path: string,
): Checked {
  for (const kind of kinds) {
    try {
      return checkKind(definitions, kind, value, path);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
    }
  }
  throw mismatch(path, value, kinds.map(({ kind }) => NAMES[kind] ?? kind).join(" or "));
}

const NAMES: Readonly<Partial<Record<Kind["kind"], string>>> = {
  string: "a string",
  boolean: "a boolean",
  integer: "a whole number",
  number: "a number",
  record: "an object",
  enum: "one of its words",
};

function checkJson(value: unknown, path: string): Checked {
  if (isFields(value)) return checkMap({}, { kind: "json" }, value, path);
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => checkJson(item, `${path}[${at}]`));
  }
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  throw mismatch(path, value, "JSON");
}

/** A tree may hold itself only so deep: its check, and whatever reads it, goes down by calling itself. */
const DEEPEST = 64;

function checkNamed(definitions: Definitions, name: string, value: unknown, path: string): Checked {
  const kind = definitions[name];
  if (kind === undefined) throw new Error(`no definition ${name}`);
  if (path.split(".").length > DEEPEST) throw new Mismatch(`${name}: recursion limit exceeded`);
  return checkKind(definitions, kind, value, path);
}

const mismatch = (path: string, value: unknown, expected: string): Mismatch =>
  new Mismatch(`${path}: invalid type: ${shown(value)}, expected ${expected}`);

function wordMismatch(path: string, value: unknown, words: readonly string[]): Mismatch {
  if (typeof value !== "string") return mismatch(path, value, "a string");
  const known = words.map((word) => `\`${word}\``).join(", ");
  return new Mismatch(`${path}: unknown variant \`${shortened(value)}\`, expected one of ${known}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return `string ${quoted(value)}`;
  if (value === null || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  return Array.isArray(value) ? "a list" : "an object";
}

/** Somebody's text inside a sentence of ours: short, and on one line. */
const shortened = (text: string): string => quoted(text).slice(1, -1);
