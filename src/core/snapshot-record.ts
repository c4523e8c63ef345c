import { publicPaneId, publicTabId, publicWorkspaceId } from "./ids.ts";
import { layoutRecord } from "./layout-records.ts";
import type { LayoutRecord } from "./layout-records.ts";
import { parseLayout } from "./layout.ts";
import {
  agentRecord,
  isAgent,
  paneRecord,
  panesInOrder,
  tabRecord,
  tabsInOrder,
  workspaceRecord,
} from "./records.ts";
import type { AgentRecord, PaneRecord, TabRecord, WorkspaceRecord } from "./records.ts";
import { ANSWERING_VERSION, HERDR_PROTOCOL } from "./version.ts";
import { focusOf } from "./world.ts";
import type { World } from "./world.ts";

/** A whole server as one record (reference/herdr/records.md §5, "SessionSnapshot"). */
export interface SnapshotRecord {
  version: string;
  protocol: number;
  focused_workspace_id?: string;
  focused_tab_id?: string;
  focused_pane_id?: string;
  workspaces: WorkspaceRecord[];
  tabs: TabRecord[];
  panes: PaneRecord[];
  /** One for each tab whose layout tmux told. */
  layouts: LayoutRecord[];
  agents: AgentRecord[];
}

/** Lists are in workspace → tab → pane order; a tab that several workspaces show is there once, under its home. */
export function snapshotRecord(world: World): SnapshotRecord {
  const tabs = tabsInOrder(world);
  const panes = panesInOrder(world);
  return {
    version: ANSWERING_VERSION,
    protocol: HERDR_PROTOCOL,
    ...focusedIds(world),
    workspaces: world.workspaces.map((workspace) => workspaceRecord(world, workspace)),
    tabs: tabs.map((tab) => tabRecord(world, tab)),
    panes: panes.map((pane) => paneRecord(world, pane)),
    layouts: tabs
      .filter(({ layout }) => parseLayout(layout) !== null)
      .map((tab) => layoutRecord(world, tab, tab.workspaceId)),
    agents: panes.filter(isAgent).map((pane) => agentRecord(world, pane)),
  };
}

/** The ids that the lists have the focused ones under. */
function focusedIds(world: World) {
  const focus = focusOf(world);
  if (!focus) return {};
  const { workspace, tab, pane } = focus;
  return {
    focused_workspace_id: publicWorkspaceId(workspace.id),
    focused_tab_id: publicTabId(tab.workspaceId, tab.id),
    focused_pane_id: publicPaneId(pane.workspaceId, pane.id),
  };
}
