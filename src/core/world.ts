import type { GrantsMode, HeldGrant } from "./grants.ts";
import type { PaneId, TabId, WorkspaceId } from "./ids.ts";
import type { Metadata } from "./metadata.ts";
import type { AgentStatus } from "./status.ts";

/** What the watcher believes of the agent in a pane; it lives in the pane's `@agent_*` options (house §4). */
export interface Reading {
  kind: string;
  /** The user's own name for the agent, or null. */
  name: string | null;
  status: AgentStatus;
  /** Unix time of the last change of status; null when the watcher has not said. */
  sinceMs: number | null;
  /** Counts every change of status in this pane. */
  stateSeq: number;
  /** Id of the rule, or of the report, that told the status. */
  rule: string | null;
  /** Which evidence told it: `screen`, `title`, `report`, `exit` … */
  source: string | null;
  /** What it asks, or what it is doing, in one clean line. */
  message: string | null;
  /** How far its task is, in percent; null where it does not say. */
  progressPercent: number | null;
  pid: number | null;
}

/** The git checkout that a workspace is, as the verb that opened it there wrote it. All paths have their links resolved. */
export interface Membership {
  /** The folder that all checkouts of the repository share. */
  repoKey: string;
  /** The main checkout, or the repository itself where it is bare. */
  repoRoot: string;
  checkoutPath: string;
  /** False for the main checkout. */
  isLinked: boolean;
}

export interface Workspace {
  id: WorkspaceId;
  name: string;
  /** The folder it was made in. */
  path: string;
  /** Grouped sessions share their tabs. */
  group: string | null;
  /** Unix seconds of its last activity. */
  activityUnix: number;
  /** Null for one that no verb opened as a checkout. */
  worktree: Membership | null;
  /** What programs reported about it; null where none did. */
  metadata: Metadata | null;
}

/** A tab as it is linked into one workspace. Grouped sessions give a tab several links. */
export interface TabLink {
  workspaceId: WorkspaceId;
  tabId: TabId;
  /** tmux's window index there. */
  index: number;
  isCurrent: boolean;
}

export interface Tab {
  id: TabId;
  /** Its home: the lowest workspace that holds it. */
  workspaceId: WorkspaceId;
  name: string;
  /** tmux renames it by what runs in it, so the name is nobody's choice. */
  isAutoNamed: boolean;
  isZoomed: boolean;
  layout: string;
  width: number;
  height: number;
}

/** What tmux tells of a pane's last output. */
export interface Drawn {
  /** When a program last wrote into its tab, unix seconds: tmux keeps no time for each pane. */
  atUnix: number;
  cursorX: number;
  cursorY: number;
}

export interface Pane {
  id: PaneId;
  tabId: TabId;
  /** Its home: the lowest workspace that holds its tab. */
  workspaceId: WorkspaceId;
  index: number;
  isActive: boolean;
  isDead: boolean;
  /** The process that tmux started in it. */
  pid: number;
  tty: string;
  command: string;
  startCommand: string;
  cwd: string;
  title: string;
  label: string | null;
  left: number;
  top: number;
  width: number;
  height: number;
  isInMode: boolean;
  takesInput: boolean;
  isOnAlternateScreen: boolean;
  drawn: Drawn;
  historySize: number;
  /** Rows scrolled back in copy mode, 0 at the live bottom. */
  scrollPosition: number;
  hasPipe: boolean;
  /** When the pipe was opened for a watcher, unix seconds; null when it is closed or somebody else's. */
  pipeOpenedUnix: number | null;
  /** `<pid> <start time> <nudge socket>` of the watcher that reads the pane, as it wrote it itself. */
  watcher: string | null;
  /** What a person gave callers inside it; null for what the mode gives every pane. */
  grants: readonly HeldGrant[] | null;
  agent: Reading | null;
  /** What programs reported about it; null where none did. */
  metadata: Metadata | null;
}

export interface Client {
  name: string;
  tty: string;
  isControl: boolean;
  isFocused: boolean;
  workspaceId: WorkspaceId;
  tabId: TabId;
  paneId: PaneId;
  activityUnix: number;
}

export interface Server {
  pid: number;
  startUnix: number;
  /** The time of the look, unix seconds. */
  nowUnix: number;
  socketPath: string;
  version: string;
  /** The workspace that a verb put in front while nobody was attached, and until when that is news (unix seconds). */
  front?: { workspaceId: WorkspaceId; atUnix: number };
  /** What the option of the agent view holds (`core/agent-view.ts`); absent without one. */
  view?: string;
  /** The folder of config.toml that holds for everybody who speaks to the server (decision 2); absent until one was told. */
  configFolder?: string;
  /** What was told of `[hooks]` (`core/hooked.ts`); absent where taw is not loaded. */
  hooks?: string;
  /** `[grants] mode`, as the loader or a config reload told it to the server. */
  grantsMode: GrantsMode;
}

/** One tmux server as one immutable value, read in one call (`tmux/read.ts`). Every record is a pure function of it. */
export interface World {
  server: Server;
  workspaces: readonly Workspace[];
  links: readonly TabLink[];
  tabs: readonly Tab[];
  panes: readonly Pane[];
  clients: readonly Client[];
}

