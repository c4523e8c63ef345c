/** Field → `#{format}` → text. One table each; `read.ts` turns the rows into a World. */

/** TAB separates fields: 0x1f is printed as text by some versions (facts.md §0 fact 6). */
export const SEPARATOR = "\t";

/** The format with every TAB and newline of what it gives made a blank, so that a row stays a row. */
const oneLine = (format: string): string => `#{s/[\t\n]/ /:${format}}`;

/** The title that a program has set: tmux puts the machine's name where none has. */
export const OWN_TITLE = "#{?#{==:#{pane_title},#{host}},,#{pane_title}}";

/*
 * Each `#{…}` costs the server about 1 µs, a substitution 1 µs more: what is true of a whole workspace or tab is asked
 * once, what a pane has only at times stands behind one condition, and what several fields can tell is asked once.
 * Names and titles need no substitution: tmux stores them without control characters.
 */

export const workspaceFormats = {
  id: "#{session_id}",
  name: "#{session_name}",
  path: oneLine("session_path"),
  group: "#{session_group}",
  activity: "#{session_activity}",
  worktree: oneLine("@agent_wizard_worktree"),
  metadata: oneLine("@agent_wizard_metadata"),
} as const;

/** A tab as it is linked into one workspace. */
export const tabFormats = {
  workspaceId: "#{session_id}",
  id: "#{window_id}",
  index: "#{window_index}",
  /** `*` for the current one of its workspace, `Z` for a zoomed one, and more. */
  flags: "#{window_flags}",
  name: "#{window_name}",
  isAutoNamed: "#{automatic-rename}",
  /** Its size stands in it, behind four digits of a checksum. */
  layout: "#{window_layout}",
  /** When a program last wrote into it. */
  activity: "#{window_activity}",
} as const;

const steadyFormats = {
  tabId: "#{window_id}",
  paneId: "#{pane_id}",
  index: "#{pane_index}",
  isActive: "#{pane_active}",
  isDead: "#{pane_dead}",
  pid: "#{pane_pid}",
  tty: "#{pane_tty}",
  /** The machine's name where no program has set one. */
  title: "#{pane_title}",
  left: "#{pane_left}",
  top: "#{pane_top}",
  width: "#{pane_width}",
  height: "#{pane_height}",
  /** Empty outside a mode; in one `1`, a blank, and the rows scrolled back where it tells them. */
  mode: "#{?pane_in_mode,1 #{scroll_position},}",
  isInputOff: "#{pane_input_off}",
  isOnAlternateScreen: "#{alternate_on}",
  cursor: "#{cursor_x} #{cursor_y}",
  historySize: "#{history_size}",
  /** Empty without one, else `1`, a blank, and when it was opened for a watcher. */
  pipe: "#{?pane_pipe,1 #{@agent_pipe},}",
  watcher: "#{@agent_watcher}",
  grants: "#{@agent_grants}",
} as const;

/** Of a pane that has an agent, or a name for one. */
const agentFormats = {
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

/** What may hold a TAB or a newline (a path, a command line, an option of anybody's). */
const looseFormats = {
  command: "#{pane_current_command}",
  startCommand: "#{pane_start_command}",
  cwd: "#{pane_current_path}",
  startFolder: "#{pane_start_path}",
  label: "#{@agent_label}",
  metadata: "#{@agent_metadata}",
} as const;

export const paneFormats = { ...steadyFormats, ...agentFormats, ...looseFormats } as const;

export type PaneField = keyof typeof paneFormats;

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
  host: "#{host}",
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
 * Stands between the fields that share one substitution, where no TAB can. It is made anew in each process and
 * told to no pane, so that no path or option holds it.
 */
const FENCE = `<${Math.random().toString(36).slice(2, 12)}>`;

/** A pane's row of what each field is, as `paneColumns` reads it. */
export const paneRow = (values: Readonly<Record<PaneField, string>>): string =>
  ["P", ...textsOf(steadyFormats, values), ...textsOf(agentFormats, values), loose(values)].join(
    SEPARATOR,
  );

/** The same as one `-F` argument. */
export const PANE_ROW_FORMAT = [
  rowFormat("P", steadyFormats),
  `#{?#{!=:${agentFormats.kind}${agentFormats.name},},${agentColumns(agentFormats)},${agentColumns({})}}`,
  oneLine(loose(looseFormats)),
].join(SEPARATOR);

function textsOf(formats: object, values: Readonly<Record<string, string>>): string[] {
  return Object.keys(formats).map((field) => values[field] ?? "");
}

function agentColumns(values: Readonly<Record<string, string>>): string {
  return textsOf(agentFormats, values).join(SEPARATOR);
}

function loose(values: Readonly<Record<keyof typeof looseFormats, string>>): string {
  return textsOf(looseFormats, values).join(FENCE);
}

/** Where each field stands in a row, its letter being the first. */
export function columnsOf<Field extends string>(
  formats: Readonly<Record<Field, string>>,
): Readonly<Record<Field, number>> {
  const columns: Partial<Record<string, number>> = {};
  const names = Object.keys(formats);
  for (let at = 0; at < names.length; at += 1) columns[names[at] ?? ""] = at + 1;
  return columns as Record<Field, number>;
}

const STEADY_COUNT = Object.keys(steadyFormats).length + Object.keys(agentFormats).length + 1;
const LOOSE_COUNT = Object.keys(looseFormats).length;

/** A printed row of a pane to its columns (`columnsOf(paneFormats)`), or null when it has another count of them. */
export function paneColumns(line: string): string[] | null {
  const columns = line.split(SEPARATOR);
  if (columns.length !== STEADY_COUNT + 1) return null;
  const last = (columns.pop() ?? "").split(FENCE);
  return last.length === LOOSE_COUNT ? columns.concat(last) : null;
}

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
