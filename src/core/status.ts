/** The one vocabulary of agent states (house §9). `done` is idle that nobody has looked at yet. */
export const STATUSES = ["blocked", "done", "working", "idle", "unknown"] as const;

export type AgentStatus = (typeof STATUSES)[number];

/** Text to status; anything that is no status is null, never a guess. */
export function parseStatus(text: string): AgentStatus | null {
  return STATUSES.find((status) => status === text) ?? null;
}

/**
 * The status that stands for several panes, in attention order: blocked, done, working, idle, unknown
 * (reference/agents/status-machine.md §4).
 */
export function rollup(statuses: Iterable<AgentStatus>): AgentStatus {
  let best = STATUSES.length - 1;
  for (const status of statuses) best = Math.min(best, STATUSES.indexOf(status));
  return STATUSES[best] ?? "unknown";
}
