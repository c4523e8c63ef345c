import * as v from "valibot";
import { STATUSES } from "../../src/core/status.ts";
import type { AgentStatus } from "../../src/core/status.ts";

const truth = v.object({
  atMs: v.number(),
  /** Since when it may have been true already: the key was pressed, the tool was called. */
  sinceMs: v.number(),
  status: v.picklist(["idle", "working", "blocked"]),
  why: v.string(),
});

const sighting = v.object({
  atMs: v.number(),
  status: v.picklist(STATUSES),
  source: v.string(),
  rule: v.string(),
});

/** One drive of one real agent; times are ms since the drive began. */
export const runLog = v.object({
  agent: v.string(),
  package: v.string(),
  isProxied: v.boolean(),
  date: v.string(),
  tmux: v.string(),
  /** What `agent explain` said about the way it was identified. */
  identifiedAs: v.string(),
  truths: v.array(truth),
  sightings: v.array(sighting),
});

/** What was true, from the scripted model's own record and the driver's keys. */
export type Truth = v.InferOutput<typeof truth>;
/** What taw wrote on the pane, in order. */
export type Sighting = v.InferOutput<typeof sighting>;
export type RunLog = v.InferOutput<typeof runLog>;

export interface Judged extends Truth {
  /** The first agreeing sighting, or null when taw never said so while it was true. */
  seen: Sighting | null;
  /** Negative when the agent's own word came before the driver could know. */
  delayMs: number | null;
}

/** The driver's own clock against taw's. */
const GRACE_MS = 150;
/** How long a state may stand after it has ended: the agent draws late, and a weak end is confirmed. */
const LATE_MS = 1_500;

const agrees = (status: AgentStatus, truth: Truth["status"]): boolean =>
  status === truth || (truth === "idle" && status === "done");

/** For every truth that lasts at least 300 ms, what taw said and how late. */
export function judge(log: RunLog): Judged[] {
  return log.truths.flatMap((truth, at) => {
    const endsAt = log.truths[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    if (endsAt - truth.atMs < 300) return [];
    const seen = sightingOf(truth, endsAt, log.sightings);
    return [
      { ...truth, seen, delayMs: seen ? Math.max(seen.atMs, truth.sinceMs) - truth.atMs : null },
    ];
  });
}

/** What stood already while the truth may have been true, else the first that agreed before it ended. */
function sightingOf(truth: Truth, endsAt: number, sightings: readonly Sighting[]): Sighting | null {
  const standing = sightings.findLast((one) => one.atMs <= truth.atMs);
  if (standing && agrees(standing.status, truth.status)) return standing;
  const isTimely = (one: Sighting) => one.atMs > truth.atMs && one.atMs < endsAt + GRACE_MS;
  return sightings.find((one) => isTimely(one) && agrees(one.status, truth.status)) ?? null;
}

/**
 * Sightings that no truth near them allows: wrong intermediate states. `unknown` claims nothing, and before the first
 * truth nobody knows.
 */
export function wrongSightings(log: RunLog): Sighting[] {
  const knownFrom = log.truths[0]?.atMs ?? Number.POSITIVE_INFINITY;
  return log.sightings.filter((one) => {
    if (one.status === "unknown" || one.atMs < knownFrom) return false;
    return !log.truths.some((truth, at) => {
      const endsAt = log.truths[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      const isNear = one.atMs >= truth.sinceMs - GRACE_MS && one.atMs <= endsAt + LATE_MS;
      return isNear && agrees(one.status, truth.status);
    });
  });
}
