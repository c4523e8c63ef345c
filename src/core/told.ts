import type { Happening } from "./happenings.ts";
import type { Ids, PaneId, TabId, WorkspaceId } from "./ids.ts";
import { movedTabs } from "./roster.ts";
import type { Roster } from "./roster.ts";

type Fields = Readonly<Record<string, string>>;

/** A roster while a batch is read: it moves on from what was told to what is there now, and tells of each step once. */
export class Told {
  readonly #panes: Map<PaneId, TabId>;
  readonly #tabs: Map<TabId, readonly WorkspaceId[]>;
  readonly #workspaces: Map<WorkspaceId, readonly TabId[]>;
  readonly #isKept: boolean;
  readonly #now: Roster;
  readonly #tell: (happening: Happening) => void;
  /** Marked as exited: told by whoever took the exit's entry, so gone in silence. */
  readonly #marked: ReadonlySet<PaneId>;
  /** Ends whose entries are still to come in the batch. */
  readonly #ending: Map<PaneId, number>;
  /** Told as gone in this batch: an entry that was queued before speaks of nothing new. */
  readonly #gone = new Set<PaneId | TabId | WorkspaceId>();
  /** Where the tabs that were told as closed stood. */
  readonly #lastHomes = new Map<TabId, WorkspaceId>();
  /** Tabs and workspaces made in this batch that no pane has been told in. */
  readonly #made = new Set<TabId | WorkspaceId>();
  #fresh: TabId[] = [];

  constructor(
    roster: Roster | null,
    now: Roster,
    marked: ReadonlySet<PaneId>,
    ending: Map<PaneId, number>,
    tell: (happening: Happening) => void,
  ) {
    this.#isKept = roster !== null;
    this.#panes = new Map(roster?.panes);
    this.#tabs = new Map(roster?.tabs);
    this.#workspaces = new Map(roster?.workspaces);
    this.#now = now;
    this.#marked = marked;
    this.#ending = ending;
    this.#tell = tell;
  }

  /** The tabs made since this was asked last that still stand. */
  takeFresh(): TabId[] {
    const fresh = this.#fresh.filter((tab) => this.#now.tabs.has(tab));
    this.#fresh = [];
    return fresh;
  }

  /** A tab that is there now. */
  stands(tab: TabId): boolean {
    return this.#now.tabs.has(tab);
  }

  tabOf(pane: PaneId): TabId | undefined {
    return this.#now.panes.get(pane) ?? this.#panes.get(pane);
  }

