import type { SessionRecord } from "../../session/servers.ts";
import { defineVerb } from "../verb.ts";
import { sessionsOf } from "./named.ts";

export default defineVerb({
  path: ["session", "list"],
  summary: "List sessions (tmux servers)",
  isBare: true,
  result: "session_list",
  args: { json: { kind: "flag", doc: "print JSON" } },
  run: async (edges) => ({ type: "session_list", sessions: await sessionsOf(edges) }),
  print: ({ sessions }, { json }) =>
    json ? `${JSON.stringify({ sessions })}\n` : tableOf([HEADINGS, ...sessions.map(row)]),
});

/** Scripts skip the first line and cut the others at blanks. */
const HEADINGS = ["name", "status", "directory", "socket"];

const row = ({ name, running, session_dir, socket_path }: SessionRecord): string[] => [
  name,
  running ? "running" : "stopped",
  session_dir,
  socket_path,
];

/** Columns of text, two blanks between them. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? "").length)),
  );
  const lineOf = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((cells) => `${lineOf(cells).trimEnd()}\n`).join("");
}
