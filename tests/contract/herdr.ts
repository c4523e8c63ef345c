import { join } from "node:path";

/** Our own lists of what herdr defines (third_party/herdr/reference), and the check of a value against them. */

const folder = join(import.meta.dir, "../../third_party/herdr/reference");

export const lines = async (name: string): Promise<string[]> =>
  (await Bun.file(join(folder, name)).text()).split("\n").filter(Boolean);

interface RecordFields {
  enums: Readonly<Record<string, readonly string[]>>;
  records: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const fields: RecordFields = await Bun.file(join(folder, "record-fields.json")).json();

/** The data of every event, by its dotted name, without `type`. */
const events: Pick<RecordFields, "records"> = {
  records: (await Bun.file(join(folder, "event-data.json")).json()).events,
};

/** The fields of every result, by its tag. */
export const results: RecordFields["records"] = (
  await Bun.file(join(folder, "result-fields.json")).json()
).results;

/** What is wrong with the fields of a result, its `type` included. An `ok` may say more of what was done. */
export function resultMismatches(result: Readonly<Record<string, unknown>>): string[] {
  const { type, ...fieldsOfIt } = result;
  if (type === "ok") return [];
  const known = typeof type === "string" ? results[type] : undefined;
  return known ? fieldMismatches(known, fieldsOfIt, String(type)) : [`no result ${String(type)}`];
}

/** What is wrong with `value` as herdr's record, or event data, `name`, each with its path; nothing when it is one. */
export function mismatches(name: string, value: unknown, path = name): string[] {
  const list = /^(.*)\[\]$/.exec(name)?.[1];
  if (list !== undefined) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item: unknown, at) => mismatches(list, item, `${path}[${at}]`));
  }
  const nullable = /^(.*)\|null$/.exec(name)?.[1];
  if (nullable !== undefined) return value === null ? [] : mismatches(nullable, value, path);
  if (name === "map")
    return typeof value === "object" && value !== null ? [] : [`${path} is no map`];
  const words = fields.enums[name];
  if (words) return words.some((word) => word === value) ? [] : [`${path} is ${String(value)}`];
  const known = fields.records[name] ?? events.records[name];
  if (!known) return typeof value === name ? [] : [`${path} is ${JSON.stringify(value)}`];
  if (typeof value !== "object" || value === null) return [`${path} is no record`];
  return fieldMismatches(known, value, path);
}

function fieldMismatches(
  known: Readonly<Record<string, string>>,
  value: object,
  path: string,
): string[] {
  const given = new Map<string, unknown>(Object.entries(value));
  const unknown = [...given.keys()].filter((key) => !(key in known));
  return [
    ...unknown.map((key) => `${path}.${key} is not herdr's`),
    ...Object.entries(known).flatMap(([key, type]) => {
      const isOptional = type.endsWith("?");
      if (!given.has(key)) return isOptional ? [] : [`${path}.${key} is missing`];
      return mismatches(isOptional ? type.slice(0, -1) : type, given.get(key), `${path}.${key}`);
    }),
  ];
}
