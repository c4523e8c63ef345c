import { contextRecord } from "./context.ts";
import type { Event } from "./events.ts";
import { idsOf, serial } from "./ids.ts";
import type { Ids, WorkspaceId } from "./ids.ts";
import { isFields, textsIn } from "./json.ts";
import type { Fields } from "./json.ts";
import { findPane, findTab, findWorkspace } from "./world.ts";
import type { Pane, World } from "./world.ts";

/** What a command under `[hooks]` is told, built while what it is about can still be seen (spec "Hooks from the config"). */
export interface HookCall {
  /** The name in config.toml. */
  readonly name: string;
  /** Of whose panes it has the environment; null for that of none. */
  readonly workspaceId: WorkspaceId | null;
  /** Its `TAW_*`, and `TMUX`. */
  readonly variables: Readonly<Record<string, string>>;
  /** What it reads on stdin, as JSON. */
  readonly input: Fields;
  /** It stands in the first of these that is there. */
  readonly folders: readonly string[];
}

/** THE table of the variables that README "Hooks" lists. One that has nothing to say is not set. */
export const HOOK_VARIABLES = {
  TAW_EVENT: "the name under [hooks]",
  TAW_SESSION: "the session's name",
  TAW_SESSION_ID: "the session, as tmux names it ($1)",
  TAW_WINDOW: "the window, as tmux names it (@1)",
  TAW_WINDOW_NAME: "the window's name",
  TAW_PANE: "the pane, as tmux names it (%1)",
  TAW_WORKSPACE_ID: "the session, as taw names it (w1)",
  TAW_TAB_ID: "the window, as taw names it (w1:t1)",
  TAW_PANE_ID: "the pane, as taw names it (w1:p1)",
  TAW_DIR: "the folder of the pane, else of the session",
  TAW_AGENT: "the agent's kind (claude)",
  TAW_AGENT_NAME: "the name that the agent was given",
  TAW_STATE: "the agent's state: idle, working, blocked, done or unknown",
  TAW_LABEL: "the new name, of something renamed",
  TAW_KIND: "of a notification: request or done",
  TAW_MESSAGE: "of a notification its words, else what the agent asks or does",
  TAW_WORKTREE: "the worktree's folder",
  TAW_REPO: "the repository's main folder",
  TAW_BRANCH: "the worktree's branch",
  TAW_SANDBOX: "the sandbox profile of the pane's agent",
  TAW_RUNTIME: "what runs that sandbox",
  TAW_MACHINE: "the machine of a notification that another machine sent",
  TAW_TEST: "1 where hooks test runs it",
} as const;

type VariableName = keyof typeof HOOK_VARIABLES;
type Variables = Partial<Record<VariableName, string | null | undefined>>;

/** What a call is about, with what is said of it beside its context. */
export interface HookSubject {
  readonly name: string;
  readonly about: Ids;
  readonly told: Fields;
  readonly variables?: Variables;
}

/** A call about things of this World. What has gone already is told by its ids alone. */
export function hookCall(
  world: World,
  { name, about, told, variables = {} }: HookSubject,
): HookCall {
  const context = contextRecord(world, about);
  const pane = about.pane ? findPane(world, about.pane) : null;
  const tab = about.tab ? findTab(world, about.tab) : null;
  const workspace = about.workspace ? findWorkspace(world, about.workspace) : null;
  const { server } = world;
  const shared: Variables = {
    TAW_EVENT: name,
    TAW_SESSION: workspace?.name,
    TAW_SESSION_ID: about.workspace,
    TAW_WINDOW: about.tab,
    TAW_WINDOW_NAME: tab?.name,
    TAW_PANE: about.pane,
    TAW_WORKSPACE_ID: context.workspace_id,
    TAW_TAB_ID: about.tab && context.tab_id,
    TAW_PANE_ID: about.pane && context.focused_pane_id,
    TAW_DIR: context.focused_pane_cwd ?? context.workspace_cwd,
    ...agentVariables(pane),
  };
  return {
    name,
    workspaceId: workspace?.id ?? null,
    variables: {
      TMUX: `${server.socketPath},${server.pid},${workspace ? serial(workspace.id) : -1}`,
      ...given({ ...shared, ...given(variables) }),
    },
    input: { event: name, ...context, ...told },
    folders: [context.focused_pane_cwd, context.workspace_cwd].flatMap((path) => path || []),
  };
}

const agentVariables = (pane: Pane | null): Variables => ({
  TAW_AGENT: pane?.agent?.kind,
  TAW_AGENT_NAME: pane?.agent?.name,
  TAW_STATE: pane?.agent?.status,
  TAW_MESSAGE: pane?.agent?.message,
});

const given = (variables: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

/** An event as a call: its data beside the context, a worktree's record over the context's. */
export function eventCall(world: World, { name, about, data }: Event): HookCall {
  const { worktree } = data;
  const membership = contextRecord(world, about).worktree;
  const checkout = isFields(worktree) ? { ...membership, ...worktree } : null;
  return hookCall(world, {
    name,
    about,
    told: { ...(checkout && { worktree: checkout }), data },
    variables: {
      ...eventVariables(data, checkout ? textsIn(checkout) : {}),
      ...(name === "notification" && notificationVariables(data)),
    },
  });
}

function eventVariables(data: Fields, checkout: Readonly<Record<string, string>>): Variables {
  const texts = textsIn(data);
  return {
    TAW_WORKSPACE_ID: texts["workspace_id"],
    TAW_TAB_ID: texts["tab_id"],
    TAW_PANE_ID: texts["pane_id"],
    TAW_AGENT: texts["agent"],
    TAW_STATE: texts["agent_status"],
    TAW_LABEL: texts["label"],
    TAW_WORKTREE: checkout["path"],
    TAW_REPO: checkout["repo_root"],
    TAW_BRANCH: checkout["branch"],
  };
}

function notificationVariables(data: Fields): Variables {
  const { kind, message } = textsIn(data);
  return { TAW_KIND: kind, TAW_MESSAGE: message };
}

/** A call that a drainer wrote down, perhaps of another version of taw; null for what is none. */
export function parseHookCall(call: unknown): HookCall | null {
  if (!isFields(call)) return null;
  const { name, workspaceId, variables, input, folders } = call;
  if (typeof name !== "string" || !isFields(variables) || !isFields(input)) return null;
  const { workspace } = idsOf({ workspace: typeof workspaceId === "string" ? workspaceId : "" });
  return {
    name,
    workspaceId: workspace ?? null,
    variables: textsIn(variables),
    input,
    folders: Array.isArray(folders) ? folders.filter((path) => typeof path === "string") : [],
  };
}
