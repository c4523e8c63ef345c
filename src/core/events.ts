import { ENTRIES } from "./entries.ts";
import type { EntryKind } from "./entries.ts";
import type { Happening } from "./happenings.ts";
import { idsOf, publicPaneId, publicTabId, publicWorkspaceId } from "./ids.ts";
import type { Ids } from "./ids.ts";
import type { Fields } from "./json.ts";
import { isFields, parseJson, textsIn } from "./json.ts";
import { layoutRecord } from "./layout-records.ts";
import { paneRecord, tabRecord, workspaceRecord } from "./records.ts";
import { findPane, findTab, findWorkspace, tabsOf } from "./world.ts";
import type { World } from "./world.ts";

/**
 * THE table of events (reference/herdr/events.md §2 for the data; decision 17 where that and the plugin spec differ).
 * `entries` are the kinds of queue entry an event is built from: who wants the event wants those. An event about a thing
 * that is gone by the time it is built carries the ids alone.
 */
interface EventRow {
  entries: readonly EntryKind[];
  data: (world: World, happening: Happening) => Readonly<Record<string, unknown>>;
  doc: string;
}

/** What tells that panes, tabs and workspaces come, move and go; the roster says which. */
const STRUCTURE = ["split", "linked", "session", "layout", "gone", "exited"] as const;

/** What may put another pane in front of the person; who is in front says the World. */
const FOCUS = [
  "pane-focus",
  "tab-focus",
  "workspace-focus",
  "focus",
  "session",
  "gone",
  "exited",
] as const;

const agentRow = (doc: string): EventRow => ({ entries: ["status"], data: agentData, doc });

const table = {
  "agent.blocked": agentRow("an agent waits for a person"),
  "agent.done": agentRow("an agent's turn ended and nobody has looked yet"),
  "agent.idle": agentRow("an agent is at rest"),
  "agent.working": agentRow("an agent works"),
  changed: {
    entries: ["changed", "pane-focus", "tab-focus", "workspace-focus", "focus"],
    data: () => ({}),
    doc: "taw's own: readers look again",
  },
  "layout.updated": {
    entries: STRUCTURE,
    data: layoutData,
    doc: "the panes of a tab were laid out anew",
  },
  "pane.agent_detected": {
    entries: ["agent"],
    data: detectedData,
    doc: "an agent came to a pane, or left it",
  },
  "pane.agent_status_changed": {
    entries: ["status"],
    data: agentData,
    doc: "an agent's status changed",
  },
  "pane.closed": { entries: STRUCTURE, data: paneIds, doc: "a pane was closed" },
  "pane.created": { entries: STRUCTURE, data: paneData, doc: "a pane was made" },
  "pane.exited": { entries: STRUCTURE, data: paneIds, doc: "the process of a pane ended" },
  "pane.focused": { entries: FOCUS, data: paneIds, doc: "another pane is in front" },
  "pane.moved": { entries: STRUCTURE, data: movedData, doc: "a pane went to another tab" },
  "pane.updated": {
    entries: ["updated"],
    data: paneData,
    doc: "a pane's title, command, label or metadata changed",
  },
  "tab.closed": { entries: STRUCTURE, data: tabIds, doc: "a tab was closed" },
  "tab.created": { entries: STRUCTURE, data: tabData, doc: "a tab was made" },
  "tab.focused": { entries: FOCUS, data: tabIds, doc: "another tab is in front" },
  "tab.moved": {
    entries: [...STRUCTURE, "tab-moved"],
    data: tabMovedData,
    doc: "a tab has another place",
  },
  "tab.renamed": {
    entries: ["tab-name"],
    data: (world, happening) => ({ ...tabIds(world, happening), ...labelOf(happening) }),
    doc: "a tab was renamed",
  },
  "workspace.closed": { entries: STRUCTURE, data: workspaceIds, doc: "a workspace was closed" },
  "workspace.created": { entries: STRUCTURE, data: workspaceData, doc: "a workspace was made" },
  "workspace.focused": { entries: FOCUS, data: workspaceIds, doc: "another workspace is in front" },
  "workspace.metadata_updated": {
    entries: ["workspace-metadata"],
    data: workspaceData,
    doc: "a workspace's reported metadata changed",
  },
  "workspace.renamed": {
    entries: ["workspace-name"],
    data: (world, happening) => ({ ...workspaceIds(world, happening), ...labelOf(happening) }),
    doc: "a workspace was renamed",
  },
  "workspace.updated": {
    entries: ["workspace-changed"],
    data: workspaceData,
    doc: "a workspace's checkout or metadata changed",
  },
  "worktree.created": {
    entries: ["worktree-created"],
    data: checkoutData,
    doc: "a worktree was made and opened",
  },
  "worktree.opened": {
    entries: ["worktree-opened"],
    data: checkoutData,
    doc: "a worktree was opened",
  },
  "worktree.removed": {
    entries: ["worktree-removed"],
    data: (_world, happening) => toldBy(happening),
    doc: "a worktree was removed",
  },
} as const satisfies Record<string, EventRow>;

export type EventName = keyof typeof table;

export const EVENTS: Readonly<Record<EventName, EventRow>> = table;

export interface Event {
  name: EventName;
  about: Ids;
  data: Readonly<Record<string, unknown>>;
}

/**
 * What happened as an event, its data built from the World in which the batch was taken.
 *
 * @throws Failure `pane_layout_unavailable` for a layout that cannot be read
 */
export function eventOf(world: World, happening: Happening): Event {
  const { name, fields: _fields, ...about } = happening;
  return { name, about, data: EVENTS[name].data(world, happening) };
}

