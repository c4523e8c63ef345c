import { eventOf } from "../core/events.ts";
import type { Event } from "../core/events.ts";
import { Failure } from "../core/failure.ts";
import { happenings } from "../core/happenings.ts";
import type { World } from "../core/world.ts";
import type { Clock } from "../system/clock.ts";
import type { Tmux } from "../tmux/client.ts";
import { renewHooks } from "../tmux/hooked.ts";
import { Pace } from "./pace.ts";
import { retake, STARTED, take, writeRoster } from "./take.ts";
import type { Batch, Drainer } from "./take.ts";

/** As often as the spec lets a detection read again when another has written the roster. */
const MOST_TRIES = 20;

export interface DrainEdges {
  tmux: Tmux;
  clock: Clock;
}

/** Told of a batch: what happened, in tmux's order, and the World of the moment in which it was taken. */
export type OnEvents = (events: readonly Event[], world: World) => void | Promise<void>;

/**
 * Takes what is queued and gives its events to `onEvents`.
 *
 * @returns how many entries were queued
 */
export async function drainBatch(
  tmux: Tmux,
  drainer: Drainer,
  onEvents: OnEvents,
): Promise<number> {
  const taken = await take(tmux, drainer);
  if (taken === null) return 0;
  const batch = await settle(tmux, taken);
  const events = happenings(batch).flatMap((happening) => built(batch, happening));
  await onEvents(events, batch.world);
  await renewHooks(tmux, batch.world.server);
  return Math.max(1, batch.entries.length);
}

/**
 * Batch by batch until the queue is empty; the call that finds it empty takes the drainer's flag off as well, so that the
 * next entry starts another (decision 12).
 */
export async function drain({ tmux, clock }: DrainEdges, onEvents: OnEvents): Promise<void> {
  const pace = new Pace(clock);
  for (let count = 1; count > 0; pace.took(count)) {
    await pace.gather();
    count = await drainBatch(tmux, STARTED, onEvents);
  }
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
