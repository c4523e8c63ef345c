import type { PaneId } from "../core/ids.ts";
import { panesOfNode, printLayout, unfoldNode } from "../core/layout.ts";
import type { LayoutNode } from "../core/layout.ts";
import { panesOf } from "../core/world.ts";
import type { Tab, World } from "../core/world.ts";
import type { Command } from "../tmux/client.ts";

/** The commands that give the panes of a tab the places they have in a tree of the same panes; a zoomed tab stays zoomed. */
export function placeCommands(world: World, tab: Tab, tree: LayoutNode): Command[] {
  const panes = panesOf(world, tab.id);
  const swaps = swapCommands(
    panes.map(({ id }) => id),
    panesOfNode(tree).map(({ paneId }) => paneId),
  );
  const active = panes.find((pane) => pane.isActive)?.id;
  return [
    ["select-layout", "-t", tab.id, printLayout(unfoldNode(tree))],
    ...swaps,
    ...(active && swaps.length > 0 ? [["select-pane", "-t", active]] : []),
    ...(active && tab.isZoomed ? [["resize-pane", "-Z", "-t", active]] : []),
  ];
}

/**
 * tmux reads no ids from a layout: it fills the places in the order of its list of panes, which after `join-pane -f` is
 * not the order of the places. These swaps put every pane where it was.
 */
function swapCommands(listed: readonly PaneId[], wanted: readonly PaneId[]): Command[] {
  const order = [...listed];
  return wanted.flatMap((paneId, at): Command[] => {
    const there = order[at];
    if (there === undefined || there === paneId) return [];
    order[order.indexOf(paneId)] = there;
    return [["swap-pane", "-d", "-s", paneId, "-t", there]];
  });
}
