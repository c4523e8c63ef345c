import type { Happening } from "./happenings.ts";
import { idsOf, publicPaneId, publicTabId, publicWorkspaceId } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { Fields } from "./json.ts";
import { isFields, parseJson } from "./json.ts";
import { layoutRecord } from "./layout-records.ts";
import { paneRecord, previousIds, tabRecord, workspaceRecord } from "./records.ts";
import { findPane, findTab, findWorkspace, tabsOf } from "./world.ts";
import type { World } from "./world.ts";

/**
 * What an event says (reference/herdr/events.md §2), built from what happened and the World it was taken with; of a thing
 * that has gone by then its ids alone.
 */

export function workspaceIds(_world: World, { workspace }: Happening): { workspace_id?: string } {
  return workspace === undefined ? {} : { workspace_id: publicWorkspaceId(workspace) };
}

export function tabIds(world: World, happening: Happening) {
  const { tab, workspace } = happening;
  const own = tab && workspace ? { tab_id: publicTabId(workspace, tab) } : {};
  return { ...own, ...workspaceIds(world, happening) };
}

export function paneIds(world: World, happening: Happening) {
  const { pane, workspace } = happening;
  const own =
    pane === undefined ? {} : { pane_id: workspace ? publicPaneId(workspace, pane) : pane };
  return { ...own, ...workspaceIds(world, happening) };
}

export const labelOf = ({ fields }: Happening) => ({ label: fields["label"] ?? "" });

export function paneData(world: World, happening: Happening) {
  const pane = happening.pane && findPane(world, happening.pane);
  if (pane) return { pane: paneRecord(world, pane) };
  return { pane: { ...paneIds(world, happening), ...tabIds(world, happening) } };
}

export function tabData(world: World, happening: Happening) {
  const tab = happening.tab && findTab(world, happening.tab);
  if (tab) return { tab: tabRecord(world, tab) };
  return { tab: { ...tabIds(world, happening), ...labelOf(happening) } };
}

export function workspaceData(world: World, happening: Happening) {
  const workspace = happening.workspace && findWorkspace(world, happening.workspace);
  if (workspace) return { workspace: workspaceRecord(world, workspace) };
  return { workspace: { ...workspaceIds(world, happening), ...labelOf(happening) } };
}

/** What the verb said of the checkout, with the workspace that shows it. */
export function checkoutData(world: World, happening: Happening) {
  const told = toldBy(happening);
  const worktree = isFields(told["worktree"]) ? told["worktree"] : {};
  const { workspace } = happening;
  return {
    ...workspaceData(world, happening),
    ...told,
    worktree: {
      ...worktree,
      ...(workspace && { open_workspace_id: publicWorkspaceId(workspace) }),
    },
  };
}

/** What a verb said in the queue entry, as JSON; nothing where it is no object. */
export function toldBy({ fields }: Happening): Fields {
  const told = parseJson(fields["told"] ?? "");
  return isFields(told) ? told : {};
}

export function layoutData(world: World, { tab: tabId }: Happening) {
  const tab = tabId && findTab(world, tabId);
  return tab ? { layout: layoutRecord(world, tab, tab.workspaceId) } : {};
}

/** The entry's own words count, not the World's: by the time an event is built, the agent may be elsewhere again. */
export function agentData(world: World, happening: Happening) {
  const { fields } = happening;
  return {
    ...paneIds(world, happening),
    agent_status: fields["state"] ?? "unknown",
    ...(fields["kind"] && { agent: fields["kind"] }),
    ...reportedOf(world, happening),
  };
}

/** What somebody reported of the pane beside its status, as its record has it. */
function reportedOf(world: World, { pane: paneId }: Happening): Record<string, unknown> {
  const pane = paneId && findPane(world, paneId);
  const record: Readonly<Record<string, unknown>> = pane ? { ...paneRecord(world, pane) } : {};
  return Object.fromEntries(
    ["title", "display_agent", "state_labels"].flatMap((name) =>
      record[name] === undefined ? [] : [[name, record[name]]],
    ),
  );
}

/** Without a kind nobody is there any more: the agent was let go with its last status. */
export function detectedData(world: World, happening: Happening) {
  const { kind, final } = happening.fields;
  const left = { released: true, ...(final && { final_status: final }) };
  return { ...paneIds(world, happening), ...(kind ? { agent: kind } : left) };
}

/** Where the pane is, where it was, and what was made and what closed with the move. */
export function movedData(world: World, happening: Happening) {
  return {
    ...leftIds(happening),
    ...paneData(world, happening),
    ...madeFor(world, happening),
    ...closedBy(world, happening),
  };
}

const fromIds = ({ fields }: Happening): Ids =>
  idsOf({ workspace: fields["fromWorkspace"] ?? "", tab: fields["fromTab"] ?? "" });

function leftIds(happening: Happening) {
  const { workspace, tab } = fromIds(happening);
  const { pane } = happening;
  return workspace && tab && pane ? previousIds({ workspace, tab, pane }) : {};
}

function madeFor(world: World, { fields }: Happening) {
  const ids = idsOf({
    workspace: fields["createdWorkspace"] ?? "",
    tab: fields["createdTab"] ?? "",
  });
  const tab = ids.tab && findTab(world, ids.tab);
  const workspace = ids.workspace && findWorkspace(world, ids.workspace);
  return {
    ...(workspace && { created_workspace: workspaceRecord(world, workspace) }),
    ...(tab && { created_tab: tabRecord(world, tab) }),
  };
}

function closedBy(world: World, happening: Happening) {
  const { workspace, tab } = fromIds(happening);
  if (!workspace || !tab) return {};
  return {
    ...(!findWorkspace(world, workspace) && { closed_workspace_id: publicWorkspaceId(workspace) }),
    ...(!findTab(world, tab) && { closed_tab_id: publicTabId(workspace, tab) }),
  };
}

/** `tabs` are those of its workspace as they stand now. */
export function tabMovedData(world: World, happening: Happening) {
  const { workspace, fields } = happening;
  const tabs = workspace ? tabsOf(world, workspace) : [];
  return {
    ...tabIds(world, happening),
    insert_index: Number(fields["insertIndex"] ?? 0),
    tabs: tabs.map((tab) => tabRecord(world, tab, workspace)),
  };
}
