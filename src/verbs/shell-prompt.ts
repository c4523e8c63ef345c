import { foregroundJob } from "../core/job.ts";
import type { Pane } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { readTree } from "../system/proc.ts";
import { glanceAt } from "../tmux/glance.ts";
import type { Glance } from "../tmux/glance.ts";

/** Whether a pane's shell is at its prompt (spec, "agent start"). */

/** The name of a pane's own process, where that alone is in front of its terminal; null where something else is. */
export async function aloneInFront(pane: Pane): Promise<string | null> {
  const job = pane.pid > 0 ? foregroundJob(await readTree(pane.pid), pane.pid) : null;
  const [process, ...others] = job?.processes ?? [];
  return process?.pid === pane.pid && others.length === 0 ? process.comm : null;
}

/** A screen that stays the same for so long is at rest. */
const REST_MS = 300;
/** The same told by tmux, which counts seconds: one may have begun just now. */
const REST_S = 2;

const isSame = (one: Glance, other: Glance): boolean =>
  one.text === other.text && one.row === other.row && one.column === other.column;

/**
 * The screen once it shows something and is at rest; null when it is not within `mostMs`. A pane that is at rest already
 * is not waited for.
 */
export async function restingScreen(
  { tmux, clock }: Edges,
  pane: Pane,
  first: Glance,
  mostMs: number,
): Promise<Glance | null> {
  const deadline = clock.monotonicMs() + mostMs;
  for (let before = first; ;) {
    const isDrawn = before.text.trim() !== "";
    if (isDrawn && before.quietS >= REST_S) return before;
    if (clock.monotonicMs() + REST_MS > deadline) return null;
    await clock.sleep(REST_MS);
    const now = await glanceAt(tmux, pane.id);
    if (isDrawn && isSame(before, now)) return now;
    before = now;
  }
}
