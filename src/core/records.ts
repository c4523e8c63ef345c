import { publicPaneId, publicTabId, publicWorkspaceId, serial } from "./ids.ts";
import type { Ids, WorkspaceId } from "./ids.ts";
import type { Checkout } from "./checkouts.ts";
import { membershipRecord } from "./membership.ts";
import type { MembershipRecord } from "./membership.ts";
import { shownMetadata } from "./metadata.ts";
import type { StateLabels } from "./metadata.ts";
import { revisionOf } from "./revision.ts";
import { rollup } from "./status.ts";
import type { AgentStatus } from "./status.ts";
import { currentTab, findTab, focusOf, panesOf, tabsOf } from "./world.ts";
import type { Pane, Tab, Workspace, World } from "./world.ts";

/**
 * World → herdr's records (reference/herdr/records.md), built here and nowhere else: the CLI, the socket, events and the
 * feed print the same objects. A field that has no value is left out; `sandbox` and `restore_error` are null on taw's
 * face, and herdr's face leaves them out too (`core/face.ts`).
 */

export interface WorkspaceRecord {
  workspace_id: string;
  number: number;
  label: string;
  focused: boolean;
  pane_count: number;
  tab_count: number;
  active_tab_id: string;
  agent_status: AgentStatus;
  tokens?: Readonly<Record<string, string>>;
  worktree?: MembershipRecord;
}

export interface TabRecord {
  tab_id: string;
  workspace_id: string;
  number: number;
  label: string;
  focused: boolean;
  pane_count: number;
  agent_status: AgentStatus;
}

/** WorktreeInfo. */
export interface WorktreeRecord {
  path: string;
  branch?: string;
  is_bare: boolean;
  is_detached: boolean;
  is_prunable: boolean;
  is_linked_worktree: boolean;
  open_workspace_id?: string;
  label: string;
}

/** WorktreeSourceInfo. */
export interface WorktreeSourceRecord {
  repo_key: string;
  repo_name: string;
  repo_root: string;
  source_checkout_path: string;
  source_workspace_id?: string;
}

/** taw's own beside it: the workspace that a worktree was made in, which stays when that one is closed. */
export type KeptWorktreeRecord = WorktreeRecord & { workspace_id: string | null };

export interface ScrollRecord {
  offset_from_bottom: number;
  max_offset_from_bottom: number;
  viewport_rows: number;
}

/** What pane and agent records share. */
interface PaneFacts {
  terminal_id: string;
  workspace_id: string;
  tab_id: string;
  pane_id: string;
  focused: boolean;
  cwd?: string;
  foreground_cwd?: string;
  agent?: string;
  title?: string;
  terminal_title?: string;
  terminal_title_stripped?: string;
  display_agent?: string;
  agent_status: AgentStatus;
  state_labels?: StateLabels;
  tokens?: Readonly<Record<string, string>>;
  revision: number;
  sandbox: null;
  restore_error: null;
}

export interface PaneRecord extends PaneFacts {
  label?: string;
  scroll?: ScrollRecord;
}

export interface AgentRecord extends PaneFacts {
  name?: string;
  state_change_seq: number;
}

/** A pane is an agent when something names it: a kind that runs in it, or the user's name for it. */
export const isAgent = (pane: Pane): boolean => pane.agent !== null;

export const statusOf = (pane: Pane): AgentStatus => pane.agent?.status ?? "unknown";

const MARKER = /^[\u2800-\u28ff·✢✳✶✻✽◐◓◑◒](?:\s+|$)/u;

/** A title without one leading spinner or marker (records.md, `terminal_title_stripped`). */
export const stripMarker = (title: string): string => title.replace(MARKER, "");

/** A tab nobody named shows its place, so that tools which name tabs know they may (plugins/traps.md 16). */
export function tabLabel(
  world: World,
  tab: Tab,
  workspaceId: WorkspaceId = tab.workspaceId,
): string {
  if (!tab.isAutoNamed) return tab.name;
  return String(tabsOf(world, workspaceId).findIndex((one) => one.id === tab.id) + 1);
}

/** `number` is its place in tmux's order; `active_tab_id` is empty for one without tabs. */
export function workspaceRecord(world: World, workspace: Workspace): WorkspaceRecord {
  const tabs = tabsOf(world, workspace.id);
  const panes = tabs.flatMap((tab) => panesOf(world, tab.id));
  const current = currentTab(world, workspace.id) ?? tabs[0];
  const at = { nowMs: world.server.nowUnix * 1000, agent: null, authority: null };
  const { tokens } = shownMetadata(workspace.metadata, at);
  return {
    workspace_id: publicWorkspaceId(workspace.id),
    number: world.workspaces.indexOf(workspace) + 1,
    label: workspace.name,
    focused: focusOf(world)?.workspace.id === workspace.id,
    pane_count: panes.length,
    tab_count: tabs.length,
    active_tab_id: current ? publicTabId(workspace.id, current.id) : "",
    agent_status: rollup(panes.filter(isAgent).map(statusOf)),
    ...(tokens && { tokens }),
    ...(workspace.worktree && { worktree: membershipRecord(workspace.worktree) }),
  };
}

/** A checkout of the repository of that name, and the workspace that shows it. */
export function worktreeRecord(
  checkout: Checkout,
  { name, isLinked, shownBy }: { name: string; isLinked: boolean; shownBy: WorkspaceId | null },
): WorktreeRecord {
  return {
    path: checkout.path,
    ...(checkout.branch && { branch: checkout.branch }),
    is_bare: checkout.isBare,
    is_detached: checkout.isDetached,
    is_prunable: checkout.isPrunable,
    is_linked_worktree: isLinked,
    ...(shownBy && { open_workspace_id: publicWorkspaceId(shownBy) }),
    label: name,
  };
}

