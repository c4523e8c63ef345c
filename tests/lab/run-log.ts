import type { AgentStatus } from "../../src/core/status.ts";

/** What was true, from the scripted model's own record and the driver's keys. */
export interface Truth {
  atMs: number;
  status: "idle" | "working" | "blocked";
  why: string;
}

/** What taw wrote on the pane, in order. */
export interface Sighting {
  atMs: number;
  status: AgentStatus;
  source: string;
  rule: string;
}

/** One drive of one real agent; times are ms since the drive began. */
export interface RunLog {
  agent: string;
  package: string;
  isProxied: boolean;
  date: string;
  tmux: string;
  /** What `agent explain` said about the way it was identified. */
  identifiedAs: string;
  truths: Truth[];
  sightings: Sighting[];
}

export interface Judged extends Truth {
  /** The first agreeing sighting, or null when taw never said so while it was true. */
  seen: Sighting | null;
  /** Negative when the agent's own word came before the driver could know. */
  delayMs: number | null;
}

/** An agent's own word may come this long before the screen shows what the driver takes for the truth. */
const EARLY_MS = 1_500;

const agrees = (status: AgentStatus, truth: Truth["status"]): boolean =>
  status === truth || (truth === "idle" && status === "done");

/** For every truth that lasts at least 300 ms, what taw said and how late. */
export function judge(log: RunLog): Judged[] {
  return log.truths.flatMap((truth, at) => {
    const endsAt = log.truths[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    if (endsAt - truth.atMs < 300) return [];
    const standing = log.sightings.findLast((one) => one.atMs <= truth.atMs) ?? null;
    const startedBefore =
      standing && agrees(standing.status, truth.status) && truth.atMs - standing.atMs <= EARLY_MS;
    const seen = startedBefore
      ? standing
      : (log.sightings.find(
          (one) =>
            one.atMs >= truth.atMs && one.atMs < endsAt + 150 && agrees(one.status, truth.status),
        ) ?? (standing && agrees(standing.status, truth.status) ? standing : null));
    const delayMs = seen ? Math.max(seen.atMs - truth.atMs, -EARLY_MS) : null;
    return [{ ...truth, seen, delayMs }];
  });
}

/** Sightings that no truth near them allows: wrong intermediate states. `unknown` claims nothing. */
export function wrongSightings(log: RunLog): Sighting[] {
  return log.sightings.filter((one) => {
    if (one.status === "unknown") return false;
    return !log.truths.some((truth, at) => {
      const endsAt = log.truths[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      const isNear = one.atMs >= truth.atMs - EARLY_MS && one.atMs <= endsAt + 1_000;
      return isNear && agrees(one.status, truth.status);
    });
  });
}
