import { eventOf } from "../core/events.ts";
import type { Event } from "../core/events.ts";
import { Failure } from "../core/failure.ts";
import { happenings } from "../core/happenings.ts";
import type { Clock } from "../system/clock.ts";
import type { Tmux } from "../tmux/client.ts";
import { retake, take, writeRoster } from "./take.ts";
import type { Batch, Drainer } from "./take.ts";

/** Between two looks: under a stream of entries a batch holds those of this long, instead of one each. */
const GATHER_MS = 25;

/** As often as the spec lets a detection read again when another has written the roster. */
const MOST_TRIES = 20;

/**
 * Takes the queue until it is empty, batch by batch in tmux's order, and gives each batch's events to `onEvents` before
 * it looks again. What a drainer leaves in tmux at its end is written by the very call that found the queue empty
 * (decision 12).
 */
export async function drain(
  { tmux, clock }: DrainEdges,
  drainer: Drainer,
  onEvents: (events: readonly Event[]) => Promise<void>,
): Promise<void> {
  const next = async () => (drainer.isOver() ? null : take(tmux, drainer));
  for (let batch = await next(); batch !== null; batch = await next()) {
    const settled = await settle(tmux, batch);
    await onEvents(happenings(settled).flatMap((happening) => built(settled, happening)));
    await clock.sleep(GATHER_MS);
  }
}

export interface DrainEdges {
  tmux: Tmux;
  clock: Clock;
}

/** The batch against the roster that it was written over, so that two detections report one close once. */
async function settle(tmux: Tmux, taken: Batch): Promise<Batch> {
  let batch = taken;
  for (let tries = 1; !(await writeRoster(tmux, batch)) && tries < MOST_TRIES; tries += 1) {
    batch = await retake(tmux, batch);
  }
  return batch;
}

/** An event whose record cannot be made (a layout that this taw cannot read) keeps no other back. */
function built({ world }: Batch, happening: Parameters<typeof eventOf>[1]): Event[] {
  try {
    return [eventOf(world, happening)];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
