import type { Entry, EntryKind } from "./entries.ts";
import type { EventName } from "./events.ts";
import { idsOf } from "./ids.ts";
import type { Ids, PaneId, TabId, WorkspaceId } from "./ids.ts";
import { isFields, parseJson, textsIn } from "./json.ts";
import { rosterOf } from "./roster.ts";
import type { Roster } from "./roster.ts";
import { parseStatus } from "./status.ts";
import type { World } from "./world.ts";

/** What an event is about, in tmux's ids; the data of the event is built from it and the World (`core/events.ts`). */
export interface Happening extends Ids {
  name: EventName;
  /** What the queue's entry said beside ids. */
  fields: Readonly<Record<string, string>>;
}

/** What the drainer took in one tmux call. */
export interface Taken {
  entries: readonly Entry[];
  /** What was told last; null while nobody wants to hear of panes that come and go. */
  roster: Roster | null;
  /** Panes that were marked as exited (spec, pane.closed). */
  exited: ReadonlySet<PaneId>;
  world: World;
}

/** Entries of which only the last in a batch says something new, by what they are about. */
const COALESCED: Readonly<Partial<Record<EntryKind, "tab" | "pane" | "">>> = {
  layout: "tab",
  updated: "pane",
  changed: "",
};

/**
 * A batch of entries as what happened, in tmux's order. Where the roster is kept, a pane, tab or workspace is told once
 * as it comes and once as it goes, whatever hooks spoke of it, also when no hook did.
 */
export function happenings(taken: Taken): Happening[] {
  const batch = new Batch(taken);
  const lastOf = lastIndexes(taken.entries);
  for (const [at, entry] of taken.entries.entries()) {
    const key = coalesceKey(entry);
    if (key === null || lastOf.get(key) === at) batch.take(entry);
  }
  batch.compare();
  return batch.told;
}

function coalesceKey({ kind, fields }: Entry): string | null {
  const by = COALESCED[kind];
  return by === undefined ? null : `${kind} ${fields[by] ?? ""}`;
}

function lastIndexes(entries: readonly Entry[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const [at, entry] of entries.entries()) {
    const key = coalesceKey(entry);
    if (key !== null) last.set(key, at);
  }
  return last;
}

/** One batch while it is read: the roster moves on from what was told to what the World shows. */
class Batch {
  readonly told: Happening[] = [];
  private readonly panes: Map<PaneId, TabId>;
  private readonly tabs: Map<TabId, readonly WorkspaceId[]>;
  private readonly workspaces: Set<WorkspaceId>;
  private readonly now: Roster;
  private readonly exited: Set<PaneId>;
  private readonly isKept: boolean;

  constructor({ roster, world, exited, entries }: Taken) {
    this.isKept = roster !== null;
    this.now = rosterOf(world);
    this.panes = new Map(roster?.panes);
    this.tabs = new Map(roster?.tabs);
    this.workspaces = new Set(roster?.workspaces);
    const inBatch = entries
      .filter(({ kind }) => kind === "exited")
      .flatMap(({ fields }) => idsOf(fields).pane ?? []);
    this.exited = new Set([...exited, ...inBatch]);
  }

  take(entry: Entry): void {
    this.takers[entry.kind](entry);
  }

  /** What no hook told, or not yet: things that came, then things that went. */
  compare(): void {
    if (!this.isKept) return;
    for (const tab of this.now.tabs.keys()) this.addTab(tab);
    for (const pane of this.now.panes.keys()) this.addPane(pane);
    this.takeAway();
  }

  private readonly takers: Readonly<Record<EntryKind, (entry: Entry) => void>> = {
    status: (entry) => this.status(entry),
    updated: (entry) => this.tell("pane.updated", entry),
    split: ({ fields }) => this.comes(idsOf(fields), fields),
    exited: (entry) => this.exits(entry),
    gone: () => this.takeAway(),
    linked: ({ fields }) => this.comes(idsOf(fields), fields),
    session: ({ fields }) => this.comes(idsOf(fields), fields),
    layout: (entry) => this.laidOut(entry),
    "pane-focus": (entry) => this.tell("pane.focused", entry),
    "tab-focus": (entry) => this.tell("tab.focused", entry),
    "workspace-focus": (entry) => this.tell("workspace.focused", entry),
    "tab-name": (entry) => this.tell("tab.renamed", entry),
    "workspace-name": (entry) => this.tell("workspace.renamed", entry),
    "workspace-changed": (entry) => this.tell("workspace.updated", entry),
    "worktree-created": (entry) => this.checkoutShown("worktree.created", entry),
    "worktree-opened": (entry) => this.checkoutShown("worktree.opened", entry),
    "worktree-removed": (entry) => this.checkoutRemoved(entry),
    changed: (entry) => this.tell("changed", entry),
  };