  homeOf(tab: TabId): WorkspaceId | undefined {
    return (this.#now.tabs.get(tab) ?? this.#tabs.get(tab))?.[0] ?? this.#lastHomes.get(tab);
  }

  /** Whether a tab or a workspace is there and has not been told as made. */
  awaits(id: TabId | WorkspaceId | undefined): boolean {
    if (!this.#isKept || id === undefined) return false;
    if (isTabId(id)) return this.#now.tabs.has(id) && !this.#tabs.has(id);
    return this.#now.workspaces.has(id) && !this.#workspaces.has(id);
  }

  /** A workspace comes before its tabs, a tab before its panes, whatever order the hooks had. */
  comes({ pane, tab, workspace }: Ids, fields: Fields): void {
    if (!this.#isKept) return;
    if (workspace) this.#addWorkspace(workspace, tab ? {} : fields);
    if (tab && (pane || this.stands(tab))) this.#addTab(tab, workspace, fields);
    if (pane) this.#addPane(pane, tab);
  }

  /** A workspace that stands, with what it holds. */
  shows(workspace: WorkspaceId): void {
    if (!this.#isKept || !this.#now.workspaces.has(workspace)) return;
    this.#addWorkspace(workspace, {});
    for (const [tab, shownBy] of this.#now.tabs) if (shownBy[0] === workspace) this.#addTab(tab);
  }

  /** Panes that came to a tab or left it, found when it was laid out anew. */
  laidOut(tab: TabId): void {
    if (!this.#isKept) return;
    for (const [pane, home] of this.#now.panes) if (home === tab) this.#addPane(pane);
    for (const [pane, home] of this.#panes) if (home === tab) this.#addPane(pane);
    this.goes();
  }

  /** The end of a pane's process; the pane may stay. */
  exits(pane: PaneId): void {
    const left = (this.#ending.get(pane) ?? 1) - 1;
    if (left > 0) this.#ending.set(pane, left);
    else this.#ending.delete(pane);
    if (this.#isKept && !this.#panes.has(pane)) this.#addPane(pane);
    this.#tellOf("pane.exited", pane);
    if (left <= 0 && !this.#now.panes.has(pane)) this.#forget(pane);
  }

  /** Panes first, then their tabs, then their workspaces (decision 17). An exit is no close. */
  goes(): void {
    if (!this.#isKept) return;
    for (const pane of this.#panes.keys()) {
      if (this.#now.panes.has(pane) || this.#ending.has(pane)) continue;
      if (!this.#marked.has(pane)) this.#tellOf("pane.closed", pane);
      this.#forget(pane);
    }
    for (const [tab, homes] of this.#tabs) {
      if (this.stands(tab) || this.#isEnding(tab)) continue;
      const [workspace] = homes;
      this.#tell({ name: "tab.closed", tab, ...(workspace && { workspace }), fields: {} });
      if (workspace) this.#lastHomes.set(tab, workspace);
      this.#tabs.delete(tab);
      this.#gone.add(tab);
    }
    for (const workspace of this.#workspaces.keys()) {
      if (this.#now.workspaces.has(workspace) || this.#holdsTabs(workspace)) continue;
      this.#tell({ name: "workspace.closed", workspace, fields: {} });
      this.#workspaces.delete(workspace);
      this.#gone.add(workspace);
    }
    for (const tab of this.#tabs.keys()) this.#settle(tab);
  }

  /** Tabs with another place in the workspace that is their home; of two that changed places, `hint` is the one that moved. */
  reorder(hint: TabId | null = null): void {
    if (!this.#isKept) return;
    for (const [workspace, now] of this.#now.workspaces) {
      const before = this.#workspaces.get(workspace) ?? [];
      for (const { tab, insertIndex } of movedTabs(before, now, hint)) {
        if (this.homeOf(tab) === workspace) this.#tellMoved(tab, workspace, insertIndex);
      }
      if (this.#workspaces.has(workspace)) this.#workspaces.set(workspace, now);
    }
  }

  /** What no entry told, or none yet: things that came, then things that went. */
  compare(): void {
    if (!this.#isKept) return;
    for (const tab of this.#now.tabs.keys()) this.#addTab(tab);
    for (const pane of this.#now.panes.keys()) this.#addPane(pane);
    this.goes();
    this.reorder();
  }

  #tellOf(name: "pane.closed" | "pane.created" | "pane.exited", pane: PaneId): void {
    const tab = this.tabOf(pane);
    const workspace = tab && this.homeOf(tab);
    this.#tell({ name, pane, ...(tab && { tab }), ...(workspace && { workspace }), fields: {} });
  }

  #forget(pane: PaneId): void {
    this.#panes.delete(pane);
    this.#gone.add(pane);
  }

  /** Whether a pane of the tab has an end that is still to be told. */
  #isEnding(tab: TabId): boolean {
    return this.#ending.keys().some((pane) => this.#panes.get(pane) === tab);
  }

  /** Whether a tab that was told in the workspace has not been told as closed. */
  #holdsTabs(workspace: WorkspaceId): boolean {
    return this.#tabs
      .entries()
      .some(([tab, homes]) => homes.includes(workspace) && !this.stands(tab));
  }

  #addWorkspace(workspace: WorkspaceId, fields: Fields): void {
    if (this.#workspaces.has(workspace) || this.#gone.has(workspace)) return;
    this.#workspaces.set(workspace, this.#now.workspaces.get(workspace) ?? []);
    this.#made.add(workspace);
    this.#tell({ name: "workspace.created", workspace, fields });
  }

  /** `from` is where the hook saw it, for a tab that has gone since. */
  #addTab(tab: TabId, from?: WorkspaceId, fields: Fields = {}): void {
    if (this.#gone.has(tab)) return;
    const shownBy = this.#now.tabs.get(tab) ?? (from ? [from] : []);
    for (const workspace of shownBy) this.#addWorkspace(workspace, {});
    if (this.#tabs.has(tab)) return this.#settle(tab);
    const [workspace] = shownBy;
    if (!workspace) return;
    this.#tabs.set(tab, shownBy);
    this.#made.add(tab);
    this.#fresh.push(tab);
    const label = fields["label"] ?? "";
    this.#tell({ name: "tab.created", tab, workspace, fields: { label } });
    for (const [pane, home] of this.#now.panes) if (home === tab) this.#addPane(pane);
  }

  #addPane(pane: PaneId, from?: TabId): void {
    const tab = this.#now.panes.get(pane) ?? from;
    const before = this.#panes.get(pane);
    if (tab === undefined || before === tab || this.#gone.has(pane)) return;
    if (before !== undefined) {
      // One that has gone since is told as gone from where it was told to be.
      if (this.#now.panes.has(pane)) this.#movePane(pane, before, tab);
      return;
    }
    if (this.stands(tab)) this.#addTab(tab);
    if (this.#panes.has(pane)) return;
    this.#panes.set(pane, tab);
    this.#takeMade(tab);
    this.#tellOf("pane.created", pane);
  }

  /** What closed with the move is told first, then what was made for it (reference/herdr/events.md §3, "pane.move"). */
  #movePane(pane: PaneId, before: TabId, tab: TabId): void {
    const fromWorkspace = this.#tabs.get(before)?.[0] ?? this.#lastHomes.get(before) ?? "";
    this.#panes.set(pane, tab);
    this.goes();
    this.#addTab(tab);
    const workspace = this.homeOf(tab);
    const fields = { fromTab: before, fromWorkspace, ...this.#takeMade(tab) };
    this.#tell({ name: "pane.moved", pane, tab, ...(workspace && { workspace }), fields });
  }

  /** The tab and the workspace that were made for the pane which is told in them now. */
  #takeMade(tab: TabId): Fields {
    const workspace = this.homeOf(tab);
    const isTabMade = this.#made.delete(tab);
    const isWorkspaceMade = workspace !== undefined && this.#made.delete(workspace);
    return {
      ...(isTabMade && { createdTab: tab }),
      ...(isWorkspaceMade && { createdWorkspace: workspace }),
    };
  }

  /** A tab that was told has the homes it has now; with another first one, its panes have other ids. */
  #settle(tab: TabId): void {
    const [before] = this.#tabs.get(tab) ?? [];
    const homes = this.#now.tabs.get(tab);
    const [workspace] = homes ?? [];
    if (!homes || !workspace) return;
    this.#tabs.set(tab, homes);
    if (before === undefined || before === workspace) return;
    this.#addWorkspace(workspace, {});
    this.#tellMoved(tab, workspace, this.#now.workspaces.get(workspace)?.indexOf(tab) ?? 0);
    const fields = { fromTab: tab, fromWorkspace: before };
    for (const [pane, home] of this.#panes) {
      if (home === tab) this.#tell({ name: "pane.moved", pane, tab, workspace, fields });
    }
  }

  #tellMoved(tab: TabId, workspace: WorkspaceId, insertIndex: number): void {
    this.#tell({
      name: "tab.moved",
      tab,
      workspace,
      fields: { insertIndex: String(insertIndex) },
    });
  }
}

const isTabId = (id: TabId | WorkspaceId): id is TabId => id.startsWith("@");
