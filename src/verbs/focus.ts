import type { PaneId, TabId, WorkspaceId } from "../core/ids.ts";
import { queueAppend } from "../core/queue.ts";
import { focusOf, personOf, tabsOf } from "../core/world.ts";
import type { Client, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import type { Command } from "../tmux/client.ts";
import { whileAttached } from "../tmux/change.ts";
import { frontCommand } from "../tmux/front.ts";

/** A place to be brought to: a workspace, a tab of it, a pane of that tab. */
export interface Place {
  workspaceId: WorkspaceId;
  tabId?: TabId;
  paneId?: PaneId;
}

/**
 * The commands that put a place in front: the person's client that was used last is brought there, and with nobody
 * attached the place is what the next one to attach finds. None for a workspace alone that the person sees already.
 *
 * @param person another client than the one that was used last; null to bring none
 */
export function focusCommands(
  { clock }: Pick<Edges, "clock">,
  world: World,
  place: Place,
  person = personOf(world),
): Command[] {
  const workspaceId = stationOf(world, place, person);
  const { tabId, paneId } = place;
  return [
    ...(tabId ? [["select-window", "-t", `${workspaceId}:${tabId}`]] : []),
    ...(paneId ? [["select-pane", "-Z", "-t", paneId]] : []),
    ...(person ? switched(person, workspaceId) : putInFront(world, workspaceId, clock.nowMs())),
  ];
}

/** Carries `focusCommands` out; gives the World with the place in front. */
export async function focusOn(
  edges: Edges,
  seen: World,
  place: Place,
  person = personOf(seen),
): Promise<World> {
  const commands = focusCommands(edges, seen, place, person);
  if (commands.length === 0) return seen;
  const target = place.paneId ?? place.tabId ?? place.workspaceId;
  return (await edges.change(seen, { target, commands })).world;
}

/** A person who sees the tab in their own workspace already (grouped or linked) stays there. */
function stationOf(
  world: World,
  { workspaceId, tabId }: Place,
  person: Client | null,
): WorkspaceId {
  const isShown =
    person !== null && tabsOf(world, person.workspaceId).some(({ id }) => id === tabId);
  return isShown ? person.workspaceId : workspaceId;
}

const switched = ({ name, workspaceId: now }: Client, workspaceId: WorkspaceId): Command[] =>
  now === workspaceId
    ? []
    : [whileAttached({ name, workspaceId: now }, ["switch-client", "-c", name, "-t", workspaceId])];

/** With nobody attached tmux itself does not know what is in front, so it is written down, and told as a client's move is. */
function putInFront(world: World, workspaceId: WorkspaceId, nowMs: number): Command[] {
  const isNews = focusOf(world)?.workspace.id !== workspaceId;
  const told = isNews ? [queueAppend("workspace-focus", workspaceId)] : [];
  return [frontCommand(workspaceId, nowMs), ...told];
}
