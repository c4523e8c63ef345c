import { DEFINITIONS } from "../../../src/core/methods/kinds.ts";
import type { Field, Fields, Kind } from "../../../src/core/schema.ts";

/** Values for the socket's schema, made from its own data: right ones, wrong ones, and hostile ones of the right type. */

export interface Draw {
  (below: number): number;
  /** Ids of what is there, for the fields that name a thing. */
  aims?: Aims;
}

export interface Aims {
  readonly pane: readonly string[];
  readonly tab: readonly string[];
  readonly workspace: readonly string[];
}

/** Always the first choice: a value of the kind that does little. */
export const plain: Draw = () => 0;

/** Trees that hold themselves end here. */
const DEEPEST = 4;

/** What somebody may put where a text is wanted: ids that are not there, and text that means to do harm. */
export const TEXTS: readonly string[] = [
  "w1:pZZ",
  "%999",
  "w9:p9",
  "$99",
  "",
  " ",
  "-X",
  "--",
  ".",
  ":",
  "%",
  "{last}",
  "=main",
  "!",
  "a;b;",
  "$(touch $TAW_HARM)",
  "#(touch $TAW_HARM)",
  "#{pid}",
  "`touch $TAW_HARM`",
  "'; touch $TAW_HARM; '",
  '"; touch $TAW_HARM; "',
  "a\nb",
  "a\tb",
  "\u0000",
  "\u001b]0;x\u0007",
  "日本🙂",
  "\ud800",
  "..",
  "../../x",
  "/nowhere/at/all",
  "~",
  "a".repeat(300),
  "__proto__",
  "constructor",
  "%calling",
];

const NUMBERS: readonly number[] = [0, 1, 2, 50, 0xffff, 0xffff_ffff, 2 ** 53, 0.5, -1, 1e300];

const oneOf = <Item>(items: readonly Item[], draw: Draw): Item => {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
};

/** A value that the kind's check takes. */
export function rightValue(kind: Kind, draw: Draw, depth = 0): unknown {
  switch (kind.kind) {
    case "string":
      return oneOf(TEXTS, draw);
    case "boolean":
      return draw(2) === 1;
    case "number":
      return oneOf(NUMBERS, draw);
    case "integer":
      return oneOf(
        NUMBERS.filter((one) => Number.isInteger(one) && one >= kind.min && one <= kind.max),
        draw,
      );
    case "enum":
      return oneOf(kind.words, draw);
    case "list":
      return Array.from({ length: manyAt(depth, draw) }, () =>
        rightValue(kind.of, draw, depth + 1),
      );
    case "map":
      return Object.fromEntries(
        Array.from({ length: manyAt(depth, draw) }, (_, at) => [
          `${oneOf(TEXTS, draw)}${at}`,
          rightValue(kind.of, draw, depth + 1),
        ]),
      );
    case "nullable":
      return draw(3) === 1 ? null : rightValue(kind.of, draw, depth + 1);
    case "record":
      return rightFields(kind.fields, draw, depth + 1);
    case "tagged": {
      const words = Object.keys(kind.variants);
      const word = depth > DEEPEST ? (words[0] ?? "") : oneOf(words, draw);
      return { [kind.tag]: word, ...rightFields(kind.variants[word] ?? {}, draw, depth + 1) };
    }
    case "either":
      return rightValue(oneOf(kind.of, draw), draw, depth + 1);
    case "json":
      return oneOf([null, true, 1, "x", [], {}, { a: [1] }], draw);
    case "named":
      return rightValue(definition(kind.name), draw, depth + 1);
  }
}

const manyAt = (depth: number, draw: Draw): number => (depth > DEEPEST ? 0 : draw(3));

/** Fields with all that are needed, and those that may be left out now and then. */
export function rightFields(fields: Fields, draw: Draw, depth = 0): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.optional || draw(2) === 1) {
      given[name] = aimed(name, draw) ?? rightValue(field, draw, depth);
    }
  }
  return given;
}

