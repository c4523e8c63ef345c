import { foregroundJob } from "../core/job.ts";
import type { Pane } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { readTree } from "../system/proc.ts";
import { glanceAt } from "../tmux/glance.ts";
import type { Glance } from "../tmux/glance.ts";

/** Whether a pane's shell is at its prompt (spec, "agent start"). */

/** A pane's own process while it is in front of its terminal. */
export interface Front {
  name: string;
  /** Nothing runs in its group but itself: a prompt may have a helper there for a moment. */
  isAlone: boolean;
}

/** Null where another program is in front of the pane's own process. */
export async function ownInFront(pane: Pane): Promise<Front | null> {
  const job = pane.pid > 0 ? foregroundJob(await readTree(pane.pid), pane.pid) : null;
  const own = job?.group === pane.pid && job.processes.find(({ pid }) => pid === pane.pid);
  return own ? { name: own.comm, isAlone: job.processes.length === 1 } : null;
}

/** A screen that stays the same for so long is at rest. */
const REST_MS = 300;
/** The same told by tmux, which counts seconds: one may have begun just now. */
const REST_S = 2;

const isSame = (one: Glance, other: Glance): boolean =>
  one.text === other.text && one.row === other.row && one.column === other.column;

/**
 * The screen once the shell is alone in front, shows something and is at rest; null when it is not within `mostMs`. A pane
 * that is at rest already is not waited for.
 */
export async function promptScreen(
  { tmux, clock }: Edges,
  pane: Pane,
  first: { glance: Glance; front: Front },
  mostMs: number,
): Promise<Glance | null> {
  const deadline = clock.monotonicMs() + mostMs;
  let isAlone = first.front.isAlone;
  for (let before = first.glance; ;) {
    const isReady = isAlone && before.text.trim() !== "";
    if (isReady && before.quietS >= REST_S) return before;
    if (clock.monotonicMs() + REST_MS > deadline) return null;
    await clock.sleep(REST_MS);
    const now = await glanceAt(tmux, pane.id);
    isAlone = (await ownInFront(pane))?.isAlone === true;
    if (isReady && isAlone && isSame(before, now)) return now;
    before = now;
  }
}
