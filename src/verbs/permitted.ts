import { Failure } from "../core/failure.ts";
import type { Edges } from "../edges.ts";

/**
 * For a verb that asks tmux in a way of its own: refuses a caller that does not hold the verb's grant. Where no server
 * answers there is no pane to call from; the verb says itself what is wrong.
 *
 * @throws Failure `forbidden`
 */
export async function requireGrant(edges: Edges): Promise<void> {
  try {
    await edges.look();
  } catch (error) {
    if (error instanceof Failure && error.code !== "forbidden") return;
    throw error;
  }
}
