import { publicPaneId, publicTabId, publicWorkspaceId } from "./ids.ts";
import type { WorkspaceId } from "./ids.ts";
import type { LayoutNode, SplitDirection } from "./layout.ts";
import { treeOf } from "./layout-records.ts";
import { programOf } from "./start-command.ts";
import { findPane, panesOf } from "./world.ts";
import type { Tab, World } from "./world.ts";

/** A tab as a tree that can be applied again (reference/herdr/records.md §3, "Layout tree"). */

export type NodeRecord =
  | { type: "pane"; pane_id: string; label?: string; cwd?: string; command?: string[] }
  | {
      type: "split";
      direction: SplitDirection;
      ratio: number;
      first: NodeRecord;
      second: NodeRecord;
    };

export interface DescriptionRecord {
  workspace_id: string;
  tab_id: string;
  zoomed: boolean;
  focused_pane_id: string;
  root: NodeRecord;
}

/** The panes that share the tab, under a workspace that shows it. Throws `pane_layout_unavailable`. */
export function descriptionRecord(
  world: World,
  tab: Tab,
  workspaceId: WorkspaceId = tab.workspaceId,
): DescriptionRecord {
  const active = panesOf(world, tab.id).find((pane) => pane.isActive);
  return {
    workspace_id: publicWorkspaceId(workspaceId),
    tab_id: publicTabId(workspaceId, tab.id),
    zoomed: tab.isZoomed,
    focused_pane_id: active ? publicPaneId(workspaceId, active.id) : "",
    root: nodeRecord(world, treeOf(tab), workspaceId),
  };
}

function nodeRecord(world: World, node: LayoutNode, workspaceId: WorkspaceId): NodeRecord {
  if ("paneId" in node) {
    const pane = findPane(world, node.paneId);
    const command = programOf(pane?.startCommand ?? "");
    return {
      type: "pane",
      pane_id: publicPaneId(workspaceId, node.paneId),
      ...(pane?.label && { label: pane.label }),
      ...(pane?.cwd && { cwd: pane.cwd }),
      ...(command && { command }),
    };
  }
  return {
    type: "split",
    direction: node.direction,
    ratio: node.ratio,
    first: nodeRecord(world, node.first, workspaceId),
    second: nodeRecord(world, node.second, workspaceId),
  };
}
