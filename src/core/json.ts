/** An object of a foreign document, of whose fields nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object: no list, and not null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a JSON text says; undefined, which no JSON text can say, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The fields of an object that are texts. */
export function textsIn(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}
