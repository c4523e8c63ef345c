/**
 * Readers for one field of a foreign JSON object, each with its default. Feed lines come from other versions of taw, so
 * a missing or odd field never stops a line (spec, "The feed is taw machine feed": every field read with a default).
 */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** A finite number, else `otherwise`. */
export function numberOf(fields: Fields, name: string, otherwise = 0): number {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

export function flagOf(fields: Fields, name: string, otherwise = false): boolean {
  const value = fields[name];
  return typeof value === "boolean" ? value : otherwise;
}

/** The object in that field, null for anything else. */
export function objectOf(fields: Fields, name: string): Fields | null {
  const value = fields[name];
  return isFields(value) ? value : null;
}

/** The objects of a list; entries that are no objects are left out. */
export function objectsOf(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function textsOf(fields: Fields, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** The string-valued entries of an object field. */
export function mapOf(fields: Fields, name: string): Record<string, string> {
  const entries = Object.entries(objectOf(fields, name) ?? {});
  const texts: Record<string, string> = {};
  for (const [key, value] of entries) if (typeof value === "string") texts[key] = value;
  return texts;
}
