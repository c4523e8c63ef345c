import { Failure } from "../core/failure.ts";
import { quoted } from "../core/inert.ts";
import type { WorkspaceId } from "../core/ids.ts";
import { folderLabel, freeLabel, labelOf } from "../core/labels.ts";
import type { SplitDirection } from "../core/layout.ts";
import { literal } from "../core/quote.ts";
import { findTab, panesOf, tabsOf } from "../core/world.ts";
import type { Pane, Tab, Workspace, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { uniqueName } from "../system/unique-name.ts";
import type { Command } from "../tmux/client.ts";
import { staysInFront } from "../tmux/front.ts";
import { keepMade } from "../tmux/unattached.ts";
import { endedBy, leaveTo } from "./closing.ts";
import { folderFlags } from "./launch.ts";
import { cellsBeside, sideFlag } from "./room.ts";
import { missing } from "./named.ts";
import { namedPane, requireActivePane, requireTab, requireWorkspace } from "./target.ts";
import type { PlacedPane, PlacedTab } from "./target.ts";

/** Where a pane is to go: into a tab, a tab of its own, or a workspace of its own. */
export interface Destination {
  tabId: string | null;
  split: SplitDirection | null;
  targetPaneId: string | null;
  ratio: number | null;
  newTab: boolean;
  workspaceId: string | null;
  label: string | null;
  tabLabel: string | null;
}

/** What carries a move out and where the pane is then, or why it stays (reference/herdr/records.md §3, "move_result"). */
export type MovePlan =
  | {
      commands: readonly Command[];
      /** The tab whose layout they come from; null where they come from none. */
      from: Tab | null;
      /** Null for one that is made. */
      workspaceId: WorkspaceId | null;
      made: "tab" | "workspace" | null;
    }
  | { reason: "same_tab" | "zoomed_tab"; tab: PlacedTab };

/**
 * Works a move out. Whatever the pane leaves empty ends with it, so who looks at a workspace that ends goes where the pane
 * goes: tmux would throw them out.
 *
 * @throws Failure `not_found` about a tab or workspace, `target_pane_not_found`, `tmux_error` where there is no room
 */
export function planMove(
  edges: Edges,
  world: World,
  placed: PlacedPane,
  to: Destination,
): MovePlan {
  const tab = tabOfPane(world, placed);
  const source = { ...placed, tab, isAlone: panesOf(world, tab.id).length === 1 };
  if (to.tabId !== null) return planIntoTab(edges, world, source, to, to.tabId);
  return to.newTab ? planNewTab(world, source, to) : planNewWorkspace(edges, world, source, to);
}

interface Source extends PlacedPane {
  tab: Tab;
  /** Nothing else is in its tab. */
  isAlone: boolean;
}

function tabOfPane(world: World, { pane }: PlacedPane): Tab {
  const tab = findTab(world, pane.tabId);
  if (tab) return tab;
  throw missing("tab", pane.tabId);
}

const endedByMove = (world: World, { tab, isAlone }: Source): Workspace[] =>
  isAlone ? endedBy(world, tab) : [];

const stays = (reason: "same_tab" | "zoomed_tab", tab: PlacedTab): MovePlan => ({ reason, tab });

function planIntoTab(
  edges: Edges,
  world: World,
  source: Source,
  to: Destination,
  tabId: string,
): MovePlan {
  const goal = requireTab(world, tabId);
  const beside = paneIn(edges, world, goal, to.targetPaneId);
  if (goal.tab.id === source.tab.id) return stays("same_tab", goal);
  if (goal.tab.isZoomed || source.tab.isZoomed) return stays("zoomed_tab", goal);
  const direction = to.split ?? "right";
  const cells = cellsBeside(world, beside, { direction, ratio: to.ratio, subject: "move" });
  const ends = ["-s", source.pane.id, "-t", beside.id];
  return {
    from: goal.tab,
    workspaceId: goal.workspaceId,
    made: null,
    commands: [
      ...leaveTo(world, endedByMove(world, source), goal.workspaceId),
      ["join-pane", "-d", sideFlag(direction), "-l", `${cells}`, ...ends],
    ],
  };
}

/** The pane to move beside: the one that is named, which has to be in the tab, else the one in front there. */
function paneIn(edges: Edges, world: World, { tab }: PlacedTab, text: string | null): Pane {
  if (text === null) return requireActivePane(world, tab);
  try {
    const { pane } = namedPane(edges, world, text);
    if (pane.tabId === tab.id) return pane;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "not_found") throw error;
  }
  throw new Failure(
    "target_pane_not_found",
    `pane ${quoted(text)} is not in tab ${tab.id}; pane list shows what is there`,
  );
}

/** Behind the last tab of the workspace. The only pane of a tab takes the tab along. */
function planNewTab(world: World, source: Source, to: Destination): MovePlan {
  const { pane, tab, isAlone } = source;
  const id =
    to.workspaceId === null ? source.workspaceId : requireWorkspace(world, to.workspaceId).id;
  const isThere = tabsOf(world, id).some((one) => one.id === tab.id);
  if (isAlone && isThere) return stays("same_tab", { tab, workspaceId: id });
  if (tab.isZoomed) return stays("zoomed_tab", { tab, workspaceId: source.workspaceId });
  return {
    from: null,
    workspaceId: id,
    made: "tab",
    commands: [
      ...leaveTo(world, endedByMove(world, source), id),
      ["break-pane", "-d", "-a", "-s", pane.id, "-t", `${id}:{end}`],
      ...named(pane, to.label),
    ],
  };
}

const named = ({ id }: Pane, label: string | null): Command[] =>
  label === null || label === ""
    ? []
    : [["rename-window", "-t", id, "--", literal(labelOf([label]))]];

/**
 * tmux makes no session without a pane of its own, so that one gives its place to the pane and ends in the same call: no
 * hook gets to see it. The session has its name last, since a name cannot be relied on to find it (peers/cases.md 5).
 */
function planNewWorkspace(edges: Edges, world: World, source: Source, to: Destination): MovePlan {
  const { pane, tab } = source;
  if (tab.isZoomed) return stays("zoomed_tab", { tab, workspaceId: source.workspaceId });
  const name = `taw-${uniqueName()}`;
  const target = `=${name}:`;
  const size = ["-x", `${tab.width}`, "-y", `${tab.height}`];
  const label = freeLabel(world, labelOf([to.label ?? ""]) || folderLabel(pane.cwd));
  return {
    from: null,
    workspaceId: null,
    made: "workspace",
    commands: [
      ["new-session", "-d", "-s", name, ...size, ...folderFlags(pane.cwd || null), "cat"],
      keepMade(name),
      ...leaveTo(world, endedByMove(world, source), target),
      ["join-pane", "-d", "-s", pane.id, "-t", target],
      ["kill-pane", "-t", target],
      ...named(pane, to.tabLabel),
      ["rename-session", "-t", target, "--", literal(label)],
      ...staysInFront(world, edges.clock.nowMs()),
    ],
  };
}
