import type { Entry, EntryKind } from "./entries.ts";
import type { EventName } from "./events.ts";
import { FrontWalk, frontOf } from "./front.ts";
import type { Front } from "./front.ts";
import { idsOf } from "./ids.ts";
import type { Ids, PaneId } from "./ids.ts";
import { isFields, parseJson, textsIn } from "./json.ts";
import { rosterOf } from "./roster.ts";
import type { Roster } from "./roster.ts";
import { parseStatus } from "./status.ts";
import { Told } from "./told.ts";
import { peopleOf } from "./world.ts";
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
  /** What was told to be in front; null when that is not known. */
  front: Front | null;
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

/** What a request tells of itself; who is in front is told before the next one's. */
const BEGINS: ReadonlySet<EventName> = new Set<EventName>([
  "pane.created",
  "pane.agent_detected",
  "pane.agent_status_changed",
  "tab.created",
  "tab.renamed",
  "workspace.created",
  "workspace.renamed",
]);

/**
 * A batch of entries as what happened, in tmux's order. Where the roster is kept, a pane, tab or workspace is told once
 * as it comes and once as it goes, whatever hooks spoke of it, also when no hook did.
 */
export function happenings(taken: Taken): Happening[] {
  const batch = new Batch(taken);
  for (const [at, entry] of taken.entries.entries()) batch.take(entry, at);
  batch.end();
  return batch.happened;
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

/** How often each pane's process ended. */
function endsIn(entries: readonly Entry[]): Map<PaneId, number> {
  const ends = new Map<PaneId, number>();
  for (const { kind, fields } of entries) {
    const { pane } = idsOf(fields);
    if (kind === "exited" && pane) ends.set(pane, (ends.get(pane) ?? 0) + 1);
  }
  return ends;
}

class Batch {
  readonly happened: Happening[] = [];
  readonly #lastOf: ReadonlyMap<string, number>;
  readonly #told: Told;
  readonly #front: FrontWalk;
  readonly #world: World;
  #hasChanged = false;

  constructor({ roster, front, world, exited, entries }: Taken) {
    this.#world = world;
    this.#lastOf = lastIndexes(entries);
    const ends = endsIn(entries);
    const tell = (happening: Happening) => this.#push(happening);
    this.#told = new Told(roster, rosterOf(world), exited, ends, tell);
    this.#front = new FrontWalk(front, (now) => this.#tellFront(now));
  }

  take(entry: Entry, at: number): void {
    const key = coalesceKey(entry);
    if (key === null || this.#lastOf.get(key) === at) this.#takers[entry.kind](entry);
    this.#layOutFresh(at);
  }

  end(): void {
    this.#told.compare();
    this.#layOutFresh(Number.POSITIVE_INFINITY);
    this.#front.end(frontOf(this.#world));
    if (this.#hasChanged) this.#push({ name: "changed", fields: {} });
  }

  readonly #takers: Readonly<Record<EntryKind, (entry: Entry) => void>> = {
    status: (entry) => this.#status(entry),
    agent: (entry) => this.#tell("pane.agent_detected", entry),
    updated: (entry) => this.#tell("pane.updated", entry),
    split: ({ fields }) => this.#told.comes(idsOf(fields), fields),
    exited: (entry) => this.#exits(entry),
    gone: () => this.#told.goes(),
    linked: ({ fields }) => this.#told.comes(idsOf(fields), fields),
    session: ({ fields }) => this.#told.comes(idsOf(fields), fields),
    layout: (entry) => this.#laidOut(entry),
    "pane-focus": ({ fields }) => this.#shows((ids) => this.#front.showsPane(ids), fields),
    "tab-focus": ({ fields }) => this.#shows((ids) => this.#front.showsTab(ids), fields),
    "workspace-focus": ({ fields }) =>
      this.#shows((ids) => this.#front.showsWorkspace(ids, this.#hasOneClient), fields),
    focus: () => this.#mayShow(),
    "tab-moved": ({ fields }) => this.#told.reorder(idsOf(fields).tab ?? null),
    "tab-name": (entry) => this.#renamed("tab.renamed", entry),
    "workspace-name": (entry) => this.#renamed("workspace.renamed", entry),
    "workspace-changed": (entry) => this.#tell("workspace.updated", entry),
    "workspace-metadata": (entry) => this.#tell("workspace.metadata_updated", entry),
    "worktree-created": (entry) => this.#checkoutShown("worktree.created", entry),
    "worktree-opened": (entry) => this.#checkoutShown("worktree.opened", entry),
    "worktree-removed": (entry) => this.#checkoutRemoved(entry),
    notified: (entry) => this.#tell("notification", entry),
    changed: () => void (this.#hasChanged = true),
  };

  get #hasOneClient(): boolean {
    return peopleOf(this.#world).length === 1;
  }

  #push(happening: Happening): void {
    if (BEGINS.has(happening.name)) this.#front.flush();
    this.happened.push(happening);
  }

  #tell(name: EventName, { fields }: Pick<Entry, "fields">): void {
    const ids = idsOf(fields);
    const tab = ids.tab ?? (ids.pane && this.#told.tabOf(ids.pane));
    const workspace = (tab && this.#told.homeOf(tab)) ?? ids.workspace;
    this.#push({ name, ...ids, ...(tab && { tab }), ...(workspace && { workspace }), fields });
  }

  /** What is still to be told as made is told with its name then. */
  #renamed(name: "tab.renamed" | "workspace.renamed", entry: Entry): void {
    const { tab, workspace } = idsOf(entry.fields);
    if (!this.#told.awaits(tab ?? workspace)) this.#tell(name, entry);
  }

  #status(entry: Entry): void {
    const state = parseStatus(entry.fields["state"] ?? "");
    this.#tell("pane.agent_status_changed", entry);
    if (state !== null && state !== "unknown") this.#tell(`agent.${state}`, entry);
  }

  /** The workspace, its tabs and its panes come first (reference/herdr/events.md §3). */
  #checkoutShown(name: EventName, entry: Entry): void {
    const { workspace } = idsOf(entry.fields);
    if (workspace) this.#told.shows(workspace);
    this.#layOutFresh(Number.POSITIVE_INFINITY);
    this.#tell(name, entry);
  }

  /** Its workspace has closed by then, whichever entry is first in the queue. */
  #checkoutRemoved({ fields }: Entry): void {
    this.#told.goes();
    const told = parseJson(fields["told"] ?? "");
    const ids = isFields(told) ? textsIn(told) : {};
    this.#tell("worktree.removed", { fields: { ...fields, workspace: ids["workspace_id"] ?? "" } });
  }

  #exits({ fields }: Entry): void {
    const { pane } = idsOf(fields);
    if (pane) this.#told.exits(pane);
  }

  #laidOut(entry: Entry): void {
    const { tab } = idsOf(entry.fields);
    if (tab === undefined || !this.#told.stands(tab)) return;
    this.#told.laidOut(tab);
    this.#tell("layout.updated", entry);
  }

  /** A new tab is laid out for the first time, unless an entry that follows lays it out. */
  #layOutFresh(at: number): void {
    for (const tab of this.#told.takeFresh()) {
      const laterAt = this.#lastOf.get(`layout ${tab}`) ?? -1;
      if (laterAt <= at) this.#tell("layout.updated", { fields: { tab } });
    }
  }

  /** What is shown was made before it is shown, whichever hook tmux runs first. */
  #shows(show: (ids: Ids) => void, fields: Entry["fields"]): void {
    const ids = idsOf(fields);
    this.#hasChanged = true;
    this.#told.comes(ids, {});
    show(ids);
  }

  #mayShow(): void {
    this.#hasChanged = true;
    this.#front.mayHaveChanged();
  }

  /** Always all three, in this order. */
  #tellFront({ workspace, tab, pane }: Front): void {
    const home = this.#told.homeOf(tab) ?? workspace;
    this.happened.push(
      { name: "workspace.focused", workspace, fields: {} },
      { name: "tab.focused", tab, workspace: home, fields: {} },
      { name: "pane.focused", pane, tab, workspace: home, fields: {} },
    );
  }
}
