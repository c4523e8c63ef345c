/**
 * THE table of tmux options (house §6, §7). Three spellings tell the owner: `@agent_x` is ours on a pane,
 * `@agent_wizard_x` is ours on the server, `@agent-wizard-x` is the user's and only read.
 */
export interface OptionRow {
  scope: "pane" | "server" | "user";
  /** Who writes it. */
  writer: "watcher" | "loader" | "hook" | "verb" | "drainer" | "reader" | "user";
  /** Who takes it off: the agent's end, the pane's end (tmux), the unload, or nobody (a counter). */
  cleared: "agent" | "pane" | "unload" | "user";
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
    doc: "what it asks or does, one clean line",
  },
  "@agent_pid": {
    scope: "pane",
    writer: "watcher",
    cleared: "agent",
    doc: "process id of the agent and its start time",
  },
  "@agent_label": {
    scope: "pane",
    writer: "verb",
    cleared: "pane",
    doc: "label set by pane rename",
  },
  "@agent_watcher": {
    scope: "pane",
    writer: "watcher",
    cleared: "pane",
    doc: "pid, start time and nudge socket of the pane's watcher",
  },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof table;
export const OPTIONS: Readonly<Record<OptionName, OptionRow>> = table;

/** The pane options that leave with the agent. */
export const LEAVES_WITH_AGENT: readonly OptionName[] = Object.entries(OPTIONS)
  .filter(([, row]) => row.cleared === "agent")
  .map(([name]) => name)
  .filter((name): name is OptionName => name in OPTIONS);
