import type { Ask, Shape } from "./shape.ts";
import { clip, hasWords, joined, unframed } from "./text.ts";

/** What a dialog asks, in one line; "" where none of the shape's dialogs stands on the screen. */
export function askedIn(rows: readonly string[], shape: Shape | null): string {
  const text = (shape?.popup ? popupRows(rows, shape.popup) : rows).join("\n");
  const found = (shape?.asks ?? []).flatMap((ask) => findAsk(text, ask) ?? []);
  const lowest = Math.max(...found.map(({ at }) => at));
  return found.find(({ at }) => at === lowest)?.line ?? headlineIn(rows);
}

const OTHERS_ROW = /(?:(\S) {3,}|^ {6,})\S.*$/;

/** The rows of a box drawn over others, from its first column on; the others go on after a wide gap. */
function popupRows(rows: readonly string[], popup: RegExp): readonly string[] {
  const at = rows.findLastIndex((row) => popup.test(row));
  const column = rows[at]?.search(popup) ?? 0;
  if (at < 0) return rows;
  return rows.slice(at).map((row) => row.slice(column).replace(OTHERS_ROW, "$1"));
}

type Found = { at: number; line: string };

function findAsk(text: string, ask: Ask): Found | null {
  const foot = [...text.matchAll(ask.foot)].at(-1);
  if (foot === undefined) return null;
  const head = [...text.matchAll(ask.head)].findLast(({ index }) => index < foot.index);
  if (head === undefined) return null;
  const body = text.slice(head.index, foot.index).split("\n").map(unframed).join("\n");
  const read = ask.body ? ask.body.exec(body) : head;
  const groups = { ...head.groups, ...read?.groups };
  const line = lineOf(groups, ask);
  return line === "" ? null : { at: head.index, line };
}

function lineOf(groups: Readonly<Record<string, string | undefined>>, ask: Ask): string {
  const glue = ask.breaksWords ? "" : " ";
  const fold = (part: string | undefined) => clip(joined((part ?? "").split("\n"), glue));
  const asked = fold(groups["ask"]);
  if (asked !== "") return asked;
  const act = fold(groups["act"]);
  if (!hasWords(act)) return "";
  const named = fold(groups["tool"]);
  const tool = ask.names?.[named] ?? (named || (ask.tool ?? ""));
  return clip(`${ask.isCut ? "… " : ""}${tool && `${tool}: `}${act}`);
}

const MARK = "[❯›●→▸>]";
const CHOICE = new RegExp(`^(?:${MARK}\\s*)?(?:\\[.\\]\\s*)?1\\.\\s+\\S`);
const CHOSEN = new RegExp(`^${MARK}\\s+\\S`);
const MOST_ROWS = 3;
const isBorder = (row: string): boolean => /[─━╌▀▄█]{3}|^▐/.test(row);

/** What stands directly above the lowest choice: of a dialog that no shape knows, its question. */
function headlineIn(rows: readonly string[]): string {
  const bare = rows.map((row) => (isBorder(row) ? "" : unframed(row)));
  const numbered = bare.findLastIndex((row) => CHOICE.test(row));
  const choice = numbered >= 0 ? numbered : bare.findLastIndex((row) => CHOSEN.test(row));
  if (choice < 0) return "";
  const end = bare.slice(0, choice).findLastIndex(hasWords);
  const above = bare.slice(0, end + 1);
  const paragraph = above.slice(above.findLastIndex((row) => !hasWords(row)) + 1);
  const headline = joined(paragraph.length <= MOST_ROWS ? paragraph : paragraph.slice(-1), " ");
  return numbered >= 0 || /[?:.]$/.test(headline) ? clip(headline) : "";
}
