import type { Edges } from "../edges.ts";
import { lookIfAny } from "../session/make.ts";

/**
 * For a verb that asks tmux in a way of its own: refuses a caller that does not hold the verb's grant. Where no server
 * answers there is no pane to call from; the verb says itself what is wrong. One that hangs is not waited for twice.
 *
 * @throws Failure `forbidden`; `tmux_error` for a server that hangs
 */
export async function requireGrant(edges: Edges): Promise<void> {
  await lookIfAny(edges);
}
