import { contextRecord } from "../core/context.ts";
import { Failure } from "../core/failure.ts";
import type { FailureSubject } from "../core/failure.ts";
import { publicWorkspaceId } from "../core/ids.ts";
import type { Ids, PaneId, TabId, WorkspaceId } from "../core/ids.ts";
import { peopleOf, tabsOf, worktreesUnder } from "../core/world.ts";
import type { Client, Tab, Workspace, World } from "../core/world.ts";
import { ifThere, whileAttached } from "../tmux/change.ts";
import type { Edges } from "../edges.ts";
import { askFirst, asksNobody } from "../hooks/veto.ts";
import type { Command } from "../tmux/client.ts";
import { keepLeft } from "../tmux/unattached.ts";

/** What closing one thing closes with it, and what happens to who looks at it. */

/** The workspaces that end with a tab: those that show no other. */
export const endedBy = (world: World, tab: Tab): Workspace[] =>
  world.workspaces.filter(({ id }) => {
    const tabs = tabsOf(world, id);
    return tabs.length > 0 && tabs.every((one) => one.id === tab.id);
  });

/**
 * Refuses to close workspaces that have worktree workspaces open which stay behind (spec, "workspace close").
 *
 * @throws Failure `workspace_group_close_required`, which is `confirmation_required` for a tab or pane on herdr's face
 */
export function refuseIfGrouped(
  world: World,
  closed: readonly Workspace[],
  subject: FailureSubject,
): void {
  for (const workspace of closed) {
    const open = worktreesUnder(world, workspace).filter((one) => !closed.includes(one));
    if (open.length === 0) continue;
    const names = open.map(({ id, name }) => `${publicWorkspaceId(id)} (${name})`).join(", ");
    const id = publicWorkspaceId(workspace.id);
    throw new Failure(
      "workspace_group_close_required",
      `workspace ${id} has worktree workspaces open: ${names}; close them first, or all of them with workspace close ${id} --group`,
      { subject },
    );
  }
}

/**
 * Asks `pre_close` about each thing that is about to close, before any of them does (spec, "Hooks from the config").
 *
 * @throws Failure `hook_refused`; nothing has been closed then
 */
export const askBeforeClosing = (edges: Edges, world: World, closed: readonly Ids[]) =>
  askFirst(
    edges,
    world,
    closed.map((about) => ({
      name: "pre_close",
      about,
      folder: contextRecord(world, about).focused_pane_cwd ?? "",
      told: {},
    })),
  );

/**
 * Closes one thing in one call where `only` says that no workspace closes with it, or none that matters to anybody, and nobody
 * is to be asked. Else nothing is done, and the look is given that has to come first.
 *
 * @param target null where the word spells no id
 * @param kill tmux's command
 */
export async function closeUnseen<Id extends PaneId | TabId | WorkspaceId>(
  edges: Edges,
  target: Id | null,
  kill: string,
  only: readonly string[],
): Promise<{ closed: Id } | { seen: World }> {
  const isUnasked = target && (await asksNobody(edges));
  if (!target || !isUnasked) return { seen: await edges.look() };
  const commands = [[kill, "-t", target]];
  const unseen = await edges.changeUnseen({
    target,
    only: [...only, isUnasked],
    commands,
    reads: "none",
  });
  return "seen" in unseen ? unseen : { closed: target };
}

/**
 * Brings everybody who looks at workspaces that are about to close to another one, as herdr does; tmux would throw them
 * out. Nobody is moved where no other workspace stays.
 */
export function leaveCommands(world: World, closed: readonly Workspace[]): Command[] {
  const stays = world.workspaces.filter((workspace) => !closed.includes(workspace));
  return leaving(world, closed, (client) => refugeOf(world, client, stays)?.id ?? null);
}

/** The same to one place for all of them, as tmux spells it. */
export const leaveTo = (world: World, closed: readonly Workspace[], to: string): Command[] =>
  leaving(world, closed, () => to);

/** What is left stays as it is until all have left it and what was begun is done. */
function leaving(
  world: World,
  closed: readonly Workspace[],
  placeFor: (client: Client) => string | null,
): Command[] {
  const leaves = peopleOf(world).flatMap((client) => {
    const to = closed.some(({ id }) => id === client.workspaceId) ? placeFor(client) : null;
    return to === null ? [] : [{ from: client.workspaceId, command: leave(client, to) }];
  });
  const left = new Set(leaves.map(({ from }) => from));
  return [...[...left].map(keepLeft), ...leaves.map(({ command }) => command)];
}

const leave = (client: Client, to: string): Command =>
  whileAttached(client, ["switch-client", "-c", client.name, "-t", to]);

/** A workspace of the same group shows the same tabs; else the one that was used last. */
function refugeOf(world: World, client: Client, stays: readonly Workspace[]): Workspace | null {
  const group = world.workspaces.find(({ id }) => id === client.workspaceId)?.group ?? null;
  const ranked = stays.toSorted((a, b) => b.activityUnix - a.activityUnix);
  return ranked.find((one) => group !== null && one.group === group) ?? ranked[0] ?? null;
}

/** Ends workspaces, whichever of them are still there. */
export const killWorkspaces = (closed: readonly Workspace[]): Command[] =>
  closed.map(({ id }) => ifThere(id, [["kill-session", "-t", id]]));
