import type { Edges } from "../edges.ts";
import { Failure, UsageError } from "../core/failure.ts";
import { CALLING, parsePaneId, parseTabId, parseWorkspaceId } from "../core/ids.ts";
import type { WorkspaceId } from "../core/ids.ts";
import { agentsInOrder, isAgent, panesInOrder, tabsInOrder } from "../core/records.ts";
import {
  currentTab,
  findPane,
  findTab,
  findWorkspace,
  focusOf,
  panesOf,
  tabsOf,
} from "../core/world.ts";
import type { Pane, Tab, Workspace, World } from "../core/world.ts";
import { missing, shown } from "./named.ts";

/** Words of a verb → things of the World. A word that names nothing is refused, never taken for something else. */

/** A pane with the workspace whose prefix its id carries: its home, or the one that it was asked for under. */
export interface PlacedPane {
  pane: Pane;
  workspaceId: WorkspaceId;
}

export interface PlacedTab {
  tab: Tab;
  workspaceId: WorkspaceId;
}

/** The workspace that `text` names. Throws `not_found`. */
export function requireWorkspace(world: World, text: string): Workspace {
  const id = parseWorkspaceId(text);
  const found = id && findWorkspace(world, id);
  if (found) return found;
  throw missing("workspace", text);
}

/** The tab that `text` names, under the workspace of the id where that workspace shows the tab. Throws `not_found`. */
export function requireTab(world: World, text: string): PlacedTab {
  const id = parseTabId(text);
  const tab = id && findTab(world, id);
  if (!tab) throw missing("tab", text);
  return { tab, workspaceId: prefixOf(world, text, tab) };
}

/** The pane that `text` names, under the workspace of the id where that workspace shows it. Throws `not_found`. */
export function requirePane(world: World, text: string): PlacedPane {
  const id = parsePaneId(text);
  const pane = id && findPane(world, id);
  const tab = pane && findTab(world, pane.tabId);
  if (!pane || !tab) throw missing("pane", text);
  return { pane, workspaceId: prefixOf(world, text, tab) };
}

/** A linked tab answers under the spelling it was asked by; a moved one under its home (decision 3). */
function prefixOf(world: World, text: string, tab: Tab): WorkspaceId {
  const asked = text.includes(":") ? parseWorkspaceId(text.slice(0, text.indexOf(":"))) : null;
  const isShownThere =
    asked !== null && tabsOf(world, asked).some((linked) => linked.id === tab.id);
  return isShownThere ? asked : tab.workspaceId;
}

/** The pane in front. Throws `not_found` on a server without workspaces. */
export function requireFocusedPane(world: World): PlacedPane {
  const focus = focusOf(world);
  if (focus) return { pane: focus.pane, workspaceId: focus.workspace.id };
  throw new Failure(
    "not_found",
    "no pane is open on this tmux server; workspace create makes one",
    { subject: "pane" },
  );
}

/** The workspace in front. Throws `not_found` on a server without workspaces. */
export function requireFocusedWorkspace(world: World): Workspace {
  const focus = focusOf(world);
  if (focus) return focus.workspace;
  throw new Failure(
    "not_found",
    "no workspace is open on this tmux server; workspace create makes one",
    {
      subject: "workspace",
    },
  );
}

/** The tab that a workspace shows. Throws `not_found` for a workspace that has just lost its last one. */
export function requireCurrentTab(world: World, { id }: Workspace): Tab {
  const tab = currentTab(world, id);
  if (tab) return tab;
  throw missing("workspace", id);
}

/** The pane in front of a tab. Throws `not_found` when it has gone. */
export function requireActivePane(world: World, tab: Tab): Pane {
  const pane = panesOf(world, tab.id).find(({ isActive }) => isActive);
  if (pane) return pane;
  throw missing("tab", tab.id);
}

/** The first pane of a tab, which a new tab begins with. Throws `not_found` when it has gone. */
export function rootPane(world: World, tab: Tab): Pane {
  const [pane] = panesOf(world, tab.id);
  if (pane) return pane;
  throw missing("tab", tab.id);
}

/**
 * The pane a verb means without naming it: the calling one where taw knows it, else the one in front
 * (reference/herdr/cli.md §3, "current").
 *
 * @throws Failure `not_found` when the caller's pane, or its whole server, is gone
 */
export function currentPane({ self }: Edges, world: World): PlacedPane {
  if (self.caller === null) return requireFocusedPane(world);
  const { pane, serverPid } = self.caller;
  if (serverPid === null || serverPid === world.server.pid) return requirePane(world, pane);
  throw new Failure(
    "not_found",
    `pane ${shown(pane)} was of a tmux server that has ended (pid ${serverPid}): name a pane of this one`,
    { subject: "pane" },
  );
}

/** The pane that `text` names; `%calling` is the one taw was called from. Throws `not_found`. */
export function namedPane(edges: Edges, world: World, text: string): PlacedPane {
  const isCaller = text === CALLING && edges.self.caller !== null;
  return isCaller ? currentPane(edges, world) : requirePane(world, text);
}

/**
 * A pane in a later World, in the place where it was found: still under that workspace where it shows the pane's tab.
 *
 * @throws Failure `not_found` when it has gone
 */
