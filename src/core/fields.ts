import * as v from "valibot";
import type { Fields } from "./json.ts";
import { isFields, textsIn } from "./json.ts";

/**
 * Kinds of fields in a foreign JSON object, each with a default for what is missing or odd: reading never fails. Not for
 * hot paths, which do without the package.
 */

const fields = v.custom<Fields>(isFields);
const fieldsOrNone = v.fallback(fields, () => ({}));
const entries = v.fallback(v.array(v.unknown()), () => []);

export const text = v.fallback(v.string(), "");

/** A finite number. */
export const number = (otherwise = 0) => v.fallback(v.pipe(v.number(), v.finite()), otherwise);

export const flag = (otherwise = false) => v.fallback(v.boolean(), otherwise);

/** An object with these fields; where there is none, the defaults of them all. */
export function object<const Entries extends v.ObjectEntries>(shape: Entries) {
  const inner = v.object(shape);
  return v.fallback(v.pipe(fields, inner), () => v.parse(inner, {}));
}

/** The same, null where it is not there. */
export const objectOrNull = <const Entries extends v.ObjectEntries>(shape: Entries) =>
  v.fallback(v.nullable(v.pipe(fields, v.object(shape))), null);

/** A list of objects; entries that are none are left out. */
export const objects = <const Entries extends v.ObjectEntries>(shape: Entries) =>
  v.pipe(
    entries,
    v.transform((list) => list.filter(isFields)),
    v.array(v.object(shape)),
  );

/** A list of texts; entries that are none are left out. */
export const texts = v.pipe(
  entries,
  v.transform((list) => list.filter((entry) => typeof entry === "string")),
);

/** The entries of an object that are texts, by their names. */
export const textByName = v.pipe(fieldsOrNone, v.transform(textsIn));
