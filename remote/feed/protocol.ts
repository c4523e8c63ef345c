import * as v from "valibot";
import {
  flag,
  number,
  object,
  objectOrNull,
  objects,
  text,
  textByName,
  texts,
} from "../../src/core/fields.ts";
import { isFields, parseJson } from "../../src/core/json.ts";
import { STATUSES } from "../../src/core/status.ts";

/**
 * The lines of a feed. They come from other versions of taw, so a missing or odd field never stops a line (spec, "The
 * feed is taw machine feed": every field read with a default).
 */

/** The only protocol there is; `taw machine feed --protocol N` names the one the app speaks. */
export const FEED_PROTOCOL = 1;

/** The verb that prints a feed, as an app calls it. */
export const FEED_WORDS = ["machine", "feed", "--protocol", String(FEED_PROTOCOL)] as const;

const status = v.fallback(v.picklist(STATUSES), "unknown");

const gitShape = { branch: text, ahead: number(), behind: number(), changed: number() };

/** WorkspaceInfo.worktree (reference/herdr/records.md §4). */
const membershipShape = {
  repo_key: text,
  repo_name: text,
  repo_root: text,
  checkout_path: text,
  is_linked_worktree: flag(),
};

/** WorkspaceInfo; taw's own: `tmux_id`, `cwd`, `git`. */
const spaceShape = {
  workspace_id: text,
  number: number(),
  label: text,
  focused: flag(),
  active_tab_id: text,
  agent_status: status,
  tokens: textByName,
  worktree: objectOrNull(membershipShape),
  /** `$3`. */
  tmux_id: text,
  /** The folder the workspace starts in. */
  cwd: text,
  /** Git of that folder, null where it is no checkout or git was not asked. */
  git: objectOrNull(gitShape),
};

/** PaneInfo; taw's own: `tmux_id`, `tab_label`, `tab_number`, `command`, `width`, `height`. */
const paneShape = {
  pane_id: text,
  workspace_id: text,
  tab_id: text,
  focused: flag(),
  /** Manual label set by `pane rename`, else empty. */
  label: text,
  cwd: text,
  /** `%16`. */
  tmux_id: text,
  tab_label: text,
  /** tmux's window index, as `2` in `2 tests`. */
  tab_number: number(),
  /** The command line of the foreground job, else its name (`tail -f dev.log`, `zsh`). */
  command: text,
  /** The pane's size in cells. */
  width: number(),
  height: number(),
};

/** AgentInfo; taw's own from `text` on. Every agent's pane is in `panes` too. */
const agentShape = {
  pane_id: text,
  workspace_id: text,
  tab_id: text,
  /** The kind, `claude`. */
  agent: text,
  /** The unique live name, else empty. */
  name: text,
  /** What a reporter wants shown in place of the kind, else empty. */
  display_agent: text,
  agent_status: status,
  title: text,
  state_labels: textByName,
  tokens: textByName,
  /** What the row says: blocked → what it asks, working → its title or progress, done and idle → its last line. */
  text,
  /** Since when the state holds, by the machine's clock; 0 when not known. */
  since_unix_ms: number(),
  /** Why this state, for `e`: the rule (`claude:permission_prompt`, `osc7501`) and the row or word it rests on. */
  rule: text,
  evidence: text,
  /** False when nobody reads the pane; `unwatched_reason` then says why (`its pipe is used by another program`). */
  watched: flag(true),
  unwatched_reason: text,
};

/** WorktreeInfo of a checkout that no workspace shows; taw's own: `repo_key`, `repo_root`, `workspace_id` of its record. */
const worktreeShape = {
  path: text,
  branch: text,
  label: text,
  repo_key: text,
  repo_root: text,
  workspace_id: text,
  /** The folders with links resolved on the machine; matched by, never drawn. */
  real_path: text,
  real_repo_root: text,
};

/** What the cockpit has to know of tmux and of the person's terminal, because it asks tmux nothing itself. */
const tmuxShape = {
  /** The socket's path, for the words of an empty screen. */
  socket: text,
  /** `tmux -V` without the word: `3.3a`. */
  version: text,
  /** Key names in tmux's spelling (`C-b`), empty for none. */
  prefix: text,
  prefix2: text,
  /** `@agent-wizard-key`, `@agent-wizard-notification-key`. */
  popup_key: text,
  notification_key: text,
  /** Keys of the root table that tmux takes before a program in a pane sees them. */
  root_keys: texts,
  /** `#{client_theme}` of the client in front, else the brightness of window-style's background, else empty. */
  theme: v.fallback(v.picklist(["dark", "light", ""]), ""),
  /** The user's `@agent-wizard-theme`, empty when unset. */
  theme_option: text,
  /** The client in front says RGB in `#{client_termfeatures}`. */
  truecolor: flag(),
  /** `$TERM` of the client in front, as tmux was told when it attached; empty without one. */
  term: text,
};