export function samePane(world: World, { pane, workspaceId }: PlacedPane): PlacedPane {
  const again = findPane(world, pane.id);
  if (!again) throw missing("pane", pane.id);
  const isShown = tabsOf(world, workspaceId).some(({ id }) => id === again.tabId);
  return { pane: again, workspaceId: isShown ? workspaceId : again.workspaceId };
}

/** `--pane ID`, else `--current`, else the pane in front. */
export function selectedPane(
  edges: Edges,
  world: World,
  args: { paneId: string | null; current: boolean },
): PlacedPane {
  if (args.paneId !== null) return namedPane(edges, world, args.paneId);
  return args.current ? currentPane(edges, world) : requireFocusedPane(world);
}

/** Where a pane is, to be brought there. */
export const placeOf = ({ pane, workspaceId }: PlacedPane) => ({
  workspaceId,
  tabId: pane.tabId,
  paneId: pane.id,
});

/** `--pane ID`, else the pane in front, with `--current` too: verbs that act on what a person sees (cli.md §3). */
export const paneInFront = (edges: Edges, world: World, paneId: string | null): PlacedPane =>
  paneId === null ? requireFocusedPane(world) : namedPane(edges, world, paneId);

/**
 * The pane a verb has to be told: by its word or `--pane`, or the calling one by `--current`; null for none of them.
 *
 * @throws UsageError for `--current` from no pane (cli.md §3); Failure `not_found`
 */
export function toldPane(
  edges: Edges,
  world: World,
  args: { pane: string | null; paneId: string | null; current: boolean },
): PlacedPane | null {
  const text = args.pane ?? args.paneId;
  if (text !== null) return namedPane(edges, world, text);
  if (!args.current) return null;
  if (edges.self.caller === null) {
    throw new UsageError("--current requires HERDR_PANE_ID: taw was called from no pane");
  }
  return currentPane(edges, world);
}

/** The same for a verb whose rules ask for one of them. */
export const requireToldPane = (
  edges: Edges,
  world: World,
  args: Parameters<typeof toldPane>[2],
): PlacedPane => toldPane(edges, world, args) ?? requireFocusedPane(world);

/** The flags of every verb that takes a pane this way. */
export const PANE_SELECTOR = {
  paneId: {
    kind: "text",
    flag: "--pane",
    value: "PANE",
    doc: "this pane (without it, the pane in front)",
  },
  current: { kind: "flag", doc: "the pane taw was called from" },
} as const;

/** The same for a verb that acts on the pane in front unless one is named. */
export const FRONT_PANE_SELECTOR = {
  ...PANE_SELECTOR,
  current: { kind: "flag", doc: "the pane in front, as without a selector" },
} as const;

/** On which side of a pane. */
export const DIRECTION = {
  kind: "choice",
  choices: ["left", "right", "up", "down"],
  doc: "on which side",
} as const;

/** The word of every verb about one agent. */
export const AGENT_TARGET = {
  target: { kind: "word", required: true, value: "AGENT", doc: "its name, or the id of its pane" },
} as const;

/** All panes, each once under its home; or those of one workspace, linked tabs included, under that one (decision 3). */
export function panesUnder(world: World, workspace: string | null): PlacedPane[] {
  if (workspace === null) {
    return panesInOrder(world).map((pane) => ({ pane, workspaceId: pane.workspaceId }));
  }
  const { id } = requireWorkspace(world, workspace);
  return tabsOf(world, id)
    .flatMap((tab) => panesOf(world, tab.id))
    .map((pane) => ({ pane, workspaceId: id }));
}

/** All tabs, each once under its home; or those of one workspace, linked ones included, under that one. */
export function tabsUnder(world: World, workspace: string | null): PlacedTab[] {
  if (workspace === null) {
    return tabsInOrder(world).map((tab) => ({ tab, workspaceId: tab.workspaceId }));
  }
  const { id } = requireWorkspace(world, workspace);
  return tabsOf(world, id).map((tab) => ({ tab, workspaceId: id }));
}

/** `isAgent` as tmux's format. */
export const IS_AGENT = "#{||:#{@agent_kind},#{@agent_name}}";

/**
 * The agent that `text` names: its own name, which must be unique, or the id of its pane.
 *
 * @throws Failure `agent_not_found`, also for a pane without an agent; `agent_target_ambiguous`
 */
export function requireAgent(world: World, text: string): PlacedPane {
  const named = agentsInOrder(world).filter((pane) => pane.agent?.name === text);
  if (named.length > 1) {
    const ids = named.map((pane) => pane.id).join(", ");
    throw new Failure(
      "agent_target_ambiguous",
      `several agents are named ${text}: name one by its pane, ${ids}`,
    );
  }
  if (named[0]) return { pane: named[0], workspaceId: named[0].workspaceId };
  const id = parsePaneId(text);
  const pane = id && findPane(world, id);
  if (!pane || !isAgent(pane)) throw noAgent(text);
  return requirePane(world, text);
}

const noAgent = (text: string): Failure =>
  new Failure("agent_not_found", `agent target ${shown(text)} not found; agent list shows them`);

/** As `requireAgent`; `%calling` is the agent in the pane that taw was called from. */
export function namedAgent(edges: Edges, world: World, text: string): PlacedPane {
  if (text !== CALLING || edges.self.caller === null) return requireAgent(world, text);
  const placed = currentPane(edges, world);
  if (isAgent(placed.pane)) return placed;
  throw noAgent(text);
}
