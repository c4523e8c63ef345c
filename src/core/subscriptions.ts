import { envelopeOf, isEventName } from "./events.ts";
import type { Event, EventName } from "./events.ts";
import { dress, faceJson, FACES } from "./face.ts";
import { publicPaneId, publicWorkspaceId } from "./ids.ts";
import type { PaneId } from "./ids.ts";
import { isFields } from "./json.ts";
import type { Fields } from "./json.ts";
import { paneRecord } from "./records.ts";
import { parseStatus } from "./status.ts";
import type { AgentStatus } from "./status.ts";
import { findPane } from "./world.ts";
import type { Pane, World } from "./world.ts";

/**
 * What a subscriber of herdr's socket is sent, without effects (reference/herdr/socket.md §4): subscriptions → the events
 * they need, events → lines.
 */

/** One line: keys in alphabetical order at every level, absent what herdr leaves out. */
export function pushedLine(event: string, data: Readonly<Record<string, unknown>>): string {
  return faceJson(FACES.herdr, dress(FACES.herdr, { event, data }));
}

const lines = new WeakMap<Event, string>();

/** A lifecycle event as its line; made once for all who are sent it. */
export function lifecycleLine(event: Event): string {
  const known = lines.get(event);
  if (known !== undefined) return known;
  const { event: name, data } = envelopeOf(event);
  const line = pushedLine(name, data);
  lines.set(event, line);
  return line;
}

/** The event of that name; none for a name that herdr knows and tmux has nothing for. */
export const toldUnder = (type: string): EventName[] => (isEventName(type) ? [type] : []);

/** What can change what is told of one pane's status. */
export const STATUS_EVENTS: readonly EventName[] = ["pane.agent_status_changed", "pane.updated"];

/** What `pane.agent_status_changed` says of a pane that is subscribed to by its id. */
export interface StatusData {
  pane_id: string;
  workspace_id: string;
  agent_status: AgentStatus;
  agent?: unknown;
  title?: unknown;
  display_agent?: unknown;
  state_labels?: unknown;
}

/** What the World shows of it now. */
function statusNow(world: World, pane: Pane): StatusData {
  return reportIn(
    {
      pane_id: publicPaneId(pane.workspaceId, pane.id),
      workspace_id: publicWorkspaceId(pane.workspaceId),
    },
    { ...paneRecord(world, pane) },
  );
}

function reportIn(ids: { pane_id: string; workspace_id: string }, said: Fields): StatusData {
  const { agent, title, display_agent, state_labels } = said;
  const status = parseStatus(String(said["agent_status"])) ?? "unknown";
  return {
    ...ids,
    agent_status: status,
    ...(agent !== undefined && { agent }),
    ...(title !== undefined && { title }),
    ...(display_agent !== undefined && { display_agent }),
    ...(state_labels !== undefined && { state_labels }),
  };
}

/** What an event says of it; null for another event. */
function statusIn({ name, data }: Event): StatusData | null {
  const said = name === "pane.updated" ? data["pane"] : data;
  if (!STATUS_EVENTS.includes(name) || !isFields(said)) return null;
  const { pane_id, workspace_id } = said;
  if (typeof pane_id !== "string" || typeof workspace_id !== "string") return null;
  return reportIn({ pane_id, workspace_id }, said);
}

/**
 * One pane's status as one subscriber is told of it: on each change of the status, the title, the name or the labels,
 * where the status is the one that is waited for, if one is.
 */
export class StatusFollow {
  readonly #pane: PaneId;
  readonly #wanted: AgentStatus | null;
  #known = "";

  constructor(pane: PaneId, wanted: AgentStatus | null) {
    this.#pane = pane;
    this.#wanted = wanted;
  }

  /** Where it begins, told at once only when it is what is waited for. A pane that has gone by then is silent. */
  begin(world: World): StatusData[] {
    const pane = findPane(world, this.#pane);
    if (pane === null) return [];
    const now = statusNow(world, pane);
    this.#known = presentationOf(now);
    return now.agent_status === this.#wanted ? [now] : [];
  }

  hear(event: Event): StatusData[] {
    if (event.about.pane !== this.#pane) return [];
    const now = statusIn(event);
    if (now === null || presentationOf(now) === this.#known) return [];
    this.#known = presentationOf(now);
    return this.#wanted === null || now.agent_status === this.#wanted ? [now] : [];
  }
}

const presentationOf = ({ agent_status, title, display_agent, state_labels }: StatusData): string =>
  JSON.stringify([agent_status, title, display_agent, state_labels]);
