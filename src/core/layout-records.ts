import { Failure } from "./failure.ts";
import { publicPaneId, publicTabId, publicWorkspaceId } from "./ids.ts";
import type { PaneId, WorkspaceId } from "./ids.ts";
import {
  edgesOf,
  foldCell,
  neighborOf,
  panesOfNode,
  parseLayout,
  splitsOfNode,
  withoutFloating,
} from "./layout.ts";
import type {
  Cell,
  LayoutNode,
  PlacedPane,
  PlacedSplit,
  Rect,
  Side,
  SplitDirection,
} from "./layout.ts";
import { findPane, findTab, panesOf } from "./world.ts";
import type { Pane, Tab, World } from "./world.ts";

/** The records about a tab's layout (reference/herdr/records.md §3, "PaneLayoutSnapshot", "Action results"). */

export interface LayoutRecord {
  workspace_id: string;
  tab_id: string;
  zoomed: boolean;
  area: Rect;
  focused_pane_id: string;
  panes: { pane_id: string; focused: boolean; rect: Rect }[];
  splits: PlacedSplit[];
}

export interface NeighborRecord {
  pane_id: string;
  direction: Side;
  neighbor_pane_id?: string;
  layout: LayoutRecord;
}

export interface EdgesRecord {
  pane_id: string;
  left: boolean;
  right: boolean;
  up: boolean;
  down: boolean;
  layout: LayoutRecord;
}

interface Placed {
  area: Rect;
  splits: PlacedSplit[];
  /** The panes that share the tab among them. */
  tiled: PlacedPane[];
  /** Those that lie over them. */
  floating: PlacedPane[];
}

/** tmux's own tree of a tab, of the unzoomed one while a pane is zoomed. Throws `pane_layout_unavailable`. */
function cellOf(tab: Tab): Cell {
  const cell = parseLayout(tab.layout);
  if (cell) return cell;
  throw new Failure(
    "pane_layout_unavailable",
    `tmux gave no layout that can be read for tab ${tab.id}: ${JSON.stringify(tab.layout)}`,
  );
}

/** The panes that share a tab, as splits of two. Throws `pane_layout_unavailable`. */
export const treeOf = (tab: Tab): LayoutNode => foldCell(withoutFloating(cellOf(tab)));

/** Where a tab's panes are, in the unzoomed tab while one pane is zoomed. Throws `pane_layout_unavailable`. */
function placesOf(tab: Tab): Placed {
  const cell = cellOf(tab);
  const tree = foldCell(withoutFloating(cell));
  const tiled = panesOfNode(tree);
  const isTiled = (paneId: PaneId) => tiled.some((pane) => pane.paneId === paneId);
  return {
    area: tree.rect,
    splits: splitsOfNode(tree),
    tiled,
    floating: panesOfNode(foldCell(cell)).filter(({ paneId }) => !isTiled(paneId)),
  };
}

/** The tab of a pane. A World holds the tab of every pane it holds. */
function tabOf(world: World, pane: Pane): Tab {
  const tab = findTab(world, pane.tabId);
  if (tab) return tab;
  throw new Failure(
    "pane_layout_unavailable",
    `tab ${pane.tabId} of pane ${pane.id} has gone: pane list shows what is there`,
  );
}

/** Where a pane is in its tab, unzoomed. Throws `pane_layout_unavailable`. */
export function paneRect(world: World, pane: Pane): Rect {
  const { area, tiled, floating } = placesOf(tabOf(world, pane));
  return [...tiled, ...floating].find(({ paneId }) => paneId === pane.id)?.rect ?? area;
}

/**
 * The whole area of the innermost split in that direction that a pane is part of; null where it is part of none.
 * Throws `pane_layout_unavailable`.
 */
export function splitAround(world: World, pane: Pane, direction: SplitDirection): Rect | null {
  const { x, y } = paneRect(world, pane);
  const isIn = ({ rect }: PlacedSplit) =>
    rect.x <= x && x < rect.x + rect.width && rect.y <= y && y < rect.y + rect.height;
  const around = placesOf(tabOf(world, pane)).splits.filter(
    (split) => split.direction === direction && isIn(split),
  );
  return around.at(-1)?.rect ?? null;
}

/** How a tab is laid out, under a workspace that shows it. Throws `pane_layout_unavailable`. */
export function layoutRecord(world: World, tab: Tab, workspaceId: WorkspaceId): LayoutRecord {
  const { area, splits, tiled, floating } = placesOf(tab);
  const active = panesOf(world, tab.id).find((pane) => pane.isActive);
  return {
    workspace_id: publicWorkspaceId(workspaceId),
    tab_id: publicTabId(workspaceId, tab.id),
    zoomed: tab.isZoomed,
    area,
    focused_pane_id: active ? publicPaneId(workspaceId, active.id) : "",
    panes: [...tiled, ...floating].map(({ paneId, rect }) => ({
      pane_id: publicPaneId(workspaceId, paneId),
      focused: paneId === active?.id,
      rect,
    })),
    splits,
  };
}

/** The layout of a pane's tab. Throws as `layoutRecord` does. */
export const paneLayoutRecord = (
  world: World,
  pane: Pane,
  workspaceId: WorkspaceId = pane.workspaceId,
): LayoutRecord => layoutRecord(world, tabOf(world, pane), workspaceId);

/** The pane beside a pane, null at the tab's edge. Throws as `layoutRecord` does. */
export function neighborPane(world: World, pane: Pane, direction: Side): Pane | null {
  const id = neighborOf(placesOf(tabOf(world, pane)).tiled, pane.id, direction);
  return id && findPane(world, id);
}

/** The pane beside a pane; without `neighbor_pane_id` at the tab's edge. Throws as `layoutRecord` does. */
export function neighborRecord(
  world: World,
  pane: Pane,
  direction: Side,
  workspaceId: WorkspaceId = pane.workspaceId,
): NeighborRecord {
  const tab = tabOf(world, pane);
  const neighbor = neighborPane(world, pane, direction)?.id;
  return {
    pane_id: publicPaneId(workspaceId, pane.id),
    direction,
    ...(neighbor && { neighbor_pane_id: publicPaneId(workspaceId, neighbor) }),
    layout: layoutRecord(world, tab, workspaceId),
  };
}

/** Which edges of its tab a pane touches. Throws as `layoutRecord` does. */
export function edgesRecord(
  world: World,
  pane: Pane,
  workspaceId: WorkspaceId = pane.workspaceId,
): EdgesRecord {
  const tab = tabOf(world, pane);
  const { area, tiled, floating } = placesOf(tab);
  const own = [...tiled, ...floating].find((placed) => placed.paneId === pane.id);
  const edges = edgesOf(own?.rect ?? area, area);
  return {
    pane_id: publicPaneId(workspaceId, pane.id),
    left: edges.left,
    right: edges.right,
    up: edges.up,
    down: edges.down,
    layout: layoutRecord(world, tab, workspaceId),
  };
}
