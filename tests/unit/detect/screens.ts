import { join } from "node:path";
import { type Capture, readCaptures } from "../../accuracy/captures.ts";

/** The project's own copy of the captures. */
export const CAPTURES: readonly Capture[] = await readCaptures(
  join(import.meta.dir, "../../fixtures/panes"),
);

const rowsOf = (screen: string): readonly string[] => screen.replace(/\n$/, "").split("\n");

const isBlank = (row: string): boolean => row.trim() === "";

const lastRows = (rows: readonly string[], height: number): string =>
  rows.slice(-height).join("\n");

/** The screen as a terminal 40 columns narrower shows its rows: each is broken, the bottom rows are seen. */
export function narrowed({ evidence, width, height }: Capture): string {
  const columns = Math.max(10, width - 40);
  const rows = rowsOf(evidence.screen).flatMap((row) => {
    const chars = [...row];
    const count = Math.max(1, Math.ceil(chars.length / columns));
    return Array.from({ length: count }, (_none, index) =>
      chars.slice(index * columns, (index + 1) * columns).join(""),
    );
  });
  return lastRows(rows, height);
}

/** The screen with its last row that is not blank, and what follows it, missing. */
export function cutOff({ evidence }: Capture): string {
  const rows = rowsOf(evidence.screen);
  return rows
    .slice(
      0,
      rows.findLastIndex((row) => !isBlank(row)),
    )
    .join("\n");
}

/** The bottom of a dialog as somebody would copy it: its last rows without the margin they share. */
export function dialogRows({ evidence }: Capture, count: number): readonly string[] {
  const rows = rowsOf(evidence.screen).filter((row) => !isBlank(row));
  const bottom = rows.slice(-count);
  const margin = Math.min(...bottom.map((row) => row.length - row.trimStart().length));
  return bottom.map((row) => row.slice(margin).trimEnd());
}

/** The screen with `quote` in the conversation, before the paragraph nearest above the cursor, one after another. */
export function quotedIn(
  { evidence, cursor, height }: Capture,
  quote: readonly string[],
): readonly string[] {
  const rows = rowsOf(evidence.screen);
  const gaps = rows.flatMap((row, index) => (isBlank(row) && index < cursor.y ? [index] : []));
  return gaps.slice(-3).map((gap) => {
    const quoted = ["", ...quote.map((row) => `  ${row}`), ""];
    return lastRows([...rows.slice(0, gap), ...quoted, ...rows.slice(gap + 1)], height);
  });
}

/** Where a draft begins: the cursor, or behind the last prompt glyph where the agent keeps the cursor below its screen. */
function draftStart({ evidence, cursor }: Capture): { x: number; y: number } {
  const rows = rowsOf(evidence.screen);
  if (cursor.y <= rows.findLastIndex((row) => !isBlank(row))) return cursor;
  const y = rows.findLastIndex((row) => /^ *[›❯>] /.test(`${row} `));
  return y < 0 ? cursor : { x: (rows[y] ?? "").search(/[›❯>]/) + 2, y };
}

/** The screen with `draft` typed: the box grows row by row, each with the border that the box has. */
export function typedIn(capture: Capture, draft: readonly string[]) {
  const { evidence, width, height } = capture;
  const rows = rowsOf(evidence.screen);
  const { x, y } = draftStart(capture);
  const chars = [...(rows[y] ?? "").padEnd(width)];
  const before = chars.slice(0, x).join("");
  const border = /[│┃║▌▐█|]\s*$/.exec(chars.join(""))?.[0] ?? "";
  const typed = draft.map((row, index) => {
    const start = index === 0 ? before : before.replace(/[^\s│┃║▌▐█|]/g, " ");
    return `${start}${row}`.padEnd(width - border.length).slice(0, width - border.length) + border;
  });
  return lastRows([...rows.slice(0, y), ...typed, ...rows.slice(y + 1)], height);
}