const hello = v.object({
  type: v.literal("hello"),
  /** The machine's taw, `0.1.0`. */
  taw: text,
  protocol: number(FEED_PROTOCOL),
  host: text,
  /** `<tmux server pid> <start unix seconds>`; empty with no server. A new hello comes when it or `tmux` changed. */
  server: text,
  tmux: object(tmuxShape),
});

const state = v.object({
  type: v.literal("state"),
  /** In tmux's order. */
  spaces: objects(spaceShape),
  /** By tab, then pane order. */
  panes: objects(paneShape),
  /** In the order of `panes`. */
  agents: objects(agentShape),
  worktrees: objects(worktreeShape),
  open_worktrees: objects(worktreeShape),
  /** The machine's clock when the line was made: ages are `now_unix_ms - since_unix_ms`, never near minus far clock. */
  now_unix_ms: number(),
  /** One line for the footer when the machine's config.toml is broken (file, line, column), else empty. */
  config_problem: text,
});

const toast = v.object({
  type: v.literal("toast"),
  kind: text,
  pane: text,
  text,
  title: text,
  body: text,
  agent: text,
  agent_kind: text,
  location: text,
  lease: flag(),
});

/** The answer to `watch`: what stands in that pane, sent when it changed and was quiet, at most 10 a second. */
const screen = v.object({
  type: v.literal("screen"),
  pane: text,
  /** Rows joined with `\n`, as `capture-pane -e` gives them, oldest first, `history` rows of it above the screen. */
  text,
  width: number(),
  height: number(),
  history: number(),
  /** That pane is no more; `text` is empty. */
  gone: flag(),
});

const feedLine = v.variant("type", [
  hello,
  state,
  toast,
  v.object({ type: v.literal("ping") }),
  v.object({ type: v.literal("left"), holder: text, pane: text, go: text }),
  screen,
]);

/** App → machine: which pane's screen to send from here on, with how many rows above it; `pane: ""` sends none. */
const watch = v.object({
  type: v.literal("watch"),
  pane: text,
  history: v.pipe(number(), v.toMinValue(0)),
});

const feedCommand = v.variant("type", [
  watch,
  /** This app speaks the toasts. `holder` is `<host>-<pid>`. */
  v.object({ type: v.literal("lease"), holder: text }),
  /** The order of stops of a walk, ids in the app's own names; `you` is what the app calls the machine. */
  v.object({ type: v.literal("walk"), you: text, stops: texts }),
]);

export type FeedLine = v.InferOutput<typeof feedLine>;
export type FeedHello = v.InferOutput<typeof hello>;
export type FeedState = v.InferOutput<typeof state>;
export type FeedToast = v.InferOutput<typeof toast>;
export type FeedScreen = v.InferOutput<typeof screen>;
export type FeedTmux = FeedHello["tmux"];
export type FeedSpace = FeedState["spaces"][number];
export type FeedGit = NonNullable<FeedSpace["git"]>;
export type FeedPane = FeedState["panes"][number];
export type FeedAgent = FeedState["agents"][number];
export type FeedWorktree = FeedState["worktrees"][number];
export type FeedCommand = v.InferOutput<typeof feedCommand>;
export type FeedWatch = v.InferOutput<typeof watch>;

/** The facts of a tmux that is not there. */
export const noTmux = (socket: string): FeedTmux => v.parse(object(tmuxShape), { socket });

/** The state where no tmux server answers. */
export const emptyState = (nowUnixMs: number, configProblem: string): FeedState =>
  v.parse(state, { type: "state", now_unix_ms: nowUnixMs, config_problem: configProblem });

/**
 * One line of `taw machine feed`: every field read with a default, fields it does not know dropped. Null for a line
 * that is no JSON object (`isBadFeedLine` tells it from the next) and for a type this taw does not know.
 */
export function parseFeedLine(line: string): FeedLine | null {
  const read = v.safeParse(feedLine, parseJson(line));
  return read.success ? read.output : null;
}

/** True for a line that is no JSON object: worth counting. A type of a newer taw is not bad. */
export function isBadFeedLine(line: string): boolean {
  return !isFields(parseJson(line));
}

/** One line that the app sent, read as strictly as a feed line; null for anything this taw does not know. */
export function parseFeedCommand(line: string): FeedCommand | null {
  const read = v.safeParse(feedCommand, parseJson(line));
  return read.success ? read.output : null;
}
