import { ENTRIES } from "./entries.ts";
import type { EntryKind } from "./entries.ts";
import {
  agentData,
  checkoutData,
  detectedData,
  labelOf,
  layoutData,
  movedData,
  paneData,
  paneIds,
  tabData,
  tabIds,
  tabMovedData,
  toldBy,
  workspaceData,
  workspaceIds,
} from "./event-data.ts";
import type { Happening } from "./happenings.ts";
import { idsOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import { isFields, parseJson, textsIn } from "./json.ts";
import { snakeName } from "./snake-name.ts";
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
  notification: {
    // Of an agent's, what it rests on; whoever tells it waits first (`core/toasts.ts`).
    entries: ["notified", "status"],
    data: (_world, happening) => toldBy(happening),
    doc: "taw's own: a person is told something",
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

/** What herdr's readers are sent: the envelope of a lifecycle event, `event` and `data.type` in snake spelling. */
export function envelopeOf({ name, data }: Pick<Event, "name" | "data">): {
  event: string;
  data: { type: string } & Readonly<Record<string, unknown>>;
} {
  const type = snakeName(name);
  return { event: type, data: { type, ...data } };
}