/**
 * An event that a drainer wrote as one JSON line, perhaps of another version of taw; null for a line that is none, and for
 * an event that this taw does not know.
 */
export function parseEvent(line: string): Event | null {
  const event = parseJson(line);
  if (!isFields(event)) return null;
  const { name, about, data } = event;
  if (!isEventName(name) || !isFields(about) || !isFields(data)) return null;
  return { name, about: idsOf(textsIn(about)), data };
}

/** A name of the table. */
export const isEventName = (name: unknown): name is EventName =>
  typeof name === "string" && Object.hasOwn(EVENTS, name);

/** The kinds of queue entry that a reader of these events wants, each once. */
export function entriesFor(names: readonly EventName[]): EntryKind[] {
  const wanted = new Set<string>(names.flatMap((name) => [...EVENTS[name].entries]));
  return Object.keys(ENTRIES).filter((kind): kind is EntryKind => wanted.has(kind));
}

function workspaceIds(_world: World, { workspace }: Happening): { workspace_id?: string } {
  return workspace === undefined ? {} : { workspace_id: publicWorkspaceId(workspace) };
}

function tabIds(world: World, happening: Happening) {
  const { tab, workspace } = happening;
  const own = tab && workspace ? { tab_id: publicTabId(workspace, tab) } : {};
  return { ...own, ...workspaceIds(world, happening) };
}

function paneIds(world: World, happening: Happening) {
  const { pane, workspace } = happening;
  const own =
    pane === undefined ? {} : { pane_id: workspace ? publicPaneId(workspace, pane) : pane };
  return { ...own, ...workspaceIds(world, happening) };
}

const labelOf = ({ fields }: Happening) => ({ label: fields["label"] ?? "" });

function paneData(world: World, happening: Happening) {
  const pane = happening.pane && findPane(world, happening.pane);
  if (pane) return { pane: paneRecord(world, pane) };
  return { pane: { ...paneIds(world, happening), ...tabIds(world, happening) } };
}

function tabData(world: World, happening: Happening) {
  const tab = happening.tab && findTab(world, happening.tab);
  if (tab) return { tab: tabRecord(world, tab) };
  return { tab: { ...tabIds(world, happening), ...labelOf(happening) } };
}

function workspaceData(world: World, happening: Happening) {
  const workspace = happening.workspace && findWorkspace(world, happening.workspace);
  if (workspace) return { workspace: workspaceRecord(world, workspace) };
  return { workspace: { ...workspaceIds(world, happening), ...labelOf(happening) } };
}

/** What the verb said of the checkout, with the workspace that shows it. */
function checkoutData(world: World, happening: Happening) {
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
function toldBy({ fields }: Happening): Fields {
  const told = parseJson(fields["told"] ?? "");
  return isFields(told) ? told : {};
}

function layoutData(world: World, { tab: tabId }: Happening) {
  const tab = tabId && findTab(world, tabId);
  return tab ? { layout: layoutRecord(world, tab, tab.workspaceId) } : {};
}

/** The entry's own words count, not the World's: by the time an event is built, the agent may be elsewhere again. */
function agentData(world: World, happening: Happening) {
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
function detectedData(world: World, happening: Happening) {
  const { kind, final } = happening.fields;
  const left = { released: true, ...(final && { final_status: final }) };
  return { ...paneIds(world, happening), ...(kind ? { agent: kind } : left) };
}

function movedData(world: World, happening: Happening) {
  const { pane, fields } = happening;
  const { workspace: fromWorkspace, tab: fromTab } = idsOf({
    workspace: fields["fromWorkspace"] ?? "",
    tab: fields["fromTab"] ?? "",
  });
  const created = idsOf({
    workspace: fields["createdWorkspace"] ?? "",
    tab: fields["createdTab"] ?? "",
  });
  const createdTab = created.tab && findTab(world, created.tab);
  const createdWorkspace = created.workspace && findWorkspace(world, created.workspace);
  const previousTab = fromWorkspace && fromTab ? publicTabId(fromWorkspace, fromTab) : "";
  return {
    previous_pane_id: pane && fromWorkspace ? publicPaneId(fromWorkspace, pane) : "",
    previous_workspace_id: fromWorkspace ? publicWorkspaceId(fromWorkspace) : "",
    previous_tab_id: previousTab,
    ...paneData(world, happening),
    ...(createdWorkspace && { created_workspace: workspaceRecord(world, createdWorkspace) }),
    ...(createdTab && { created_tab: tabRecord(world, createdTab) }),
    ...(fromWorkspace &&
      !findWorkspace(world, fromWorkspace) && {
        closed_workspace_id: publicWorkspaceId(fromWorkspace),
      }),
    ...(fromTab && !findTab(world, fromTab) && { closed_tab_id: previousTab }),
  };
}

/** `tabs` are those of its workspace as they stand now. */
function tabMovedData(world: World, happening: Happening) {
  const { workspace, fields } = happening;
  const tabs = workspace ? tabsOf(world, workspace) : [];
  return {
    ...tabIds(world, happening),
    insert_index: Number(fields["insertIndex"] ?? 0),
    tabs: tabs.map((tab) => tabRecord(world, tab, workspace)),
  };
}

/** Snake: the first dot becomes `_` (reference/herdr/events.md §1). */
export const snakeName = (name: string): string => name.replace(".", "_");

/** What herdr's readers are sent: the envelope of a lifecycle event, `event` and `data.type` in snake spelling. */
export function envelopeOf({ name, data }: Pick<Event, "name" | "data">): {
  event: string;
  data: { type: string } & Readonly<Record<string, unknown>>;
} {
  const type = snakeName(name);
  return { event: type, data: { type, ...data } };
}
