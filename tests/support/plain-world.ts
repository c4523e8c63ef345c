import { parseGrants } from "../../src/core/grants.ts";
import { parseMembership } from "../../src/core/membership.ts";
import { parseMetadata } from "../../src/core/metadata.ts";
import { asHeld } from "../../src/tmux/version.ts";
import type { TmuxServer } from "./tmux.ts";

const FIELDS = {
  workspace: "session_id",
  workspaceName: "session_name",
  workspacePath: "s/[\t\n]/ /:session_path",
  group: "session_group",
  workspaceActivity: "session_activity",
  worktree: "s/[\t\n]/ /:@agent_wizard_worktree",
  workspaceMetadata: "s/[\t\n]/ /:@agent_wizard_metadata",
  tab: "window_id",
  tabIndex: "window_index",
  isCurrent: "window_active",
  tabName: "window_name",
  isAutoNamed: "automatic-rename",
  isZoomed: "window_zoomed_flag",
  layout: "window_layout",
  tabWidth: "window_width",
  tabHeight: "window_height",
  pane: "pane_id",
  index: "pane_index",
  isActive: "pane_active",
  isDead: "pane_dead",
  pid: "pane_pid",
  tty: "pane_tty",
  command: "s/[\t\n]/ /:pane_current_command",
  startCommand: "s/[\t\n]/ /:pane_start_command",
  cwd: "s/[\t\n]/ /:pane_current_path",
  startFolder: "s/[\t\n]/ /:pane_start_path",
  title: "?#{==:#{pane_title},#{host}},,#{pane_title}",
  left: "pane_left",
  top: "pane_top",
  width: "pane_width",
  height: "pane_height",
  modes: "pane_in_mode",
  scrollPosition: "scroll_position",
  isInputOff: "pane_input_off",
  isOnAlternateScreen: "alternate_on",
  activity: "window_activity",
  cursorX: "cursor_x",
  cursorY: "cursor_y",
  historySize: "history_size",
  hasPipe: "pane_pipe",
  pipeOpened: "@agent_pipe",
  label: "s/[\t\n]/ /:@agent_label",
  metadata: "s/[\t\n]/ /:@agent_metadata",
  watcher: "@agent_watcher",
  grants: "@agent_grants",
  kind: "@agent_kind",
  name: "@agent_name",
  state: "@agent_state",
  since: "@agent_state_since",
  seq: "@agent_state_seq",
  rule: "@agent_rule",
  source: "@agent_source",
  message: "@agent_message",
  progress: "@agent_progress",
  agentPid: "@agent_pid",
} as const;

type Row = Record<keyof typeof FIELDS, string>;

/** Every pane once per link of its tab, each field asked of tmux by itself, in a list of its own. */
async function rowsOf(server: TmuxServer): Promise<Row[]> {
  const rows: Partial<Record<string, string>>[] = [];
  const version = await server.tmux("display-message", "-p", "#{version}");
  for (const [field, format] of Object.entries(FIELDS)) {
    const printed = await server.tmux("-u", "list-panes", "-a", "-F", `#{${format}}.`);
    for (const [at, value] of asHeld(printed, version).split("\n").entries()) {
      (rows[at] ??= {})[field] = value.slice(0, -1);
    }
  }
  return rows.map((row) => row as Row);
}

const text = (value: string): string | null => (value === "" ? null : value);
const first = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at);

/** What a World holds of workspaces, tabs and panes, made of a plain list of each field. */
export async function plainWorld(server: TmuxServer) {
  const rows = await rowsOf(server);
  const homeOf = (tab: string): string =>
    rows
      .filter((row) => row.tab === tab)
      .map(({ workspace }) => workspace)
      .toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)))[0] ?? "";
  return {
    workspaces: first(rows, ({ workspace }) => workspace).map((row) => ({
      id: row.workspace,
      name: row.workspaceName,
      path: row.workspacePath,
      group: text(row.group),
      activityUnix: Number(row.workspaceActivity),
      worktree: parseMembership(row.worktree),
      metadata: parseMetadata(row.workspaceMetadata),
    })),
    links: first(rows, (row) => `${row.workspace} ${row.tabIndex}`).map((row) => ({
      workspaceId: row.workspace,
      tabId: row.tab,
      index: Number(row.tabIndex),
      isCurrent: row.isCurrent === "1",
    })),
    tabs: first(rows, ({ tab }) => tab).map((row) => ({
      id: row.tab,
      workspaceId: homeOf(row.tab),
      name: row.tabName,
      isAutoNamed: row.isAutoNamed === "1",
      isZoomed: row.isZoomed === "1",
      layout: row.layout,
      width: Number(row.tabWidth),
      height: Number(row.tabHeight),
    })),
    panes: first(rows, ({ pane }) => pane).map((row) => paneOf(row, homeOf(row.tab))),
  };
}

const paneOf = (row: Row, workspaceId: string) => ({
  id: row.pane,
  workspaceId,
  tabId: row.tab,
  index: Number(row.index),
  isActive: row.isActive === "1",
  isDead: row.isDead === "1",
  pid: Number(row.pid),
  tty: row.tty,
  command: row.command,
  startCommand: row.startCommand,
  cwd: row.cwd || row.startFolder,
  title: row.title,
  label: text(row.label),
  left: Number(row.left),
  top: Number(row.top),
  width: Number(row.width),
  height: Number(row.height),
  isInMode: Number(row.modes) > 0,
  takesInput: row.isInputOff !== "1",
  isOnAlternateScreen: row.isOnAlternateScreen === "1",
  drawn: {
    atUnix: Number(row.activity),
    cursorX: Number(row.cursorX),
    cursorY: Number(row.cursorY),
  },
  historySize: Number(row.historySize),
  scrollPosition: Number(row.scrollPosition),
  hasPipe: row.hasPipe === "1",
  pipeOpenedUnix: row.hasPipe === "1" ? Number(row.pipeOpened) || null : null,
  watcher: text(row.watcher),
  grants: parseGrants(row.grants),
  agent: agentOf(row),
  metadata: parseMetadata(row.metadata),
});

const agentOf = (row: Row) =>
  row.kind === "" && row.name === ""
    ? null
    : {
        kind: row.kind,
        name: text(row.name),
        status: text(row.state) ?? "unknown",
        sinceMs: Number(row.since) || null,
        stateSeq: Number(row.seq),
        rule: text(row.rule),
        source: text(row.source),
        message: text(row.message),
        progressPercent: Number(row.progress.split(";")[2] ?? "") || null,
        pid: Number(row.agentPid.split(" ")[0]) || null,
      };
