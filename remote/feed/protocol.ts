import type { AgentStatus } from "../../src/core/status.ts";
import { parseStatus } from "../../src/core/status.ts";
import type { Fields } from "./fields.ts";
import {
  flagOf,
  isFields,
  mapOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from "./fields.ts";

/** The only protocol there is; `taw machine feed --protocol N` names the one the app speaks. */
export const FEED_PROTOCOL = 1;

/** Git of a workspace's folder, null where the folder is no checkout or git was not asked. */
export type FeedGit = { branch: string; ahead: number; behind: number; changed: number };

/** WorkspaceInfo.worktree (reference/herdr/records.md §4). */
export type FeedMembership = {
  repo_key: string;
  repo_name: string;
  repo_root: string;
  checkout_path: string;
  is_linked_worktree: boolean;
};

/** WorkspaceInfo; taw's own: `tmux_id`, `cwd`, `git`. In tmux's order. */
export type FeedSpace = {
  workspace_id: string;
  number: number;
  label: string;
  focused: boolean;
  active_tab_id: string;
  agent_status: AgentStatus;
  tokens: Record<string, string>;
  worktree: FeedMembership | null;
  /** `$3`. */
  tmux_id: string;
  /** The folder the workspace starts in. */
  cwd: string;
  git: FeedGit | null;
};

/** PaneInfo; taw's own: `tmux_id`, `tab_label`, `tab_number`, `command`, `width`, `height`. By tab, then pane order. */
export type FeedPane = {
  pane_id: string;
  workspace_id: string;
  tab_id: string;
  focused: boolean;
  /** Manual label set by `pane rename`, else empty. */
  label: string;
  cwd: string;
  /** `%16`. */
  tmux_id: string;
  tab_label: string;
  /** tmux's window index, as `2` in `2 tests`. */
  tab_number: number;
  /** The command line of the foreground job, else its name (`tail -f dev.log`, `zsh`). */
  command: string;
  /** The pane's size in cells. */
  width: number;
  height: number;
};

/**
 * AgentInfo; taw's own from `text` on. Every agent's pane is in `panes` too. In the order of `panes`.
 */
export type FeedAgent = {
  pane_id: string;
  workspace_id: string;
  tab_id: string;
  /** The kind, `claude`. */
  agent: string;
  /** The unique live name, else empty. */
  name: string;
  /** What a reporter wants shown in place of the kind, else empty. */
  display_agent: string;
  agent_status: AgentStatus;
  title: string;
  state_labels: Record<string, string>;
  tokens: Record<string, string>;
  /** What the row says: blocked → what it asks, working → its title or progress, done and idle → its last line. */
  text: string;
  /** Since when the state holds, by the machine's clock; 0 when not known. */
  since_unix_ms: number;
  /** Why this state, for `e`: the rule (`claude:permission_prompt`, `osc7501`) and the row or word it rests on. */
  rule: string;
  evidence: string;
  /** False when nobody reads the pane; `unwatched_reason` then says why (`its pipe is used by another program`). */
  watched: boolean;
  unwatched_reason: string;
};

/** WorktreeInfo of a checkout that no workspace shows; taw's own: `repo_key`, `repo_root`, `workspace_id` of its record. */
export type FeedWorktree = {
  path: string;
  branch: string;
  label: string;
  repo_key: string;
  repo_root: string;
  workspace_id: string;
  /** The folders with links resolved on the machine; matched by, never drawn. */
  real_path: string;
  real_repo_root: string;
};

/** What the cockpit has to know of tmux and of the person's terminal, because it asks tmux nothing itself. */
export type FeedTmux = {
  /** The socket's path, for the words of an empty screen. */
  socket: string;
  /** `tmux -V` without the word: `3.3a`. */
  version: string;
  /** Key names in tmux's spelling (`C-b`), empty for none. */
  prefix: string;
  prefix2: string;
  /** `@agent-wizard-key`, `@agent-wizard-notification-key`. */
  popup_key: string;
  notification_key: string;
  /** Keys of the root table that tmux takes before a program in a pane sees them. */
  root_keys: string[];
  /** `#{client_theme}` of the client in front, else the brightness of window-style's background, else empty. */
  theme: "dark" | "light" | "";
  /** The user's `@agent-wizard-theme`, empty when unset. */
  theme_option: string;
  /** The client in front says RGB in `#{client_termfeatures}`. */
  truecolor: boolean;
};

export type FeedHello = {
  type: "hello";
  /** The machine's taw, `0.1.0`. */
  taw: string;
  protocol: number;
  host: string;
  /** `<tmux server pid> <start unix seconds>`; empty with no server. A new hello comes when it or `tmux` changed. */
  server: string;
  tmux: FeedTmux;
};

export type FeedState = {
  type: "state";
  spaces: FeedSpace[];
  panes: FeedPane[];
  agents: FeedAgent[];
  worktrees: FeedWorktree[];
  open_worktrees: FeedWorktree[];
  /** The machine's clock when the line was made: ages are `now_unix_ms - since_unix_ms`, never near minus far clock. */
  now_unix_ms: number;
  /** One line for the footer when the machine's config.toml is broken (file, line, column), else empty. */
  config_problem: string;
};

export type FeedToast = {
  type: "toast";
  kind: string;
  pane: string;
  text: string;
  title: string;
  body: string;
  agent: string;
  agent_kind: string;
  location: string;
  lease: boolean;
};

export type FeedPing = { type: "ping" };

export type FeedLeft = { type: "left"; holder: string; pane: string; go: string };

/** The answer to `watch`: what stands in that pane, sent when it changed and was quiet, at most 10 a second. */
export type FeedScreen = {
  type: "screen";
  pane: string;
  /** Rows joined with `\n`, as `capture-pane -e` gives them, oldest first, `history` rows of it above the screen. */
  text: string;
  width: number;
  height: number;
  history: number;
  /** That pane is no more; `text` is empty. */
  gone: boolean;
};

export type FeedLine = FeedHello | FeedState | FeedToast | FeedPing | FeedLeft | FeedScreen;

/** App → machine: which pane's screen to send from here on, with how many rows above it; `pane: ""` sends none. */
export type FeedWatch = { type: "watch"; pane: string; history: number };
/** App → machine: this app speaks the toasts. `holder` is `<host>-<pid>`. */
export type FeedLease = { type: "lease"; holder: string };
/** App → machine: the order of stops of a walk, ids in the app's own names; `you` is what the app calls the machine. */
export type FeedWalk = { type: "walk"; you: string; stops: string[] };

export type FeedCommand = FeedWatch | FeedLease | FeedWalk;

function statusOf(fields: Fields): AgentStatus {
  return parseStatus(textOf(fields, "agent_status")) ?? "unknown";
}

function gitOf(fields: Fields | null): FeedGit | null {
  if (fields === null) return null;
  return {
    branch: textOf(fields, "branch"),
    ahead: numberOf(fields, "ahead"),
    behind: numberOf(fields, "behind"),
    changed: numberOf(fields, "changed"),
  };
}

function membershipOf(fields: Fields | null): FeedMembership | null {
  if (fields === null) return null;
  return {
    repo_key: textOf(fields, "repo_key"),
    repo_name: textOf(fields, "repo_name"),
    repo_root: textOf(fields, "repo_root"),
    checkout_path: textOf(fields, "checkout_path"),
    is_linked_worktree: flagOf(fields, "is_linked_worktree"),
  };
}

function spaceOf(fields: Fields): FeedSpace {
  return {
    workspace_id: textOf(fields, "workspace_id"),
    number: numberOf(fields, "number"),
    label: textOf(fields, "label"),
    focused: flagOf(fields, "focused"),
    active_tab_id: textOf(fields, "active_tab_id"),
    agent_status: statusOf(fields),
    tokens: mapOf(fields, "tokens"),
    worktree: membershipOf(objectOf(fields, "worktree")),
    tmux_id: textOf(fields, "tmux_id"),
    cwd: textOf(fields, "cwd"),
    git: gitOf(objectOf(fields, "git")),
  };
}

function paneOf(fields: Fields): FeedPane {
  return {
    pane_id: textOf(fields, "pane_id"),
    workspace_id: textOf(fields, "workspace_id"),
    tab_id: textOf(fields, "tab_id"),
    focused: flagOf(fields, "focused"),
    label: textOf(fields, "label"),
    cwd: textOf(fields, "cwd"),
    tmux_id: textOf(fields, "tmux_id"),
    tab_label: textOf(fields, "tab_label"),
    tab_number: numberOf(fields, "tab_number"),
    command: textOf(fields, "command"),
    width: numberOf(fields, "width"),
    height: numberOf(fields, "height"),
  };
}

function agentOf(fields: Fields): FeedAgent {
  return {
    pane_id: textOf(fields, "pane_id"),
    workspace_id: textOf(fields, "workspace_id"),
    tab_id: textOf(fields, "tab_id"),
    agent: textOf(fields, "agent"),
    name: textOf(fields, "name"),
    display_agent: textOf(fields, "display_agent"),
    agent_status: statusOf(fields),
    title: textOf(fields, "title"),
    state_labels: mapOf(fields, "state_labels"),
    tokens: mapOf(fields, "tokens"),
    text: textOf(fields, "text"),
    since_unix_ms: numberOf(fields, "since_unix_ms"),
    rule: textOf(fields, "rule"),
    evidence: textOf(fields, "evidence"),
    watched: flagOf(fields, "watched", true),
    unwatched_reason: textOf(fields, "unwatched_reason"),
  };
}

function worktreeOf(fields: Fields): FeedWorktree {
  return {
    path: textOf(fields, "path"),
    branch: textOf(fields, "branch"),
    label: textOf(fields, "label"),
    repo_key: textOf(fields, "repo_key"),
    repo_root: textOf(fields, "repo_root"),
    workspace_id: textOf(fields, "workspace_id"),
    real_path: textOf(fields, "real_path"),
    real_repo_root: textOf(fields, "real_repo_root"),
  };
}

function themeOf(fields: Fields): FeedTmux["theme"] {
  const theme = textOf(fields, "theme");
  return theme === "dark" || theme === "light" ? theme : "";
}

function tmuxOf(fields: Fields): FeedTmux {
  return {
    socket: textOf(fields, "socket"),
    version: textOf(fields, "version"),
    prefix: textOf(fields, "prefix"),
    prefix2: textOf(fields, "prefix2"),
    popup_key: textOf(fields, "popup_key"),
    notification_key: textOf(fields, "notification_key"),
    root_keys: textsOf(fields, "root_keys"),
    theme: themeOf(fields),
    theme_option: textOf(fields, "theme_option"),
    truecolor: flagOf(fields, "truecolor"),
  };
}

function toastOf(fields: Fields): FeedToast {
  return {
    type: "toast",
    kind: textOf(fields, "kind"),
    pane: textOf(fields, "pane"),
    text: textOf(fields, "text"),
    title: textOf(fields, "title"),
    body: textOf(fields, "body"),
    agent: textOf(fields, "agent"),
    agent_kind: textOf(fields, "agent_kind"),
    location: textOf(fields, "location"),
    lease: flagOf(fields, "lease"),
  };
}

const LINES: Readonly<Record<FeedLine["type"], (fields: Fields) => FeedLine>> = {
  hello: (fields) => ({
    type: "hello",
    taw: textOf(fields, "taw"),
    protocol: numberOf(fields, "protocol", FEED_PROTOCOL),
    host: textOf(fields, "host"),
    server: textOf(fields, "server"),
    tmux: tmuxOf(objectOf(fields, "tmux") ?? {}),
  }),
  state: (fields) => ({
    type: "state",
    spaces: objectsOf(fields, "spaces").map(spaceOf),
    panes: objectsOf(fields, "panes").map(paneOf),
    agents: objectsOf(fields, "agents").map(agentOf),
    worktrees: objectsOf(fields, "worktrees").map(worktreeOf),
    open_worktrees: objectsOf(fields, "open_worktrees").map(worktreeOf),
    now_unix_ms: numberOf(fields, "now_unix_ms"),
    config_problem: textOf(fields, "config_problem"),
  }),
  toast: toastOf,
  ping: () => ({ type: "ping" }),
  left: (fields) => ({
    type: "left",
    holder: textOf(fields, "holder"),
    pane: textOf(fields, "pane"),
    go: textOf(fields, "go"),
  }),
  screen: (fields) => ({
    type: "screen",
    pane: textOf(fields, "pane"),
    text: textOf(fields, "text"),
    width: numberOf(fields, "width"),
    height: numberOf(fields, "height"),
    history: numberOf(fields, "history"),
    gone: flagOf(fields, "gone"),
  }),
};

const COMMANDS: Readonly<Record<FeedCommand["type"], (fields: Fields) => FeedCommand>> = {
  watch: (fields) => ({
    type: "watch",
    pane: textOf(fields, "pane"),
    history: Math.max(0, numberOf(fields, "history")),
  }),
  lease: (fields) => ({ type: "lease", holder: textOf(fields, "holder") }),
  walk: (fields) => ({
    type: "walk",
    you: textOf(fields, "you"),
    stops: textsOf(fields, "stops"),
  }),
};

/** The JSON object on a line, null when it is none. */
function objectOn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function readerIn<T>(
  readers: Readonly<Record<string, (fields: Fields) => T>>,
  type: string,
): ((fields: Fields) => T) | null {
  return Object.hasOwn(readers, type) ? (readers[type] ?? null) : null;
}

/**
 * One line of `taw machine feed`: every field read with a default, fields it does not know dropped. Null for a line
 * that is no JSON object (`isBadFeedLine` tells it from the next) and for a type this taw does not know.
 */
export function parseFeedLine(text: string): FeedLine | null {
  const fields = objectOn(text);
  return fields === null ? null : (readerIn(LINES, textOf(fields, "type"))?.(fields) ?? null);
}

/** True for a line that is no JSON object: worth counting. A type of a newer taw is not bad. */
export function isBadFeedLine(text: string): boolean {
  return objectOn(text) === null;
}

/** One line that the app sent, read as strictly as a feed line; null for anything this taw does not know. */
export function parseFeedCommand(text: string): FeedCommand | null {
  const fields = objectOn(text);
  return fields === null ? null : (readerIn(COMMANDS, textOf(fields, "type"))?.(fields) ?? null);
}
