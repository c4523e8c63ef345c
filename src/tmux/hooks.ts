import type { EntryKind } from "../core/entries.ts";
import type { PaneId } from "../core/ids.ts";
import { appendText, BUMP_TEXT, NOW } from "../core/queue.ts";
import type { Command } from "./client.ts";
import { isAtLeast } from "./version.ts";
import type { TmuxVersion } from "./version.ts";

/**
 * THE table tmux hook → body. Every body is pure tmux and starts no process, but for the drainer of events that
 * somebody wants and the nudge for an agent that ended without a word (decisions 12, 15, 16). What each hook tells, and
 * when: reference/tmux/facts.md §1.
 */

/** Our entries' index in every hook: past what `set-hook -a` fills, the same at each load (facts.md §1.4). */
const HOOK_INDEX = 7300;

/** Indexes that are ours to take off: the entries of this and of other versions, and agent-wizard.tmux's one message. */
const OUR_INDEXES = /\[730\d\]$/;

/** What reads the pane. tmux expands it for that pane, and `exec` spares the shell (facts.md §3). */
const READER = "exec #{@agent_wizard_taw} __watch #{pane_id} #{q:socket_path} #{pid}";
export const IS_OPENABLE = "#{&&:#{==:#{pane_pipe},0},#{==:#{pane_dead},0}}";

/** Opens the new pane's pipe before its first byte; marks it, so that unloading closes only what was opened here. */
const OPEN = `if -F '${IS_OPENABLE}' { set -pF @agent_pipe '${NOW}' ; pipe-pane '${READER}' }`;

/** The text that opens one pane's pipe; tmux expands the reader's words for that pane. */
export const openText = (paneId: PaneId): string =>
  `set -pF -t ${paneId} @agent_pipe '${NOW}' ; pipe-pane -t ${paneId} '${READER}'`;

