import type { FeedAgent, FeedPane, FeedState } from "../remote/feed/protocol.ts";
import type { AgentStatus } from "../src/core/status.ts";
import { STATUSES } from "../src/core/status.ts";
import type { Folder } from "./folders.ts";
import type { Query } from "./match.ts";
import type { Depth, Layout, Sort } from "./settings.ts";
import type { Counts } from "./view/marks.ts";
import { countStatuses } from "./view/marks.ts";
import type { ClosedWorktree, Space, World } from "./world.ts";
import { worldOf } from "./world.ts";

/**
 * A row's key names a thing and where it is drawn, never a row number: `shelf:w1:p2`, `map:w1:p2`, `map:w1`
 * (cockpit.md §6.1). The machine and its tmux server stand beside the selection in the model.
 */
export type RowKey = string;

export type AgentRow = {
  readonly kind: "agent";
  readonly key: RowKey;
  readonly where: "shelf" | "map" | "flat";
  readonly pane: FeedPane;
  readonly agent: FeedAgent;
  /** The workspace's name, which shelf and flat rows show as the place. */
  readonly place: string;
};
export type ShellRow = {
  readonly kind: "shell";
  readonly key: RowKey;
  readonly where: "map" | "flat";
  readonly pane: FeedPane;
  readonly place: string;
};
export type SpaceRow = {
  readonly kind: "space";
  readonly key: RowKey;
  readonly space: Space;
  readonly fold: "open" | "folded" | "leaf";
  /** Counted where the agents below are not drawn, else null. */
  readonly rollup: Counts | null;
};
export type WorktreeRow = {
  readonly kind: "worktree";
  readonly key: RowKey;
  readonly worktree: ClosedWorktree;
};
export type HeadingRow = {
  readonly kind: "heading";
  readonly key: RowKey;
  readonly status: AgentStatus | "shell";
  readonly count: number;
};
/** A folder without a workspace, found by a filter. */
export type FolderRow = {
  readonly kind: "folder";
  readonly key: RowKey;
  readonly folder: Folder;
  /** What found it. */
  readonly query: Query;
};
export type TitleRow = { readonly kind: "title"; readonly key: RowKey; readonly words: string };
export type MoreRow = { readonly kind: "more"; readonly key: RowKey; readonly count: number };
export type Row =
  AgentRow | ShellRow | SpaceRow | WorktreeRow | FolderRow | HeadingRow | TitleRow | MoreRow;

/** `shelf` is pinned above, `body` scrolls below it. */
export type Rows = { readonly shelf: readonly Row[]; readonly body: readonly Row[] };

export type Listing = {
  readonly layout: Layout;
  readonly depth: Depth;
  readonly sort: Sort;
  readonly folded: ReadonlySet<string>;
  /** Only agents of this status, from a click on a header count. */
  readonly only: AgentStatus | null;
  /** Rows the shelf may take at most. */
  readonly shelfRows: number;
  readonly headings: boolean;
};

export const isSelectable = ({ kind }: Row): boolean =>
  kind !== "heading" && kind !== "title" && kind !== "more";

/** The pane that a row stands for; null for a workspace, a worktree and a heading. */
export function paneOf(row: Row): FeedPane | null {
  return row.kind === "agent" || row.kind === "shell" ? row.pane : null;
}

/** The workspace a row belongs to, for J, K, h and Enter. */
export function spaceIdOf(row: Row): string {
  if (row.kind === "space") return row.space.record.workspace_id;
  if (row.kind === "worktree") return row.worktree.record.workspace_id;
  return paneOf(row)?.workspace_id ?? "";
}

/** Blocked agents first, longest wait first, then done ones, oldest first: who the person is to look at, in order. */
export function waiting(state: FeedState): FeedAgent[] {
  return state.agents
    .filter((agent) => agent.agent_status === "blocked" || agent.agent_status === "done")
    .toSorted((one, other) => rankOf(one) - rankOf(other) || sinceOf(one) - sinceOf(other));
}

const rankOf = (agent: FeedAgent): number => STATUSES.indexOf(agent.agent_status);

/** A wait that nobody knows the start of stands behind the known ones. */
function sinceOf(agent: FeedAgent): number {
  return agent.since_unix_ms > 0 ? agent.since_unix_ms : Number.MAX_SAFE_INTEGER;
}

/**
 * The rows of the list. `held` decides which rows stand there and in which order, `now` what is written on them: while
 * the person is at the keys the order stands still and the texts go on (cockpit.md §6.1).
 */
export function buildRows(held: FeedState, now: FeedState, listing: Listing): Rows {
  const build = new RowBuilder(worldOf(held), worldOf(now), listing);
  if (listing.layout === "flat") return { shelf: [], body: build.flat() };
  const hasShelf = listing.sort === "attention" && listing.only === null;
  return { shelf: hasShelf ? build.shelf(waiting(held)) : [], body: build.map() };
}

