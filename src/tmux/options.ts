/**
 * THE table of tmux options (house §6, §7). Three spellings tell the owner: `@agent_x` is ours on a pane,
 * `@agent_wizard_x` is ours on the server, a session or a window, `@agent-wizard-x` is the user's and only read.
 */
export interface OptionRow {
  scope: "pane" | "tab" | "workspace" | "server" | "user";
  /** Who writes it. */
  writer: "watcher" | "loader" | "hook" | "verb" | "drainer" | "reader" | "user";
  /** Who takes it off: the agent's end, the pane's or the workspace's end (tmux), the verb that
   * wrote it, the unload, or nobody (a counter). */
  cleared: "agent" | "pane" | "workspace" | "verb" | "unload" | "user";
  doc: string;
}

const table = {
  "@agent_kind": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "which program: claude",
  },
  "@agent_name": { scope: "pane", writer: "verb", cleared: "agent", doc: "the user's name for it" },
  "@agent_state": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "blocked, done, working, idle or unknown; serves status lines as #{@agent_state}",
  },
  "@agent_state_since": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "when it changed last, unix ms",
  },
  "@agent_state_seq": {
    scope: "pane",
    writer: "watcher",
    cleared: "pane",
    doc: "counts every change of status in the pane",
  },
  "@agent_rule": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "the rule or report that told the state",
  },
  "@agent_source": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "the evidence that told the state: screen, title, report, exit",
  },
  "@agent_message": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "what it asks, does or has said last, one clean line",
  },
  "@agent_pid": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "process id of the agent and its start time",
  },
  "@agent_app": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "the name the agent reports itself by (OSC 7501)",
  },
  "@agent_records": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "what the agent reported of itself and its children, for a watcher that is started again",
  },
  "@agent_title": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "the title it set, without its spinner",
  },
  "@agent_progress": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "the progress it set last, as it stands in OSC 9 (4;1;50)",
  },
  "@agent_turn": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "counts its turns: moves when it begins to work or to wait for somebody",
  },
  "@agent_final_state": {
    scope: "pane",
    writer: "watcher",
    cleared: "pane",
    doc: "the state the last agent was let go with, until the next one comes",
  },
  "@agent_label": {
    scope: "pane",
    writer: "verb",
    cleared: "pane",
    doc: "label set by pane rename",
  },
  "@agent_metadata": {
    scope: "pane",
    writer: "verb",
    cleared: "pane",
    doc: "what programs reported with pane report-metadata, as JSON (core/metadata.ts)",
  },
  "@agent_right_click": {
    scope: "pane",
    writer: "verb",
    cleared: "pane",
    doc: "who gets a right click, set by pane input: pane where the program in it does, unset for tmux",
  },
  "@agent_grants": {
    scope: "pane",
    writer: "verb",
    cleared: "pane",
    doc: "what callers inside the pane may do, where `taw grants set` said so: read write admin respond, or none",
  },
  "@agent_pipe": {
    scope: "pane",
    writer: "hook",
    cleared: "pane",
    doc: "when the pane's pipe was opened for a watcher, unix seconds; the watcher takes it off when the pipe is taken from it",
  },
  "@agent_wizard_supplements": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "[detection] supplements as watchers take it: on or off",
  },
  "@agent_wizard_grants": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "[grants] mode: standard or strict",
  },
  "@agent_wizard_hooks": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "which state of config.toml was read for [hooks], and the events that commands are hooked to",
  },
  "@agent_watcher": {
    scope: "pane",
    writer: "watcher",
    cleared: "pane",
    doc: "pid, start time and nudge socket of the pane's watcher",
  },
  "@agent_wizard_worktree": {
    scope: "workspace",
    writer: "verb",
    cleared: "workspace",
    doc: "the git checkout that the workspace is, as a JSON text in the fields of its record",
  },
  "@agent_wizard_expires": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "the unix second for which the timer of what ends next is armed (events/expire.ts)",
  },
  "@agent_wizard_timers": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "every second for which a timer is armed still",
  },
  "@agent_wizard_lasting": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "the unix second at which the last of the reported metadata ends",
  },
  "@agent_wizard_metadata": {
    scope: "workspace",
    writer: "verb",
    cleared: "workspace",
    doc: "what programs reported with workspace report-metadata, as JSON (core/metadata.ts)",
  },
  "@agent_wizard_titles": {
    scope: "workspace",
    writer: "verb",
    cleared: "workspace",
    doc: "the set-titles options that stood before terminal title set, as JSON",
  },
  "@agent_wizard_told": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "what a verb says in the queue entry it appends, set and taken off in the same call",
  },
  "@agent_wizard_taw": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "the taw that hooks and watchers run, one word for sh",
  },
  "@agent_wizard_version": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "the version of the taw that was loaded",
  },
  "@agent_wizard_problem": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "why the last load did nothing, said once in the status line",
  },
  "@agent_wizard_state": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "the state folder (decision 2)",
  },
  "@agent_wizard_runtime": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "this server's folder for sockets (decision 2)",
  },
  "@agent_wizard_config": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "the config folder (decision 2)",
  },
  "@agent_wizard_clock": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "%s: hook bodies read the time by #{T:@agent_wizard_clock}",
  },
  "@agent_wizard_sweep": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "format that gives the commands which open the pipe of a pane that has none",
  },
  "@agent_wizard_popup": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "the command that opens the popup, without what runs in it",
  },
  "@agent_wizard_ui": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "what runs in the popup",
  },
  "@agent_wizard_mark": {
    scope: "server",
    writer: "loader",
    cleared: "unload",
    doc: "a window's mark for status lines: #{E:@agent_wizard_mark}",
  },
  "@agent_wizard_front": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "the workspace a verb put in front while nobody was attached: unix seconds and its number",
  },
  "@agent_wizard_notified": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "when notification show last showed one, unix ms",
  },
  "@agent_wizard_layout": {
    scope: "tab",
    writer: "verb",
    cleared: "verb",
    doc: "stands on a tab while layout apply makes its panes, so that a failure takes away this tab and no other",
  },
  "@agent_wizard_view": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "the agent view: its source, and its filter and order as JSON (core/agent-view.ts)",
  },
  "@agent_wizard_gen": {
    scope: "server",
    writer: "hook",
    cleared: "unload",
    doc: "counts every change that a World would show (decision 22)",
  },
  "@agent_wizard_queue": {
    scope: "server",
    writer: "hook",
    cleared: "unload",
    doc: "entries of events that somebody wants, oldest first (core/entries.ts)",
  },
  "@agent_wizard_wants": {
    scope: "server",
    writer: "reader",
    cleared: "unload",
    doc: "<kind@reader> for every kind of entry that a reader wants",
  },
  "@agent_wizard_draining": {
    scope: "server",
    writer: "drainer",
    cleared: "unload",
    doc: "until when a drainer that was started is at work, unix seconds",
  },
  "@agent_wizard_runner": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "until when the process that runs the commands of [hooks] is taken to be starting, unix seconds",
  },
  "@agent_wizard_resident": {
    scope: "server",
    writer: "reader",
    cleared: "unload",
    doc: "until when a reader that stays drains the queue, unix seconds",
  },
  "@agent_wizard_waiting": {
    scope: "server",
    writer: "reader",
    cleared: "unload",
    doc: "the reader that drains, while it waits to be woken",
  },
  "@agent_wizard_panes": {
    scope: "server",
    writer: "drainer",
    cleared: "unload",
    doc: "the roster: every pane with its tab and workspace, as last told",
  },
  "@agent_wizard_focused": {
    scope: "server",
    writer: "drainer",
    cleared: "unload",
    doc: "the workspace, tab and pane that were last told to be in front",
  },
  "@agent_wizard_panes_generation": {
    scope: "server",
    writer: "drainer",
    cleared: "unload",
    doc: "counts the writes of the roster",
  },
  "@agent_wizard_socket": {
    scope: "server",
    writer: "verb",
    cleared: "unload",
    doc: "process id and start of the taw that answers on the herdr socket",
  },
  "@agent_wizard_exited": {
    scope: "server",
    writer: "hook",
    cleared: "unload",
    doc: "panes whose process ended and that the roster still holds",
  },
  "@agent-wizard-key": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "keys after the prefix that open the popup, a by default, empty for none",
  },
  "@agent-wizard-popup-width": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "the popup's width, cells or percent; with it or a height the popup gets a frame",
  },
  "@agent-wizard-popup-height": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "the popup's height, cells or percent",
  },
  "@agent-wizard-herdr-env": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "on gives new panes HERDR_ENV, HERDR_BIN_PATH and HERDR_PANE_ID, by which programs report to taw as to herdr",
  },
  "@agent-wizard-path": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "off keeps taw out of the PATH of new panes",
  },
  "@agent-wizard-notification-key": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "the key after the prefix that goes to the next agent that needs you, inside the popup",
  },
  "@agent-wizard-clear-key": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "keys after the prefix that clear the pane in front (pane clear), none by default",
  },
  "@agent-wizard-herdr-socket": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "on serves herdr's tools on a socket, which new panes find in HERDR_SOCKET_PATH; off never does; auto (the default) does once something needs it",
  },
  "@agent-wizard-theme": {
    scope: "user",
    writer: "user",
    cleared: "user",
    doc: "dark or light, where tmux cannot tell which the terminal is",
  },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof table;
export const OPTIONS: Readonly<Record<OptionName, OptionRow>> = table;

/** Every option of ours that may stand on a pane. */
export const PANE_OPTIONS: readonly string[] = Object.entries(OPTIONS).flatMap(([name, row]) =>
  row.scope === "pane" ? name : [],
);
