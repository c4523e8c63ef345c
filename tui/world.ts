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
  const items = mapItems(state);
  const spaces = items.flatMap((item) => (item.kind === "space" ? [item.space] : []));
  return {
    items,
    spaces: new Map(spaces.map((space) => [space.record.workspace_id, space])),
    panes: new Map(state.panes.map((pane) => [pane.pane_id, pane])),
    agents: new Map(state.agents.map((agent) => [agent.pane_id, agent])),
  };
}

/** By repository the workspace that its worktrees stand under: the first that shows the main checkout. */
function hostsOf(spaces: readonly FeedSpace[]): ReadonlyMap<string, FeedSpace> {
  const hosts = new Map<string, FeedSpace>();
  for (const space of spaces) {
    const key = space.worktree?.repo_key ?? "";
    if (key !== "" && !space.worktree?.is_linked_worktree && !hosts.has(key)) hosts.set(key, space);
  }
  return hosts;
}

function mapItems({ spaces, panes, worktrees }: FeedState): MapItem[] {
  const hosts = hostsOf(spaces);
  const panesIn = Map.groupBy(panes, (pane) => pane.workspace_id);
  const hostOf = ({ worktree }: FeedSpace): FeedSpace | undefined =>
    worktree?.is_linked_worktree ? hosts.get(worktree.repo_key) : undefined;
  const shown = (record: FeedSpace, place: Space["place"], isLast: boolean): MapItem => {
    const own = panesIn.get(record.workspace_id) ?? [];
    const space = { record, name: inert(record.label), panes: own, place, isLast };
    return { kind: "space", space };
  };
  const below = (host: FeedSpace): MapItem[] => {
    const repository = host.worktree?.repo_key ?? "";
    if (hosts.get(repository) !== host) return [];
    const open = spaces.filter((space) => hostOf(space) === host);
    const closed = worktrees.filter(({ repo_key: key }) => key === repository);
    const all = open.length + closed.length;
    return [
      ...open.map((record, at) => shown(record, "linked", at + 1 === all)),
      ...closed.map((record, at) => closedItem(record, open.length + at + 1 === all)),
    ];
  };
  const standing = spaces.filter((space) => hostOf(space) === undefined);
  return standing.flatMap((space) => [shown(space, "alone", false)].concat(below(space)));
}

const closedItem = (record: FeedWorktree, isLast: boolean): MapItem => ({
  kind: "worktree",
  worktree: { record, name: worktreeName(record), isLast },
});

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