/** Format text that stays text when the format around it is expanded, and is a format again after that. */
const later = (text: string): string =>
  text.replace(/#\{|[},]/g, (sign) => (sign === "#{" ? "##{" : `#${sign}`));

const OPEN_LATER = `set -pF -t #{pane_id} @agent_pipe '${later(NOW)}' ; pipe-pane -t #{pane_id} '${later(READER)}'`;

/**
 * A format that gives, for a pane without a pipe, the commands that open it; hooks and the loader put it in the loops
 * of `run-shell -C`, which runs what a format gives. The test stands in those commands once more, because a loop gives
 * a pane once for every session that shows it.
 */
export const SWEEP_FORMAT = `#{?${IS_OPENABLE},if -F -t #{pane_id} '${later(IS_OPENABLE)}' "${OPEN_LATER}" ; ,}`;

/** One `x` for every pane without a reader, of all the server's; a pane counts once for each session that shows it. */
export const COUNT_UNREAD: Command = [
  "display-message",
  "-p",
  `#{S:#{W:#{P:#{?${IS_OPENABLE},x,}}}}`,
];

/**
 * Panes of the hook's window that no after-hook announced (made in a hook, by a grouped session). In the background, since
 * `run-shell -C` makes the queue of hooks wait for a turn of tmux's loop.
 */
const SWEEP = sweepText("#{P:#{E:@agent_wizard_sweep}}", "-b ");

/** Every pane of the server; a pane that several sessions show is opened once, by the test at its own turn. */
export const SWEEP_ALL = sweepText("#{S:#{W:#{P:#{E:@agent_wizard_sweep}}}}");

function sweepText(loop: string, flags = ""): string {
  return `if -F '${loop}' { run-shell ${flags}-C '${loop}' }`;
}

/**
 * Whether a person has the pane in front: in view of a client with a terminal (a control client over pipes has none).
 * Where it is the one client that tmux asks about, its focus counts too.
 */
const IS_SHOWN =
  "#{&&:#{&&:#{pane_active},#{m:*/dev/*,#{window_active_clients_list}}},#{?#{==:#{window_active_clients_list},#{client_name}},#{m:*focused*,#{client_flags}},1}}";

/** A pane that is looked at is done no more: idle, set once and announced once (decision 15). */
const SEEN = `if -F '#{&&:#{==:#{@agent_state},done},${IS_SHOWN}}' { set -pF @agent_state_seq '#{e|+:#{@agent_state_seq},1}' ; set -p @agent_state idle ; set -pF @agent_state_since '${NOW}000' ; ${appendText("status")} }`;

/** An exit is no close: the mark tells the two apart for whoever compares the roster (spec, pane.closed). */
const MARK_EXIT = `if -F '#{@agent_wizard_panes}' { set -sF @agent_wizard_exited '#{=-400:#{@agent_wizard_exited}#{hook_pane} }' }`;

/** A pane that stays without its process prints nothing more and keeps its pipe, so its watcher is told. */
const NUDGE = `if -F '#{@agent_kind}' { run-shell -b '#{@agent_wizard_taw} watch nudge #{hook_pane} >/dev/null 2>&1 || :' }`;

/** A program's client is nobody's eye. */
const ofPerson = (text: string): string => `if -F '#{!=:#{client_control_mode},1}' { ${text} }`;

const queue = (kind: EntryKind): string => appendText(kind);

/** The watcher tells of an agent's title, without the signs that turn in it; of another program's nobody else does. */
const RETITLED = `if -F '#{==:#{@agent_kind},}' { ${queue("updated")} }`;

interface HookRow {
  hook: string;
  /** The first tmux that has the hook, where that is past the floor. */
  since?: TmuxVersion;
  /** The tmux from which on another hook tells it. */
  until?: TmuxVersion;
  does: readonly string[];
}

export const HOOKS: readonly HookRow[] = [
  { hook: "after-kill-pane", does: [BUMP_TEXT, queue("gone")] },
  { hook: "after-new-session", does: [OPEN] },
  { hook: "after-new-window", does: [OPEN] },
  { hook: "after-rename-session", does: [BUMP_TEXT, queue("workspace-name")] },
  { hook: "after-rename-window", does: [BUMP_TEXT, queue("tab-name")] },
  { hook: "after-select-pane", does: [BUMP_TEXT, SEEN] },
  { hook: "after-split-window", does: [BUMP_TEXT, queue("split"), OPEN] },
  { hook: "client-active", since: [3, 3], does: [BUMP_TEXT, ofPerson(queue("focus"))] },
  { hook: "client-attached", does: [BUMP_TEXT, SEEN, ofPerson(queue("focus"))] },
  { hook: "client-detached", does: [BUMP_TEXT, queue("focus")] },
  { hook: "client-focus-in", since: [3, 3], does: [BUMP_TEXT, SEEN, queue("focus")] },
  { hook: "client-focus-out", since: [3, 3], does: [BUMP_TEXT, queue("focus")] },
  {
    hook: "client-session-changed",
    does: [BUMP_TEXT, SEEN, ofPerson(queue("workspace-focus"))],
  },
  { hook: "pane-died", does: [MARK_EXIT, BUMP_TEXT, queue("exited"), NUDGE] },
  { hook: "pane-exited", does: [MARK_EXIT, BUMP_TEXT, queue("exited")] },
  { hook: "pane-focus-in", until: [3, 3], does: [BUMP_TEXT, SEEN, queue("focus")] },
  { hook: "pane-mode-changed", does: [BUMP_TEXT] },
  { hook: "pane-title-changed", does: [RETITLED] },
  { hook: "session-closed", does: [BUMP_TEXT, queue("gone")] },
  { hook: "session-created", does: [BUMP_TEXT, queue("session")] },
  { hook: "session-window-changed", does: [BUMP_TEXT, SEEN, queue("tab-focus")] },
  { hook: "window-layout-changed", does: [BUMP_TEXT, queue("layout"), SWEEP] },
  { hook: "window-linked", does: [BUMP_TEXT, queue("linked"), SWEEP] },
  { hook: "window-pane-changed", does: [BUMP_TEXT, SEEN, queue("pane-focus")] },
  { hook: "window-renamed", does: [BUMP_TEXT, queue("changed")] },
  { hook: "window-unlinked", does: [BUMP_TEXT, queue("gone")] },
];

const isIn = (row: HookRow, version: TmuxVersion): boolean =>
  (row.since === undefined || isAtLeast(version, row.since)) &&
  (row.until === undefined || !isAtLeast(version, row.until));

const nameOf = (hook: string): string => `${hook}[${HOOK_INDEX}]`;

/** The commands that put every hook of this version in; one that is there is replaced, so none is ever missing. */
export const hookCommands = (version: TmuxVersion): Command[] =>
  HOOKS.filter((row) => isIn(row, version)).map(({ hook, does }) => [
    "set-hook",
    "-g",
    nameOf(hook),
    does.join(" ; "),
  ]);

/** What `show-hooks -g` and `-gw` printed → the commands that take our entries off, but for those in `kept`. */
export function unhookCommands(shown: string, kept: readonly Command[] = []): Command[] {
  const keptNames = new Set(kept.map((command) => command[2]));
  return shown.split("\n").flatMap((line): Command[] => {
    const name = line.slice(0, line.indexOf(" "));
    const isOurs = OUR_INDEXES.test(name) && !keptNames.has(name);
    return isOurs ? [["set-hook", "-gu", name]] : [];
  });
}
