import { parsePaneId, parseTabId, parseWorkspaceId, serial } from "./ids.ts";
import type { PaneId, TabId, WorkspaceId } from "./ids.ts";
import type { World } from "./world.ts";

/**
 * The panes, tabs and workspaces that were told last, kept in `@agent_wizard_panes`: tmux names no killed pane in any
 * hook, so what closed is found by comparing (spec, pane.closed).
 */
export interface Roster {
  panes: ReadonlyMap<PaneId, TabId>;
  /** The workspaces that show a tab, its home first. */
  tabs: ReadonlyMap<TabId, readonly WorkspaceId[]>;
  workspaces: ReadonlySet<WorkspaceId>;
}

/** One pane under one of the workspaces that show it: `%5=@2=$0 `. */
const TOKEN_FORMAT = "#{pane_id}=#{window_id}=#{session_id} ";

/** The format by which tmux itself writes a first roster, in the call in which a reader comes. */
export const ROSTER_FORMAT = `#{S:#{W:#{P:${TOKEN_FORMAT}}}}`;

function rosterFrom(rows: Iterable<readonly [PaneId, TabId, WorkspaceId]>): Roster {
  const panes = new Map<PaneId, TabId>();
  const tabs = new Map<TabId, WorkspaceId[]>();
  const workspaces = new Set<WorkspaceId>();
  for (const [pane, tab, workspace] of rows) {
    panes.set(pane, tab);
    workspaces.add(workspace);
    const homes = tabs.get(tab);
    if (!homes) tabs.set(tab, [workspace]);
    else if (!homes.includes(workspace)) homes.push(workspace);
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
export const printRoster = (roster: Roster): string =>
  [...roster.panes]
    .flatMap(([pane, tab]) =>
      (roster.tabs.get(tab) ?? []).map((workspace) => `${pane}=${tab}=${workspace} `),
    )
    .join("");

/** What is there now. */
export function rosterOf(world: World): Roster {
  const shown = new Map<TabId, WorkspaceId[]>();
  for (const { tabId, workspaceId } of world.links) {
    shown.set(tabId, [...(shown.get(tabId) ?? []), workspaceId]);
  }
  return rosterFrom(
    world.panes.flatMap(({ id, tabId }) =>
      (shown.get(tabId) ?? []).map((workspaceId) => [id, tabId, workspaceId] as const),
    ),
  );
}
