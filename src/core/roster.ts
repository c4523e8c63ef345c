import { parsePaneId, parseTabId, parseWorkspaceId, serial } from "./ids.ts";
import type { PaneId, TabId, WorkspaceId } from "./ids.ts";
import type { World } from "./world.ts";

/**
 * The panes, tabs and workspaces that were told last, kept in `@agent_wizard_panes`: tmux names no killed pane in any
 * hook, and none that went to another window, so what closed and what moved is found by comparing (spec, pane.closed).
 */
export interface Roster {
  panes: ReadonlyMap<PaneId, TabId>;
  /** The workspaces that show a tab, its home first. */
  tabs: ReadonlyMap<TabId, readonly WorkspaceId[]>;
  /** The tabs of each workspace, in their order there. */
  workspaces: ReadonlyMap<WorkspaceId, readonly TabId[]>;
}

/** One pane under one of the workspaces that show it: `%5=@2=$0 `. */
const TOKEN_FORMAT = "#{pane_id}=#{window_id}=#{session_id} ";

/** The format by which tmux itself writes a first roster, in the call in which a reader comes. */
export const ROSTER_FORMAT = `#{S:#{W:#{P:${TOKEN_FORMAT}}}}`;

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [item]);
  else if (!list.includes(item)) list.push(item);
}

function rosterFrom(rows: Iterable<readonly [PaneId, TabId, WorkspaceId]>): Roster {
  const panes = new Map<PaneId, TabId>();
  const tabs = new Map<TabId, WorkspaceId[]>();
  const workspaces = new Map<WorkspaceId, TabId[]>();
  for (const [pane, tab, workspace] of rows) {
    panes.set(pane, tab);
    addTo(tabs, tab, workspace);
    addTo(workspaces, workspace, tab);
  }
  for (const homes of tabs.values()) homes.sort((one, other) => serial(one) - serial(other));
  return { panes, tabs, workspaces };
}

/** A roster as it is kept. A token that names no pane, tab and workspace is left out. */
export function parseRoster(text: string): Roster {
  const rows = text.split(" ").flatMap((token) => {
    const [pane = "", tab = "", workspace = ""] = token.split("=");
    const ids = [parsePaneId(pane), parseTabId(tab), parseWorkspaceId(workspace)] as const;
    const [paneId, tabId, workspaceId] = ids;
    return paneId && tabId && workspaceId ? [[paneId, tabId, workspaceId] as const] : [];
  });
  return rosterFrom(rows);
}

/** A roster as tmux itself prints it; read again it is the same. */
export function printRoster({ panes, workspaces }: Roster): string {
  const panesOf = new Map<TabId, PaneId[]>();
  for (const [pane, tab] of panes) addTo(panesOf, tab, pane);
  return [...workspaces]
    .flatMap(([workspace, tabs]) =>
      tabs.flatMap((tab) => (panesOf.get(tab) ?? []).map((pane) => `${pane}=${tab}=${workspace} `)),
    )
    .join("");
}

/** What is there now. */
export function rosterOf(world: World): Roster {
  const panesOf = new Map<TabId, PaneId[]>();
  for (const { id, tabId } of world.panes) addTo(panesOf, tabId, id);
  return rosterFrom(
    world.links.flatMap(({ tabId, workspaceId }) =>
      (panesOf.get(tabId) ?? []).map((pane) => [pane, tabId, workspaceId] as const),
    ),
  );
}

/** A tab with another place among the tabs that were there before and after. */
export interface MovedTab {
  tab: TabId;
  /** As herdr counts: positions before the tab was taken out (reference/herdr/socket.md §3, tab.move). */
  insertIndex: number;
}

/**
 * The fewest tabs that have to move for one order to become the other. Two neighbours that changed places could both be
 * the one that moved: `hint` is taken then, else the first.
 */
export function movedTabs(
  before: readonly TabId[],
  now: readonly TabId[],
  hint: TabId | null = null,
): MovedTab[] {
  let olds = before.filter((tab) => now.includes(tab));
  let news = now.filter((tab) => before.includes(tab));
  const moved: TabId[] = [];
  while (olds.some((tab, at) => news[at] !== tab)) {
    const distance = (tab: TabId) =>
      Math.abs(olds.indexOf(tab) - news.indexOf(tab)) + (tab === hint ? 0.5 : 0);
    const farthest = olds.reduce((best, tab) => (distance(tab) > distance(best) ? tab : best));
    moved.push(farthest);
    olds = olds.filter((tab) => tab !== farthest);
    news = news.filter((tab) => tab !== farthest);
  }
  return moved.map((tab) => {
    const to = now.indexOf(tab);
    return { tab, insertIndex: to > before.indexOf(tab) ? to + 1 : to };
  });
}
