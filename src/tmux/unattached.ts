import type { WorkspaceId } from "../core/ids.ts";
import { storedName } from "../core/labels.ts";
import { operand } from "../core/quote.ts";
import { commandText, ifThere } from "./change.ts";
import type { Command } from "./client.ts";

/**
 * With `destroy-unattached` tmux ends a session once nobody is attached to it, and what runs in it: one that was made for
 * later by the next client that leaves, one that a person is brought away from at once.
 */

/** Whether tmux would end the session so: a flag until 3.4, a choice of words from then on. */
const ENDS_UNATTACHED = "#{m/r:^(1|on|keep),#{destroy-unattached}}";

/**
 * A session that was just made stays, also where nobody comes to it. It is found by the label that it was made with, which
 * can be no target where it holds a colon, as from 3.7 on.
 */
export function keepMade(label: string): Command {
  const [asGiven, asStored] = [label, storedName(label)].map(
    (name) => `#{==:#{session_name},${operand(name)}}`,
  );
  const isMeant = `#{&&:#{||:${asGiven},${asStored}},${ENDS_UNATTACHED}}`;
  const keeping = `#{S:#{?${isMeant},set-option -t #{session_id} destroy-unattached off ; ,}}`;
  return ["if-shell", "-F", keeping, commandText([["run-shell", "-C", keeping]])];
}

/** A session stays until what was begun with it is done, also when everybody has left it. */
export const keepLeft = (id: WorkspaceId): Command =>
  ifThere(id, [["set-option", "-t", id, "destroy-unattached", "off"]]);
