import { publicPaneId, publicTabId, publicWorkspaceId } from "./ids.ts";
import type { Ids } from "./ids.ts";
import { membershipRecord } from "./membership.ts";
import { paneRecord, tabLabel, tabRecord, workspaceRecord } from "./records.ts";
import { currentTab, findPane, findTab, findWorkspace, panesOf } from "./world.ts";
import type { Pane, Tab, Workspace, World } from "./world.ts";

/** What a context is about, with what belongs to it: a workspace's tab in front, a tab's pane in front. What has gone is nobody. */
interface Subject {
  workspace: Workspace | null;
  tab: Tab | null;
  pane: Pane | null;
}

function subjectOf(world: World, ids: Ids): Subject {
  const named = ids.pane ? findPane(world, ids.pane) : null;
  const tabId = named?.tabId ?? ids.tab;
  const workspaceId = ids.workspace ?? named?.workspaceId;
  const tab = tabId ? findTab(world, tabId) : workspaceId ? currentTab(world, workspaceId) : null;
  const front = tab && !ids.pane && panesOf(world, tab.id).find(({ isActive }) => isActive);
  const home = workspaceId ?? tab?.workspaceId;
  return {
    workspace: home ? findWorkspace(world, home) : null,
    tab,
    pane: named ?? (front || null),
  };
}

/**
 * herdr's PluginInvocationContext (reference/herdr/records.md §8) of a pane, tab or workspace, with taw's own records
 * nested beside it; null where taw has nothing (plugin spec, HERDR_PLUGIN_CONTEXT_JSON).
 */
export function contextRecord(world: World, ids: Ids) {
  const { workspace, tab, pane } = subjectOf(world, ids);
  const home = workspace?.id ?? null;
  return {
    workspace_id: workspace && publicWorkspaceId(workspace.id),
    workspace_label: workspace?.name ?? null,
    workspace_cwd: workspace?.path ?? null,
    worktree: workspace?.worktree ? membershipRecord(workspace.worktree) : null,
    tab_id: tab && publicTabId(home ?? tab.workspaceId, tab.id),
    tab_label: tab && tabLabel(world, tab, home ?? tab.workspaceId),
    focused_pane_id: pane && publicPaneId(home ?? pane.workspaceId, pane.id),
    focused_pane_cwd: pane?.cwd ?? null,
    focused_pane_agent: pane?.agent?.kind ?? null,
    focused_pane_status: pane?.agent?.status ?? null,
    selected_text: null,
    clicked_url: null,
    link_handler_id: null,
    invocation_source: null,
    correlation_id: null,
    workspace: workspace && workspaceRecord(world, workspace),
    tab: tab && tabRecord(world, tab, home ?? tab.workspaceId),
    pane: pane && paneRecord(world, pane, home ?? pane.workspaceId),
    caller_pane_id: null,
  };
}
