import type { Database } from "bun:sqlite";
import { numberIn, textIn } from "./row.ts";
import type { Row } from "./row.ts";

/**
 * What the cockpit remembers of the person, a row for each thing: `divider`, `hint:<action>`, `theme:<terminal>`. A row
 * is written without being read first, so cockpits that run at once cannot undo each other's.
 */

/** What a terminal's background is. */
export type Brightness = "dark" | "light";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a terminal counts as dark or light since it last said so (cockpit.md §7). */
const THEME_KEPT_MS = 30 * DAY_MS;
const WIDEST = 10_000;

const DIVIDER = "divider";
const HINT = "hint:";
const THEME = "theme:";

/** The list's width in columns where the person dragged the divider, else null. */
export function dividerColumns(database: Database): number | null {
  const row = database
    .query<Row, { name: string }>("SELECT value FROM cockpit WHERE name = $name")
    .get({ name: DIVIDER });
  const columns = /^\d{1,5}$/.test(textIn(row, "value")) ? Number(textIn(row, "value")) : 0;
  return columns > 0 && columns <= WIDEST ? columns : null;
}

/** The actions of the first-run line that were used once. */
export function usedHints(database: Database): string[] {
  return rowsUnder(database, HINT).map((row) => textIn(row, "name").slice(HINT.length));
}

/** What each terminal was found to be, by the name it has in `$TERM`, not older than 30 days. */
export function terminalThemes(database: Database, nowMs: number): Map<string, Brightness> {
  const themes = new Map<string, Brightness>();
  for (const row of rowsUnder(database, THEME)) {
    const value = textIn(row, "value");
    const age = nowMs - (numberIn(row, "kept_unix_ms") ?? 0);
    const isFresh = Math.abs(age) <= THEME_KEPT_MS;
    if (isFresh && (value === "dark" || value === "light"))
      themes.set(textIn(row, "name").slice(THEME.length), value);
  }
  return themes;
}

export const keepDivider = (database: Database, columns: number, nowMs: number): void =>
  keep(database, DIVIDER, String(columns), nowMs);

export const keepHint = (database: Database, action: string, nowMs: number): void =>
  keep(database, `${HINT}${action}`, "used", nowMs);

/** Terminals that said nothing for as long as a theme counts go with it. */
export function keepTheme(
  database: Database,
  terminal: string,
  mode: Brightness,
  nowMs: number,
): void {
  keep(database, `${THEME}${terminal}`, mode, nowMs);
  database
    .query("DELETE FROM cockpit WHERE substr(name, 1, 6) = $prefix AND kept_unix_ms < $since")
    .run({ prefix: THEME, since: nowMs - THEME_KEPT_MS });
}

/** By `substr`: in LIKE a `_` or `%` of a name would stand for others. */
function rowsUnder(database: Database, prefix: string): Row[] {
  return database
    .query<Row, { prefix: string; length: number }>(
      "SELECT name, value, kept_unix_ms FROM cockpit WHERE substr(name, 1, $length) = $prefix LIMIT 200",
    )
    .all({ prefix, length: prefix.length });
}

function keep(database: Database, name: string, value: string, nowMs: number): void {
  database
    .query(
      `INSERT INTO cockpit (name, value, kept_unix_ms) VALUES ($name, $value, $nowMs)
       ON CONFLICT (name) DO UPDATE SET value = $value, kept_unix_ms = $nowMs`,
    )
    .run({ name, value, nowMs });
}
