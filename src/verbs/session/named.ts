import { requireSessionName } from "../../core/server-name.ts";
import type { Edges } from "../../edges.ts";
import { sessionRecords } from "../../session/servers.ts";
import type { SessionRecord } from "../../session/servers.ts";

/** herdr's `session` verbs, which are about tmux servers here (reference/herdr/cli.md §5). */

export const NAME_ARG = {
  name: { kind: "word", required: true, value: "NAME", doc: "as session list shows it" },
} as const;

export const sessionsOf = ({ environment, tmux }: Edges): Promise<SessionRecord[]> =>
  sessionRecords(environment, tmux.address, process.getuid?.() ?? 0);

/** Whether the session of that name runs. Throws `invalid_session_name`. */
export async function isRunning(edges: Edges, name: string): Promise<boolean> {
  requireSessionName(name);
  return (await sessionsOf(edges)).some((session) => session.name === name && session.running);
}