/** What the queries look up again and again; a World never changes, so it is made once for each. */
interface Lookup {
  workspaces: ReadonlyMap<WorkspaceId, Workspace>;
  tabs: ReadonlyMap<TabId, Tab>;
  panes: ReadonlyMap<PaneId, Pane>;
  panesByTab: ReadonlyMap<TabId, Pane[]>;
}

const lookups = new WeakMap<World, Lookup>();

function lookupOf(world: World): Lookup {
  const known = lookups.get(world);
  if (known) return known;
  const panesByTab = new Map<TabId, Pane[]>();
  for (const pane of world.panes) {
    const together = panesByTab.get(pane.tabId);
    if (together) together.push(pane);
    else panesByTab.set(pane.tabId, [pane]);
  }
  const lookup: Lookup = {
    workspaces: new Map(world.workspaces.map((workspace) => [workspace.id, workspace])),
    tabs: new Map(world.tabs.map((tab) => [tab.id, tab])),
    panes: new Map(world.panes.map((pane) => [pane.id, pane])),
    panesByTab,
  };
  lookups.set(world, lookup);
  return lookup;
}

export const findWorkspace = (world: World, id: WorkspaceId): Workspace | null =>
  lookupOf(world).workspaces.get(id) ?? null;

export const findTab = (world: World, id: TabId): Tab | null =>
  lookupOf(world).tabs.get(id) ?? null;

export const findPane = (world: World, id: PaneId): Pane | null =>
  lookupOf(world).panes.get(id) ?? null;

/** The workspace that shows a checkout: as a verb opened it there, else the first that was made in that very folder. */
export const workspaceAt = (world: World, checkoutPath: string): Workspace | null =>
  world.workspaces.find(({ worktree }) => worktree?.checkoutPath === checkoutPath) ??
  world.workspaces.find(({ worktree, path }) => worktree === null && path === checkoutPath) ??
  null;

/** The open worktree workspaces of the repository whose main checkout a workspace is; none for any other workspace. */
export function worktreesUnder(world: World, { worktree, path }: Workspace): Workspace[] {
  if (worktree?.isLinked) return [];
  return world.workspaces.filter(
    ({ worktree: other }) =>
      other?.isLinked && (worktree ? other.repoKey === worktree.repoKey : other.repoRoot === path),
  );
}

/** The tabs of a workspace in their order there, linked ones included. */
export function tabsOf(world: World, workspaceId: WorkspaceId): Tab[] {
  return world.links
    .filter((link) => link.workspaceId === workspaceId)
    .flatMap((link) => findTab(world, link.tabId) ?? []);
}

/** The panes of a tab in tmux's order. */
export const panesOf = (world: World, tabId: TabId): readonly Pane[] =>
  lookupOf(world).panesByTab.get(tabId) ?? [];

/** The tab that a workspace shows. */
export function currentTab(world: World, workspaceId: WorkspaceId): Tab | null {
  const link = world.links.find((one) => one.workspaceId === workspaceId && one.isCurrent);
  return link ? findTab(world, link.tabId) : null;
}

const activePane = (world: World, tab: Tab | null): Pane | null =>
  tab ? (panesOf(world, tab.id).find((pane) => pane.isActive) ?? null) : null;

export interface Focus {
  workspace: Workspace;
  tab: Tab;
  pane: Pane;
}

function latest<T extends { activityUnix: number }>(items: readonly T[]): T | null {
  return items.reduce<T | null>(
    (best, item) => (best && best.activityUnix >= item.activityUnix ? best : item),
    null,
  );
}

/** The clients that people sit at; control clients are no persons (decision 22). */
export const peopleOf = (world: World): Client[] => world.clients.filter((one) => !one.isControl);

/** The person's client that was used last. Null with nobody attached. */
export const personOf = (world: World): Client | null => latest(peopleOf(world));

/**
 * The one workspace, tab and pane in front: those of the person's client that was used last, or, with nobody attached,
 * of the workspace used last, by a person or by a verb that focused it. Null without workspaces.
 */
export function focusOf(world: World): Focus | null {
  const known = focuses.get(world);
  if (known !== undefined) return known;
  const focus = findFocus(world);
  focuses.set(world, focus);
  return focus;
}

const focuses = new WeakMap<World, Focus | null>();

function findFocus(world: World): Focus | null {
  const client = personOf(world);
  const workspace = (client && findWorkspace(world, client.workspaceId)) ?? usedLast(world);
  if (!workspace) return null;
  const tab = (client && findTab(world, client.tabId)) ?? currentTab(world, workspace.id);
  const pane = activePane(world, tab);
  return tab && pane ? { workspace, tab, pane } : null;
}

function usedLast(world: World): Workspace | null {
  const { front } = world.server;
  const last = latest(world.workspaces);
  const put = front && last && front.atUnix >= last.activityUnix ? front.workspaceId : null;
  return (put && findWorkspace(world, put)) ?? last;
}

/** Whether a person looks at the pane now: their client is in focus, with that pane in front. */
export const isLookedAt = (world: World, paneId: PaneId): boolean =>
  peopleOf(world).some(({ isFocused, paneId: shown }) => isFocused && shown === paneId);
