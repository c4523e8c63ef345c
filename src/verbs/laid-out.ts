import { Failure } from "../core/failure.ts";
import { operand } from "../core/quote.ts";
import type { Tab, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import type { Change, Changed, Condition } from "../tmux/change.ts";

/** A change whose sizes or places come from how a tab was laid out. */
export interface LaidOutPlan {
  /** Null where nothing of it comes from a layout. */
  from: Tab | null;
  /** Null where nothing is to be changed. */
  wish: Change | null;
}

/** As many changes of others may come in between. */
const MOST_TRIES = 60;

/**
 * Works a change out and carries it out on the very layout that it was worked out from. Where another call has changed
 * that meanwhile, it is looked and worked out again.
 *
 * @throws Failure as the plan and `change` do; `tmux_error` where others change the layout all the time
 */
export async function changeAsLaidOut<Plan extends LaidOutPlan>(
  edges: Edges,
  first: World,
  plan: (world: World) => Plan,
): Promise<{ seen: World; plan: Plan; changed: Changed }> {
  let seen = first;
  for (let tries = 1; ; tries += 1) {
    const planned = plan(seen);
    const { from, wish } = planned;
    if (wish === null) return { seen, plan: planned, changed: { world: seen, printed: "" } };
    const stillSo = from && asLaidOut(from);
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

const asLaidOut = ({ id, layout }: Tab): Condition => ({
  of: id,
  format: `#{==:#{window_layout},${operand(layout)}}`,
  otherwise: new Failure(
    "tmux_error",
    `the panes of tab ${id} are laid out anew all the time: try again`,
  ),
});
