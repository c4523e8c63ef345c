/** A row as it comes: another version of taw may have written it, so no column is what it should be until it was read. */
export type Row = Readonly<Record<string, unknown>>;

/** Empty for anything but text. */
export function textIn(row: Row | null, column: string): string {
  const value = row?.[column];
  return typeof value === "string" ? value : "";
}

/** A whole number, null for anything else. */
export function numberIn(row: Row | null, column: string): number | null {
  const value = row?.[column];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}