  private tell(name: EventName, { fields }: Pick<Entry, "fields">): void {
    const ids = idsOf(fields);
    const tab = ids.tab ?? (ids.pane && this.tabOf(ids.pane));
    const workspace = ids.workspace ?? (tab && this.homeOf(tab));
    this.told.push({
      name,
      ...ids,
      ...(tab && { tab }),
      ...(workspace && { workspace }),
      fields,
    });
  }

  private status(entry: Entry): void {
    const state = parseStatus(entry.fields["state"] ?? "");
    this.tell("pane.agent_status_changed", entry);
    if (state !== null && state !== "unknown") this.tell(`agent.${state}`, entry);
  }

  /** The workspace, its tabs and its panes come first (reference/herdr/events.md §3). */
  private checkoutShown(name: EventName, entry: Entry): void {
    const { workspace } = idsOf(entry.fields);
    if (this.isKept && workspace && this.now.workspaces.has(workspace)) {
      this.addWorkspace(workspace, {});
      for (const [tab, shownBy] of this.now.tabs) if (shownBy[0] === workspace) this.addTab(tab);
    }
    this.tell(name, entry);
  }

  /** Its workspace has closed by then, whichever entry is first in the queue. */
  private checkoutRemoved({ fields }: Entry): void {
    this.takeAway();
    const told = parseJson(fields["told"] ?? "");
    const ids = isFields(told) ? textsIn(told) : {};
    this.tell("worktree.removed", { fields: { ...fields, workspace: ids["workspace_id"] ?? "" } });
  }

  private laidOut(entry: Entry): void {
    const { tab } = idsOf(entry.fields);
    if (tab === undefined || !this.now.tabs.has(tab)) return;
    if (this.isKept) {
      for (const [pane, home] of this.now.panes) if (home === tab) this.addPane(pane);
      this.takeAway();
    }
    this.tell("layout.updated", entry);
  }

  private exits(entry: Entry): void {
    const { pane } = idsOf(entry.fields);
    if (pane === undefined) return;
    if (this.isKept && !this.panes.has(pane)) this.addPane(pane);
    this.tell("pane.exited", entry);
    if (!this.now.panes.has(pane)) this.panes.delete(pane);
  }

  /** A workspace comes before its tabs, a tab before its panes, whatever order the hooks had. */
  private comes(ids: Ids, fields: Readonly<Record<string, string>>): void {
    if (!this.isKept) return;
    const { pane, tab, workspace } = ids;
    if (workspace) this.addWorkspace(workspace, tab ? {} : fields);
    if (tab && (pane || this.now.tabs.has(tab))) this.addTab(tab, workspace, fields);
    if (pane) this.addPane(pane, tab);
  }

  private addWorkspace(workspace: WorkspaceId, fields: Readonly<Record<string, string>>): void {
    if (this.workspaces.has(workspace)) return;
    this.workspaces.add(workspace);
    this.told.push({ name: "workspace.created", workspace, fields });
  }

  /** `from` is where the hook saw it, for a tab that has gone since. */
  private addTab(
    tab: TabId,
    from?: WorkspaceId,
    fields: Readonly<Record<string, string>> = {},
  ): void {
    const shownBy = this.now.tabs.get(tab) ?? (from ? [from] : []);
    for (const workspace of shownBy) this.addWorkspace(workspace, {});
    const isNew = !this.tabs.has(tab);
    this.tabs.set(tab, shownBy);
    const [workspace] = shownBy;
    if (!isNew || !workspace) return;
    const label = fields["label"] ?? "";
    this.told.push({ name: "tab.created", tab, workspace, fields: { label } });
    for (const [pane, home] of this.now.panes) if (home === tab) this.addPane(pane);
  }

  private addPane(pane: PaneId, from?: TabId): void {
    const tab = this.now.panes.get(pane) ?? from;
    if (this.panes.has(pane) || tab === undefined) return;
    if (this.now.tabs.has(tab)) this.addTab(tab);
    if (this.panes.has(pane)) return;
    this.panes.set(pane, tab);
    this.tell("pane.created", { fields: { pane, tab } });
  }

  /** Panes first, then their tabs, then their workspaces (decision 17). An exit is no close. */
  private takeAway(): void {
    if (!this.isKept) return;
    for (const pane of this.panes.keys()) {
      if (this.now.panes.has(pane)) continue;
      if (!this.exited.has(pane)) this.tell("pane.closed", { fields: { pane } });
      this.panes.delete(pane);
    }
    for (const tab of this.tabs.keys()) {
      if (this.now.tabs.has(tab)) continue;
      this.tell("tab.closed", { fields: { tab } });
      this.tabs.delete(tab);
    }
    for (const workspace of this.workspaces) {
      if (this.now.workspaces.has(workspace)) continue;
      this.tell("workspace.closed", { fields: { workspace } });
      this.workspaces.delete(workspace);
    }
  }

  private tabOf(pane: PaneId): TabId | undefined {
    return this.now.panes.get(pane) ?? this.panes.get(pane);
  }

  private homeOf(tab: TabId): WorkspaceId | undefined {
    return (this.now.tabs.get(tab) ?? this.tabs.get(tab))?.[0];
  }
}
