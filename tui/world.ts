import type {
  FeedAgent,
  FeedPane,
  FeedSpace,
  FeedState,
  FeedWorktree,
} from "../remote/feed/protocol.ts";
import type { AgentStatus } from "../src/core/status.ts";
import { inert } from "./text.ts";

/** A workspace with what stands under it: the panes, and which place it has under its repository. */
export type Space = {
  readonly record: FeedSpace;
  readonly name: string;
  readonly panes: readonly FeedPane[];
  /** `linked`: it stands under its repository's workspace. */
  readonly place: "alone" | "linked";
  /** The last of the worktrees under its repository. */
  readonly isLast: boolean;
};

/** A checkout that no workspace shows, under its repository's workspace. */
export type ClosedWorktree = {
  readonly record: FeedWorktree;
  readonly name: string;
  readonly isLast: boolean;
};
export type MapItem =
  | { readonly kind: "space"; readonly space: Space }
  | { readonly kind: "worktree"; readonly worktree: ClosedWorktree };

/** A `state` line as the lists read it. The order is tmux's, worktrees under their repository (cockpit.md §2.3). */
export type World = {
  readonly items: readonly MapItem[];
  readonly spaces: ReadonlyMap<string, Space>;
  readonly panes: ReadonlyMap<string, FeedPane>;
  readonly agents: ReadonlyMap<string, FeedAgent>;
};

const worlds = new WeakMap<FeedState, World>();

/** The world of a state line, made once per line. */
export function worldOf(state: FeedState): World {
  const known = worlds.get(state);
  if (known !== undefined) return known;
  const world = buildWorld(state);
  worlds.set(state, world);
  return world;
}

function worktreeName(record: FeedWorktree): string {
  return inert(record.branch || record.label || record.path);
}

function buildWorld(state: FeedState): World {
  const panesBySpace = Map.groupBy(state.panes, (pane) => pane.workspace_id);
  const hosts = new Map<string, FeedSpace>();
  for (const space of state.spaces) {
    const key = space.worktree?.repo_key ?? "";
    if (key !== "" && !space.worktree?.is_linked_worktree && !hosts.has(key)) hosts.set(key, space);
  }
  const isUnder = (space: FeedSpace): boolean =>
    space.worktree?.is_linked_worktree === true && hosts.has(space.worktree.repo_key);
  const linked = Map.groupBy(
    state.spaces.filter(isUnder),
    (space) => space.worktree?.repo_key ?? "",
  );
  const closed = Map.groupBy(state.worktrees, (worktree) => worktree.repo_key);
  const items: MapItem[] = [];
  const spaces = new Map<string, Space>();
  const addSpace = (record: FeedSpace, place: Space["place"], isLast: boolean): void => {
    const panes = panesBySpace.get(record.workspace_id) ?? [];
    const space: Space = { record, name: inert(record.label), panes, place, isLast };
    spaces.set(record.workspace_id, space);
    items.push({ kind: "space", space });
  };
  for (const record of state.spaces) {
    if (isUnder(record)) continue;
    addSpace(record, "alone", false);
    const repo = record.worktree?.repo_key ?? "";
    if (hosts.get(repo) !== record) continue;
    const open = linked.get(repo) ?? [];
    const shut = closed.get(repo) ?? [];
    open.forEach((one, at) => addSpace(one, "linked", at === open.length - 1 && shut.length === 0));
    shut.forEach((one, at) => {
      const isLast = at === shut.length - 1;
      items.push({
        kind: "worktree",
        worktree: { record: one, name: worktreeName(one), isLast },
      });
    });
  }
  return {
    items,
    spaces,
    panes: new Map(state.panes.map((pane) => [pane.pane_id, pane])),
    agents: new Map(state.agents.map((agent) => [agent.pane_id, agent])),
  };
}

/** What an agent's row is called: the user's label, else the tab's name. */
export function agentName(agent: FeedAgent, pane: FeedPane | undefined): string {
  return inert(agent.name || pane?.label || pane?.tab_label || "");
}

/** What an agent's mark says: unknown where nobody reads its pane. */
export const shownStatus = (agent: FeedAgent): AgentStatus =>
  agent.watched ? agent.agent_status : "unknown";

export function agentKind(agent: FeedAgent): string {
  return inert(agent.display_agent || agent.agent || "agent");
}

/** The program in a pane that holds no agent: the first word of its command line, without folder or a login shell's `-`. */
export function shellKind(pane: FeedPane): string {
  const word = inert(pane.command).trim().split(" ")[0] ?? "";
  return word.slice(word.lastIndexOf("/") + 1).replace(/^-/, "") || "shell";
}

/** The command line, or nothing where it says no more than the kind. */
export function shellText(pane: FeedPane): string {
  const command = inert(pane.command).trim();
  return command.replace(/^-/, "") === shellKind(pane) ? "" : command;
}

/** No row is as long; a title may be. */
const MOST_TEXT = 1_000;

/** One blank for several. */
const squeezed = (text: string): string =>
  inert(text.slice(0, MOST_TEXT)).replace(/ {2,}/g, " ").trim();

/** What an agent's row says at its right: its text, or why nobody reads it. */
export function agentText(agent: FeedAgent): string {
  if (agent.watched) return squeezed(agent.text);
  return `not watched: ${inert(agent.unwatched_reason || "nothing reads its pane")}`;
}
