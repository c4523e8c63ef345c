import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TmuxServer } from "./tmux.ts";

/** Names that are data wherever they stand, and that tmux stores as they are. */
export const HOSTILE_NAMES: readonly string[] = [
  "a b",
  "$(touch PWNED)",
  "`touch PWNED`",
  "#(touch PWNED)",
  "#{pid}",
  "#[bg=red]",
  "##[x]#",
  "'; touch PWNED; '",
  '"; touch PWNED; "',
  "semi;",
  "-lead",
  "--clear",
  "=lead",
  "@1",
  "%0",
  "w1",
  "{x}",
  "日本 🙂",
  "~",
];

/** Whether one of those names was run. */
export const wasRun = (server: TmuxServer): boolean => existsSync(join(server.box.home, "PWNED"));

/** What a client shows: a format of its workspace, tab and pane. */
export async function shownOn(
  server: TmuxServer,
  client: { readonly name: string },
  format = "#{session_id} #{window_id} #{pane_id}",
): Promise<string> {
  const rows = await server.tmux("list-clients", "-F", `#{client_name}\t${format}`);
  const row = rows.split("\n").find((one) => one.startsWith(`${client.name}\t`)) ?? "";
  return row.slice(client.name.length + 1);
}