/** The row with what is known now written on it; a thing that has gone keeps what it said last. */
export function freshRow(row: Row, now: FeedState): Row {
  const world = worldOf(now);
  const pane = paneOf(row);
  if (row.kind === "space") {
    const live = world.spaces.get(spaceIdOf(row)) ?? row.space;
    return { ...row, space: { ...live, place: row.space.place, isLast: row.space.isLast } };
  }
  if (pane === null) return row;
  const live = world.panes.get(pane.pane_id) ?? pane;
  if (row.kind === "shell") return { ...row, pane: live };
  if (row.kind !== "agent") return row;
  return { ...row, pane: live, agent: world.agents.get(pane.pane_id) ?? row.agent };
}

class RowBuilder {
  readonly #held: World;
  readonly #now: World;
  readonly #listing: Listing;

  constructor(held: World, now: World, listing: Listing) {
    this.#held = held;
    this.#now = now;
    this.#listing = listing;
  }

  shelf(waitingAgents: readonly FeedAgent[]): Row[] {
    const most = this.#listing.shelfRows;
    const isFull = waitingAgents.length > most;
    const shown = isFull ? waitingAgents.slice(0, most - 1) : waitingAgents;
    const rows: Row[] = shown.flatMap((agent) => this.#agent(agent.pane_id, "shelf") ?? []);
    if (isFull)
      rows.push({ kind: "more", key: "shelf:more", count: waitingAgents.length - shown.length });
    return rows;
  }

  map(): Row[] {
    const rows: Row[] = [];
    for (const item of this.#held.items) {
      if (item.kind === "space") rows.push(...this.#space(item.space));
      else if (this.#listing.only === null)
        rows.push({
          kind: "worktree",
          key: `map:worktree:${item.worktree.record.path}`,
          worktree: item.worktree,
        });
    }
    return rows;
  }

  flat(): Row[] {
    const rows = this.#held.items.flatMap((item) =>
      item.kind === "space" ? this.#panes(item.space, "flat") : [],
    );
    if (this.#listing.sort === "sessions") return rows;
    const ranks = [...STATUSES, "shell"] as const;
    return ranks.flatMap((rank) => this.#group(rank, rows));
  }

  #group(rank: AgentStatus | "shell", rows: readonly Row[]): Row[] {
    const members = rows.filter((row) => this.#rankOf(row) === rank);
    if (members.length === 0) return [];
    const waits = rank === "blocked" || rank === "done";
    const sorted = waits ? members.toSorted((one, other) => since(one) - since(other)) : members;
    if (!this.#listing.headings) return sorted;
    const heading: Row = {
      kind: "heading",
      key: `heading:${rank}`,
      status: rank,
      count: members.length,
    };
    return [heading, ...sorted];
  }

  /** The rank by the held state, so that a state change moves nothing while the order is held. */
  #rankOf(row: Row): AgentStatus | "shell" {
    const pane = paneOf(row);
    return this.#held.agents.get(pane?.pane_id ?? "")?.agent_status ?? "shell";
  }

  #space(space: Space): Row[] {
    const id = space.record.workspace_id;
    const below = this.#panes(space, "map");
    const isFolded = this.#listing.folded.has(id);
    if (this.#listing.only !== null && below.length === 0) return [];
    const fold = below.length === 0 ? "leaf" : isFolded ? "folded" : "open";
    const counted = isFolded || this.#listing.depth === "sessions";
    const live = this.#now.spaces.get(id) ?? space;
    const row: SpaceRow = {
      kind: "space",
      key: `map:${id}`,
      space: { ...live, place: space.place, isLast: space.isLast },
      fold,
      rollup: counted ? this.#rollup(live) : null,
    };
    return isFolded ? [row] : [row, ...below];
  }

  #rollup(space: Space): Counts {
    return countStatuses(
      space.panes.flatMap((pane) => this.#now.agents.get(pane.pane_id)?.agent_status ?? []),
    );
  }

  #panes(space: Space, where: "map" | "flat"): Row[] {
    const { depth, only } = this.#listing;
    if (depth === "sessions" && where === "map") return [];
    return space.panes.flatMap((pane): Row[] => {
      const agent = this.#held.agents.get(pane.pane_id);
      if (agent !== undefined) {
        const row = only === null || agent.agent_status === only;
        return row ? (this.#agent(pane.pane_id, where) ?? []) : [];
      }
      return depth === "all" && only === null ? [this.#shell(pane, where)] : [];
    });
  }

  #shell(pane: FeedPane, where: "map" | "flat"): ShellRow {
    const live = this.#now.panes.get(pane.pane_id) ?? pane;
    const key = `${where}:${pane.pane_id}`;
    return { kind: "shell", key, where, pane: live, place: this.#place(pane) };
  }

  #agent(paneId: string, where: AgentRow["where"]): AgentRow[] | null {
    const agent = this.#now.agents.get(paneId) ?? this.#held.agents.get(paneId);
    const pane = this.#now.panes.get(paneId) ?? this.#held.panes.get(paneId);
    if (agent === undefined || pane === undefined) return null;
    return [
      { kind: "agent", key: `${where}:${paneId}`, where, pane, agent, place: this.#place(pane) },
    ];
  }

  #place(pane: FeedPane): string {
    return this.#held.spaces.get(pane.workspace_id)?.name ?? "";
  }
}

function since(row: Row): number {
  return row.kind === "agent" ? sinceOf(row.agent) : 0;
}
