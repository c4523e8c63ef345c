import type { TmuxServer } from "./tmux.ts";

const SCOPES = [
  ["show-options", "-s"],
  ["show-options", "-g"],
  ["show-options", "-gw"],
  ["show-hooks", "-g"],
  ["show-hooks", "-gw"],
  ["list-keys"],
  ["show-environment", "-g"],
  ["list-buffers"],
] as const;

/** Everything a plugin could leave behind in a tmux server, as one text: what `tmux show` knows, and every pipe. */
export async function dump(server: TmuxServer): Promise<string> {
  const parts: string[] = [];
  for (const words of SCOPES) parts.push(`# ${words.join(" ")}`, await server.tmux(...words));
  for (const session of await ids(server, "list-sessions", "#{session_id}")) {
    parts.push(`# ${session}`, await server.tmux("show-options", "-t", session));
    parts.push(await server.tmux("show-environment", "-t", session));
  }
  const all = "list-panes -a";
  for (const window of await ids(server, all, "#{window_id}")) {
    parts.push(`# ${window}`, await server.tmux("show-options", "-w", "-t", window));
  }
  for (const pane of await ids(server, all, "#{pane_id}")) {
    parts.push(`# ${pane}`, await server.tmux("show-options", "-p", "-t", pane));
    parts.push(`pipe ${await server.format(pane, "#{pane_pipe}")}`);
  }
  return parts.join("\n");
}

const ids = async (server: TmuxServer, list: string, format: string): Promise<Set<string>> =>
  new Set((await server.tmux(...list.split(" "), "-F", format)).split("\n"));
