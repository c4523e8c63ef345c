import { Failure } from "../core/failure.ts";
import { operand } from "../core/quote.ts";
import type { Tab, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import type { Change, Changed, Condition } from "../tmux/change.ts";

/** A change that was worked out from something that others may change as well. */
export interface SeenPlan {
  /** That it is still as it was seen; null where nothing of the change comes from it. */
  stillSo: Condition | null;
  /** Null where nothing is to be changed. */
  wish: Change | null;
}

/** As many changes of others may come in between. */
const MOST_TRIES = 60;

/**
 * Works a change out and carries it out on the very thing that it was worked out from. Where another call has changed that
 * meanwhile, it is looked and worked out again.
 *
 * @throws Failure as the plan and `change` do; the one of `stillSo` where others change it all the time
 */
export async function changeAsSeen<Plan extends SeenPlan>(
  edges: Edges,
  first: World,
  plan: (world: World) => Plan,
): Promise<{ seen: World; plan: Plan; changed: Changed }> {
  let seen = first;
  for (let tries = 1; ; tries += 1) {
    const planned = plan(seen);
    const { stillSo, wish } = planned;
    if (wish === null) return { seen, plan: planned, changed: { world: seen, printed: "" } };
    const guards = [...(wish.guards ?? []), ...(stillSo ? [stillSo] : [])];
    try {
      const changed = await edges.change(seen, { ...wish, guards });
      return { seen, plan: planned, changed };
    } catch (error) {
      if (stillSo === null || error !== stillSo.otherwise || tries === MOST_TRIES) throw error;
    }
    seen = await edges.look();
  }
}

/** The panes of a tab are laid out as they were, for what takes its sizes or places from that. */
export const asLaidOut = ({ id, layout }: Tab): Condition => ({
  of: id,
  format: `#{==:#{window_layout},${operand(layout)}}`,
  otherwise: new Failure(
    "tmux_error",
    `the panes of tab ${id} are laid out anew all the time: try again`,
  ),
});
