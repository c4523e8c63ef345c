import type { Says } from "./shape.ts";
import { clip, hasWords, leastRoom, unframed, writtenLines } from "./text.ts";

/**
 * The last line of the agent's reply above its prompt box: the end of a reply is where it sums up or asks back, and a
 * line that the margin broke is put together again. "" where the turn has said nothing, or the layout is not known.
 */
export function saidIn(rows: readonly string[], says: Says): string {
  const text = rows.join("\n");
  const box = [...text.matchAll(says.box)].at(-1);
  if (box === undefined || rows.some((row) => says.veil?.test(row))) return "";
  const room = leastRoom(rows);
  const above = text.slice(0, box.index).split("\n");
  return lastSaid(above, says, (block) => lastLine(block, says.noise, room));
}

type LineOf = (block: readonly string[]) => string;

/** From the prompt box upwards, block by block, until one of them says something. */
function lastSaid(rows: readonly string[], says: Says, lineOf: LineOf): string {
  let end = rows.length;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const role = roleOf(rows[index] ?? "", rows[index + 1] ?? "", says);
    if (role === null) continue;
    const block = rows.slice(index, end);
    // A prompt in the first row may be what stays in view of a long turn.
    if (role === "stop" && index === 0) return lineOf(block.slice(1));
    const line = blockLine(block, role, says, lineOf);
    if (line !== "" || role === "stop") return line;
    end = index;
  }
  return lineOf(rows.slice(0, end));
}

type Role = "notice" | "stop" | "other" | "reply";

function roleOf(row: string, next: string, says: Says): Role | null {
  if (says.notice?.test(row)) return "notice";
  if (says.stop.test(row)) return "stop";
  if (says.other.test(row)) return "other";
  if (!says.reply?.test(row)) return null;
  return says.under?.test(next) ? "other" : "reply";
}

/** What a block says. Where replies bear no mark, what follows another block's first paragraph is one. */
function blockLine(block: readonly string[], role: Role, says: Says, lineOf: LineOf): string {
  const [first = "", ...rest] = block;
  if (role === "reply") return lineOf([withoutMark(first, says.reply), ...rest]);
  const gap = block.findIndex((row, index) => index > 0 && !hasWords(row));
  const line = says.reply === null && gap > 0 ? lineOf(block.slice(gap)) : "";
  if (line !== "" || role !== "notice") return line;
  return clip(says.notice?.exec(first)?.groups?.["text"] ?? "");
}

const withoutMark = (row: string, mark: RegExp | null): string =>
  mark === null ? row : row.replace(mark, (found) => " ".repeat(found.length));

/** The last line of the last paragraph. */
function lastLine(rows: readonly string[], noise: RegExp, room: number): string {
  const kept = rows.map((row) => (noise.test(row) ? "" : row));
  const last = kept.findLastIndex(hasWords);
  const above = kept.slice(0, last + 1);
  const paragraph = above.slice(above.findLastIndex((row) => !hasWords(row)) + 1);
  const line = writtenLines(paragraph, room).at(-1) ?? "";
  return clip(unframed(line).replaceAll("**", ""));
}