/** @param madeIn the id of that workspace; empty where none is remembered, which leaves the one that shows it */
export const keptWorktreeRecord = (record: WorktreeRecord, madeIn: string): KeptWorktreeRecord => ({
  ...record,
  workspace_id: madeIn || record.open_workspace_id || null,
});

/** The repository that was asked about, by the checkout it was asked from and the workspace that shows that. */
export const worktreeSourceRecord = (
  repository: { key: string; name: string; root: string; source: string },
  shownBy: WorkspaceId | null,
): WorktreeSourceRecord => ({
  repo_key: repository.key,
  repo_name: repository.name,
  repo_root: repository.root,
  source_checkout_path: repository.source,
  ...(shownBy && { source_workspace_id: publicWorkspaceId(shownBy) }),
});

/** A tab under `workspaceId`: its home, or the workspace that a list was narrowed to (decision 3). */
export function tabRecord(
  world: World,
  tab: Tab,
  workspaceId: WorkspaceId = tab.workspaceId,
): TabRecord {
  const panes = panesOf(world, tab.id);
  return {
    tab_id: publicTabId(workspaceId, tab.id),
    workspace_id: publicWorkspaceId(workspaceId),
    number: serial(tab.id) + 1,
    label: tabLabel(world, tab, workspaceId),
    focused: focusOf(world)?.tab.id === tab.id,
    pane_count: panes.length,
    agent_status: rollup(panes.filter(isAgent).map(statusOf)),
  };
}

/** The same terminal has the same id wherever its pane moves, and no other server's terminal has it. */
const terminalId = (world: World, pane: Pane): string =>
  `term_${world.server.startUnix.toString(16)}${world.server.pid.toString(16)}x${serial(pane.id).toString(16)}`;

/** No source holds the state of a pane by itself, so what applies to such a source alone is not shown. */
const metadataOf = ({ server }: World, { metadata, agent }: Pane) =>
  shownMetadata(metadata, {
    nowMs: server.nowUnix * 1000,
    agent: agent?.kind ?? null,
    authority: null,
  });

function paneFacts(world: World, pane: Pane, workspaceId: WorkspaceId): PaneFacts {
  const { title, displayAgent, stateLabels, tokens } = metadataOf(world, pane);
  return {
    terminal_id: terminalId(world, pane),
    workspace_id: publicWorkspaceId(workspaceId),
    tab_id: publicTabId(workspaceId, pane.tabId),
    pane_id: publicPaneId(workspaceId, pane.id),
    focused: focusOf(world)?.pane.id === pane.id,
    ...(pane.cwd && { cwd: pane.cwd, foreground_cwd: pane.cwd }),
    ...(pane.agent?.kind && { agent: pane.agent.kind }),
    ...(title && { title }),
    ...(pane.title && {
      terminal_title: pane.title,
      terminal_title_stripped: stripMarker(pane.title),
    }),
    ...(displayAgent && { display_agent: displayAgent }),
    agent_status: statusOf(pane),
    ...(stateLabels && { state_labels: stateLabels }),
    ...(tokens && { tokens }),
    revision: revisionOf(world.server.startUnix, pane),
    sandbox: null,
    restore_error: null,
  };
}

/** A pane under `workspaceId`: its home, or the workspace that a list was narrowed to (decision 3). */
export function paneRecord(
  world: World,
  pane: Pane,
  workspaceId: WorkspaceId = pane.workspaceId,
): PaneRecord {
  return {
    ...paneFacts(world, pane, workspaceId),
    ...(pane.label && { label: pane.label }),
    scroll: {
      offset_from_bottom: pane.scrollPosition,
      max_offset_from_bottom: pane.historySize,
      viewport_rows: pane.height,
    },
  };
}

/** The agent of a pane, placed as `paneRecord` places it. */
export function agentRecord(
  world: World,
  pane: Pane,
  workspaceId: WorkspaceId = pane.workspaceId,
): AgentRecord {
  return {
    ...paneFacts(world, pane, workspaceId),
    ...(pane.agent?.name && { name: pane.agent.name }),
    state_change_seq: pane.agent?.stateSeq ?? 0,
  };
}

/** Where a pane was before it moved, in the ids that it had there (reference/herdr/records.md §3, "Action results"). */
export const previousIds = ({ pane, tab, workspace }: Required<Ids>) => ({
  previous_pane_id: publicPaneId(workspace, pane),
  previous_workspace_id: publicWorkspaceId(workspace),
  previous_tab_id: publicTabId(workspace, tab),
});

/** Tabs in the order of their workspaces and their places there, each once, under its home. */
export function tabsInOrder(world: World): Tab[] {
  const tabs = new Set<Tab>();
  for (const { tabId, workspaceId } of world.links) {
    const tab = findTab(world, tabId);
    if (tab?.workspaceId === workspaceId) tabs.add(tab);
  }
  return [...tabs];
}

/** Panes in workspace → tab → tmux's pane order, each once, under its home. */
export const panesInOrder = (world: World): Pane[] =>
  tabsInOrder(world).flatMap(({ id }) => panesOf(world, id));

export const agentsInOrder = (world: World): Pane[] => panesInOrder(world).filter(isAgent);
