import { Failure } from "../core/failure.ts";
import type { Edges } from "../edges.ts";
import { Unanswered } from "../tmux/client.ts";

/**
 * For a verb that asks tmux in a way of its own: refuses a caller that does not hold the verb's grant. Where no server
 * answers there is no pane to call from; the verb says itself what is wrong. One that hangs is not waited for twice.
 *
 * @throws Failure `forbidden`; `tmux_error` for a server that hangs
 */
export async function requireGrant(edges: Edges): Promise<void> {
  try {
    await edges.look();
  } catch (error) {
    const isAbsent = error instanceof Failure && error.code !== "forbidden";
    if (!isAbsent || error instanceof Unanswered) throw error;
  }
}
