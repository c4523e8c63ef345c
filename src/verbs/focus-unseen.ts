import { isWorkspaceId } from "../core/ids.ts";
import type { PaneId, TabId, WorkspaceId } from "../core/ids.ts";
import { queueAppend } from "../core/queue.ts";
import { personOf } from "../core/world.ts";
import type { World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { whether } from "../tmux/change.ts";
import type { UnseenChange } from "../tmux/change.ts";
import type { Command } from "../tmux/client.ts";
import { frontOfCommand, IS_IN_FRONT, KNOWS_FRONT } from "../tmux/front.ts";
import { focusOn } from "./focus.ts";
import type { Place } from "./focus.ts";

type Target = WorkspaceId | TabId | PaneId;

/** No client shows another workspace than the target's. */
const NOBODY_ELSEWHERE = "#{==:#{S:#{session_attached_list}},#{session_attached_list}}";

/** A client on a terminal shows the target's workspace; one over pipes is a program's (decision 22). */
const IS_SHOWN = "#{m:*/dev/*,#{session_attached_list}}";

/** Nobody has to be brought from one workspace to another, and tmux can tell what is in front. */
const IS_PLAIN = [NOBODY_ELSEWHERE, `#{||:${IS_SHOWN},${KNOWS_FRONT}}`];

/** The same for a tab, or a pane's: one workspace alone shows it, so that one is meant. */
const IS_PLAIN_TAB = ["#{==:#{window_linked_sessions},1}", ...IS_PLAIN];

/**
 * `focusOn` in one call, for a place that an id names: where one workspace alone shows it, and whoever is attached looks at
 * that one already. Else it is looked first, and `placeOf` finds the place there. Of the panes, those of the place's tab are
 * in the World that it gives, and perhaps no others.
 *
 * @param id null where the word spells none
 * @param also what else has to hold of it, as tmux's formats
 */
export async function focusOnId(
  edges: Edges,
  id: Target | null,
  placeOf: (world: World) => Place,
  also: readonly string[] = [],
): Promise<World> {
  const unseen = await edges.changeUnseen(id && wishFor(id, edges.clock.nowMs(), also));
  if ("seen" in unseen) return focusOn(edges, unseen.seen, placeOf(unseen.seen));
  const { world } = unseen.changed;
  if (!wasProgram(world)) return world;
  // Seldom enough for a look of its own.
  const seen = await edges.look();
  return focusOn(edges, seen, placeOf(seen));
}

const wishFor = (id: Target, nowMs: number, also: readonly string[]): UnseenChange => ({
  target: id,
  only: [...(isWorkspaceId(id) ? IS_PLAIN : IS_PLAIN_TAB), ...also],
  commands: [...selects(id), whether(id, IS_SHOWN, [], front(id, nowMs))],
  reads: "tab",
});

function selects(id: Target): Command[] {
  if (isWorkspaceId(id)) return [];
  const pane = id.startsWith("%") ? [["select-pane", "-Z", "-t", id]] : [];
  return [["select-window", "-t", id], ...pane];
}

function front(id: Target, nowMs: number): Command[] {
  const put = frontOfCommand(id, nowMs);
  return [whether(id, IS_IN_FRONT, [put], [put, queueAppend("workspace-focus", id)])];
}

/** Whether what was taken for a person is a program's client on a terminal, which only the World behind tells. */
const wasProgram = (world: World): boolean =>
  personOf(world) === null && world.clients.some(({ name }) => name.includes("/dev/"));