/** Mostly a thing that is there, where the field names one. */
function aimed(name: string, draw: Draw): string | null {
  const of = /(?:^|_)(pane|tab|workspace)_id$/.exec(name)?.[1] ?? (name === "target" ? "pane" : "");
  const ids = draw.aims?.[of as keyof Aims];
  return ids === undefined || ids.length === 0 || draw(5) === 0 ? null : oneOf(ids, draw);
}

function definition(name: string): Kind {
  const kind = DEFINITIONS[name];
  if (kind === undefined) throw new Error(`no definition ${name}`);
  return kind;
}

const ANY_TYPE: readonly unknown[] = [
  null,
  true,
  false,
  7,
  -1.5,
  "no such word",
  "",
  [],
  ["x", 1],
  {},
  { a: { b: [] } },
  2 ** 70,
];

/** Values that the kind does not take, of at least eight types and shapes; none for a kind that takes everything. */
export function wrongValues(field: Field): unknown[] {
  return ANY_TYPE.filter((value) => !(value === null && field.optional) && !takes(field, value));
}

/** Whether a value is of the kind, as far as `ANY_TYPE` needs it; written down here a second time on purpose. */
function takes(kind: Kind, value: unknown): boolean {
  switch (kind.kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "integer":
      return (
        typeof value === "number" &&
        Number.isInteger(value) &&
        value >= kind.min &&
        value <= kind.max
      );
    case "enum":
      return typeof value === "string" && kind.words.includes(value);
    case "list":
      return Array.isArray(value) && value.every((item) => takes(kind.of, item));
    case "map":
      return isObject(value) && Object.values(value).every((item) => takes(kind.of, item));
    case "nullable":
      return value === null || takes(kind.of, value);
    case "record":
      return isObject(value) && Object.values(kind.fields).every((field) => field.optional);
    case "tagged":
      return false;
    case "either":
      return kind.of.some((one) => takes(one, value));
    case "json":
      return true;
    case "named":
      return takes(definition(kind.name), value);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One place in a value of a kind where something else can be put. */
export interface Spot {
  readonly path: string;
  readonly field: Field;
  /** The whole value with something else there, and right everywhere else. */
  put(value: unknown): unknown;
}

/** A spot of what is put into something larger. */
const within = ({ path, field, put }: Spot, around: (value: unknown) => unknown): Spot => ({
  path,
  field,
  put: (value) => around(put(value)),
});

/** Every place in a value of that kind, itself first. */
export function spotsOf(field: Field, path: string, depth = 0): Spot[] {
  const own: Spot = { path, field, put: (value) => value };
  if (depth > DEEPEST) return [own];
  const inside = (of: Field, at: string, put: (value: unknown) => unknown): Spot[] =>
    spotsOf(of, `${path}${at}`, depth + 1).map((spot) => within(spot, put));
  switch (field.kind) {
    case "list":
      return [own, ...inside(field.of, "[0]", (value) => [value])];
    case "map":
      return [own, ...inside(field.of, ".x", (value) => ({ x: value }))];
    case "nullable":
      return [own, ...inside(field.of, "", (value) => value).slice(1)];
    case "record":
      return [own, ...spotsOfFields(field.fields, path, {}, depth)];
    case "tagged":
      return [
        own,
        ...Object.entries(field.variants).flatMap(([word, fields]) =>
          spotsOfFields(fields, `${path}<${word}>`, { [field.tag]: word }, depth),
        ),
      ];
    case "named":
      return [own, ...inside(definition(field.name), "", (value) => value).slice(1)];
    default:
      return [own];
  }
}

/** Every place in an object of those fields. */
export function spotsOfFields(
  fields: Fields,
  path: string,
  more: Record<string, unknown> = {},
  depth = 0,
): Spot[] {
  const right = { ...more, ...rightFields(fields, plain) };
  return Object.entries(fields).flatMap(([name, field]) =>
    spotsOf(field, `${path}.${name}`, depth + 1).map((spot) =>
      within(spot, (value) => Object.assign({}, right, { [name]: value })),
    ),
  );
}
