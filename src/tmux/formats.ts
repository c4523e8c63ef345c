/** Field → `#{format}` → text. One table each; `read.ts` turns the rows into a World. */

/** TAB separates fields: 0x1f is printed as text by some versions (facts.md §0 fact 6). */
export const SEPARATOR = "\t";

/**
 * Text that may hold a TAB or a newline (a path, a command line) with both made a blank, so that a row stays a row.
 * Names and titles need none: tmux stores them without control characters.
 */
const oneLine = (format: string): string => `#{s/[\t\n]/ /:${format}}`;

/** The title that a program has set: tmux puts the machine's name where none has. */
export const OWN_TITLE = "#{?#{==:#{pane_title},#{host}},,#{pane_title}}";

export const paneFormats = {
  workspaceId: "#{session_id}",
  workspaceName: "#{session_name}",
  workspacePath: oneLine("session_path"),
  workspaceGroup: "#{session_group}",
  workspaceActivity: "#{session_activity}",
  workspaceWorktree: oneLine("@agent_wizard_worktree"),
  workspaceMetadata: oneLine("@agent_wizard_metadata"),
  tabId: "#{window_id}",
  tabIndex: "#{window_index}",
  tabName: "#{window_name}",
  tabIsCurrent: "#{window_active}",
  tabIsAutoNamed: "#{automatic-rename}",
  tabIsZoomed: "#{window_zoomed_flag}",
  tabLayout: "#{window_layout}",
  tabWidth: "#{window_width}",
  tabHeight: "#{window_height}",
  paneId: "#{pane_id}",
  index: "#{pane_index}",
  isActive: "#{pane_active}",
  isDead: "#{pane_dead}",
  pid: "#{pane_pid}",
  tty: "#{pane_tty}",
  command: oneLine("pane_current_command"),
  startCommand: oneLine("pane_start_command"),
  cwd: oneLine("pane_current_path"),
  startFolder: oneLine("pane_start_path"),
  title: OWN_TITLE,
  left: "#{pane_left}",
  top: "#{pane_top}",
  width: "#{pane_width}",
  height: "#{pane_height}",
  modes: "#{pane_in_mode}",
  isInputOff: "#{pane_input_off}",
  isOnAlternateScreen: "#{alternate_on}",
  drawn: "#{window_activity} #{cursor_x} #{cursor_y}",
  historySize: "#{history_size}",
  scrollPosition: "#{scroll_position}",
  hasPipe: "#{pane_pipe}",
  pipeOpened: "#{@agent_pipe}",
  label: oneLine("@agent_label"),
  metadata: oneLine("@agent_metadata"),
  watcher: "#{@agent_watcher}",
  grants: "#{@agent_grants}",
  kind: "#{@agent_kind}",
  name: "#{@agent_name}",
  state: "#{@agent_state}",
  stateSince: "#{@agent_state_since}",
  stateSeq: "#{@agent_state_seq}",
  rule: "#{@agent_rule}",
  source: "#{@agent_source}",
  message: "#{@agent_message}",
  progress: "#{@agent_progress}",
  agentPid: "#{@agent_pid}",
} as const;

export const clientFormats = {
  name: "#{client_name}",
  tty: "#{client_tty}",
  isControl: "#{client_control_mode}",
  flags: "#{client_flags}",
  workspaceId: "#{session_id}",
  tabId: "#{window_id}",
  paneId: "#{pane_id}",
  activity: "#{client_activity}",
} as const;

export const serverFormats = {
  pid: "#{pid}",
  start: "#{start_time}",
  // `display-message` gives what it prints to strftime.
  now: "%s",
  version: "#{version}",
  grantsMode: "#{@agent_wizard_grants}",
  socketPath: "#{socket_path}",
  front: "#{@agent_wizard_front}",
  configFolder: oneLine("@agent_wizard_config"),
  view: oneLine("@agent_wizard_view"),
  hooks: "#{@agent_wizard_hooks}",
} as const;

/** One `-F` argument: a letter that names the kind of row, then every field. */
export const rowFormat = (letter: string, formats: Readonly<Record<string, string>>): string =>
  [letter, ...Object.values(formats)].join(SEPARATOR);

/**
 * A printed row back to its fields, or null when it has another count of fields. A loop without iterators, and one list
 * of names for each table: every start of taw runs this cold.
 */
export function rowFields<Field extends string>(
  line: string,
  formats: Readonly<Record<Field, string>>,
): Record<Field, string> | null {
  const values = line.split(SEPARATOR);
  const names = namesOf(formats);
  if (values.length !== names.length + 1) return null;
  const fields: Partial<Record<string, string>> = {};
  for (let at = 0; at < names.length; at += 1) fields[names[at] ?? ""] = values[at + 1];
  return fields as Record<Field, string>;
}

const fieldNames = new WeakMap<object, readonly string[]>();

function namesOf(formats: object): readonly string[] {
  const known = fieldNames.get(formats);
  if (known) return known;
  const names = Object.keys(formats);
  fieldNames.set(formats, names);
  return names;
}
