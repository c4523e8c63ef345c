import { eventOf, isEventName } from "../core/events.ts";
import type { HookCall } from "../core/hook-call.ts";
import { eventCall, hookCall } from "../core/hook-call.ts";
import { publicWorkspaceId } from "../core/ids.ts";
import type { Ids } from "../core/ids.ts";
import type { HookName } from "../config/hooks.ts";
import { membershipRecord } from "../core/membership.ts";
import { worktreeRecord } from "../core/records.ts";
import { parseStatus } from "../core/status.ts";
import { findPane, findWorkspace } from "../core/world.ts";
import type { Membership, Pane, Server, Tab, Workspace, World } from "../core/world.ts";

/** What `hooks test` runs against: a session, a window and a pane that no tmux server has (spec, `hooks test`). */

export const SAMPLE = "ids that name nothing (%999999, @999999, $999999), a session taw-hooks-test";

/** Every event is told all three. */
const IDS = { pane: "%999999", tab: "@999999", workspace: "$999999" } as const;
const NAME = "taw-hooks-test";
const WORKTREE_NAME = `${NAME}--feat-x`;
const BRANCH = "feat/x";

/** A call of that name, as an event of the sample would give it. */
export function sampleCall(name: HookName, home: string, server: Server | null): HookCall {
  const world = sampleWorld(name, home, server);
  const call = callAbout(name, world, IDS);
  // The name of a session alone also finds one that only begins the same way.
  const session = `=${world.workspaces[0]?.name ?? NAME}:`;
  return { ...call, variables: { ...call.variables, TAW_SESSION: session } };
}

/** A call of that name about things that are there. */
export function callAbout(name: HookName, world: World, about: Required<Ids>): HookCall {
  const fields = fieldsOf(name, world, about);
  const call = isEventName(name)
    ? eventCall(world, eventOf(world, { name, ...about, fields }))
    : hookCall(world, {
        name,
        about,
        told: toldOf(name, world, about),
        variables: SAID[name] ?? {},
      });
  return { ...call, variables: { ...call.variables, TAW_TEST: "1" } };
}

type Said = Readonly<Record<string, string>>;

/** What is said of a name that is no event of the queue. */
const SAID: Readonly<Partial<Record<HookName, Said>>> = {
  "sandbox.started": { TAW_SANDBOX: "default", TAW_RUNTIME: "docker" },
  "sandbox.stopped": { TAW_SANDBOX: "default", TAW_RUNTIME: "docker" },
};

function fieldsOf(name: HookName, world: World, about: Required<Ids>): Said {
  const agent = findPane(world, about.pane)?.agent;
  const told = JSON.stringify(toldOf(name, world, about));
  const state = parseStatus(name.replace("agent.", "")) ?? agent?.status ?? "done";
  return { state, kind: agent?.kind ?? "claude", label: "renamed", told };
}

function toldOf(name: HookName, world: World, { workspace }: Required<Ids>) {
  if (name.startsWith("sandbox.")) return { sandbox: { profile: "default", runtime: "docker" } };
  if (name === "notification") return SAMPLE_TOAST;
  if (!name.includes("worktree")) return {};
  const shown = findWorkspace(world, workspace);
  const membership = shown?.worktree ?? membershipIn(shown?.path ?? "/");
  const checkout = {
    path: membership.checkoutPath,
    branch: BRANCH,
    isBare: false,
    isDetached: false,
    isPrunable: false,
    lockReason: null,
  };
  const record = worktreeRecord(checkout, { name: "feat-x", isLinked: true, shownBy: workspace });
  return {
    workspace_id: publicWorkspaceId(workspace),
    worktree: { ...membershipRecord(membership), ...record },
    ...EXTRA[name],
  };
}

const SAMPLE_TOAST = {
  kind: "done",
  message: "claude is done: All tests pass.",
  title: "claude is done",
  body: "All tests pass.",
};

const EXTRA: Readonly<Partial<Record<HookName, object>>> = {
  "worktree.opened": { already_open: false },
  "worktree.removed": { forced: false },
};

const membershipIn = (home: string): Membership => ({
  repoKey: `${home}/${NAME}/.git`,
  repoRoot: `${home}/${NAME}`,
  checkoutPath: `${home}/${WORKTREE_NAME}`,
  isLinked: true,
});

/** The one session, window and pane of the sample, in a folder. */
export function sampleWorld(name: HookName, home: string, server: Server | null): World {
  const isWorktree = name.includes("worktree");
  const { pane, tab, workspace } = IDS;
  return {
    server: server ?? NO_SERVER,
    workspaces: [
      {
        ...WORKSPACE,
        name: isWorktree ? WORKTREE_NAME : NAME,
        path: home,
        worktree: isWorktree ? membershipIn(home) : null,
      },
    ],
    links: [{ workspaceId: workspace, tabId: tab, index: 0, isCurrent: true }],
    tabs: [TAB],
    panes: [{ ...PANE, id: pane, cwd: home }],
    clients: [],
  };
}

const NO_SERVER: Server = {
  pid: 0,
  startUnix: 0,
  nowUnix: 0,
  socketPath: "",
  version: "3.2",
  grantsMode: "standard",
};

const WORKSPACE: Workspace = {
  id: IDS.workspace,
  name: NAME,
  path: "/",
  group: null,
  activityUnix: 0,
  worktree: null,
  metadata: null,
};

const TAB: Tab = {
  id: IDS.tab,
  workspaceId: IDS.workspace,
  name: "sample",
  isAutoNamed: false,
  isZoomed: false,
  layout: "b25d,80x24,0,0,999999",
  width: 80,
  height: 24,
};

const PANE: Pane = {
  id: IDS.pane,
  tabId: IDS.tab,
  workspaceId: IDS.workspace,
  index: 0,
  isActive: true,
  isDead: false,
  pid: 0,
  tty: "",
  command: "claude",
  startCommand: "",
  cwd: "/",
  title: "",
  label: null,
  left: 0,
  top: 0,
  width: 80,
  height: 24,
  isInMode: false,
  takesInput: true,
  isOnAlternateScreen: false,
  drawn: { atUnix: 0, cursorX: 0, cursorY: 0 },
  historySize: 0,
  scrollPosition: 0,
  hasPipe: false,
  pipeOpenedUnix: null,
  watcher: null,
  grants: null,
  agent: {
    kind: "claude",
    name: null,
    status: "done",
    sinceMs: null,
    stateSeq: 1,
    rule: null,
    source: null,
    message: "All tests pass.",
    progressPercent: null,
    pid: null,
  },
  metadata: null,
};
