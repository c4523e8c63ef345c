/**
 * THE table of queue entries: what a hook body, a watcher or a verb appends to `@agent_wizard_queue` (decision 12). An
 * entry is one line, `<kind> name=value name=value`; tmux fills in the values with `#{q:…}`, so a name is inert however
 * it reads. Which events an entry becomes stands in `core/events.ts`.
 */

/** Field → the tmux variable, or the format, that gives its value where the entry is appended. */
type EntryFields = Readonly<Record<string, string>>;

/**
 * Where a command puts something in front and back again (a swap), tmux's hooks run once it has ended: what is not in
 * front by then never was for anybody, and has no value in the entry.
 */
const inFront = (active: string, id: string): string => `#{?${active},#{${id}},}`;

const ofPane = { pane: "pane_id", tab: "window_id", workspace: "session_id" } as const;

/** `told` is what the verb says beside ids, as one JSON text. */
const ofCheckout = { workspace: "session_id", told: "@agent_wizard_told" } as const;

const table = {
  status: {
    fields: {
      ...ofPane,
      state: "@agent_state",
      kind: "@agent_kind",
      name: "@agent_name",
      seq: "@agent_state_seq",
      message: "@agent_message",
    },
    doc: "an agent's status changed; appended after the pane's options are set",
  },
  agent: {
    fields: { ...ofPane, kind: "@agent_kind", final: "@agent_final_state" },
    doc: "an agent came to a pane, or, without a kind, left it with that status",
  },
  updated: { fields: ofPane, doc: "a pane's title, command, label or metadata changed" },
  split: { fields: ofPane, doc: "a pane was split off" },
  exited: { fields: { pane: "hook_pane" }, doc: "a pane's process ended" },
  gone: { fields: {}, doc: "a pane, tab or workspace may have closed: compare the roster" },
  linked: {
    fields: {
      tab: "hook_window",
      workspace: "hook_session",
      // None for the window that a grouped session has for a moment: it is no tab (facts.md §1.2).
      pane: "#{?#{==:#{window_id},#{hook_window}},#{pane_id},}",
      label: "hook_window_name",
    },
    doc: "a tab was linked into a workspace",
  },
  layout: {
    // A verb appends it about a pane's tab, a hook about its own.
    fields: { tab: "#{?hook_window,#{q:hook_window},#{q:window_id}}" },
    doc: "a tab's layout changed",
  },
  session: {
    fields: { workspace: "hook_session", label: "hook_session_name" },
    doc: "a workspace was made",
  },
  "pane-focus": {
    fields: { ...ofPane, pane: inFront("pane_active", "pane_id") },
    doc: "a tab has another pane in front",
  },
  "tab-focus": {
    fields: {
      pane: "pane_id",
      tab: inFront("window_active", "window_id"),
      workspace: "hook_session",
    },
    doc: "a workspace shows another tab",
  },
  "workspace-focus": { fields: ofPane, doc: "a client shows another workspace" },
  focus: { fields: {}, doc: "another client may be in front, or none" },
  "tab-moved": {
    fields: { tab: "window_id", workspace: "session_id" },
    doc: "a tab may have another place in its workspace",
  },
  "tab-name": {
    fields: { tab: "window_id", workspace: "session_id", label: "window_name" },
    doc: "a tab was renamed",
  },
  "workspace-name": {
    fields: { workspace: "session_id", label: "session_name" },
    doc: "a workspace was renamed",
  },
  "workspace-changed": {
    fields: { workspace: "session_id" },
    doc: "a workspace's checkout or metadata changed",
  },
  "worktree-created": { fields: ofCheckout, doc: "a worktree was made and opened" },
  "worktree-opened": { fields: ofCheckout, doc: "a worktree was opened" },
  "worktree-removed": {
    fields: { told: "@agent_wizard_told" },
    doc: "a worktree was removed; told after its workspace is closed",
  },
  "workspace-metadata": {
    fields: { workspace: "session_id" },
    doc: "a workspace's reported metadata changed",
  },
  notified: {
    fields: { told: "@agent_wizard_told" },
    doc: "notification show told a person something",
  },
  changed: { fields: {}, doc: "something that no event tells changed: readers look again" },
} as const satisfies Record<string, { fields: EntryFields; doc: string }>;

export type EntryKind = keyof typeof table;

export const ENTRIES: Readonly<Record<EntryKind, { fields: EntryFields; doc: string }>> = table;

/** One entry as it was taken from the queue. A field that tmux had no value for is left out. */
export interface Entry {
  kind: EntryKind;
  fields: Readonly<Record<string, string>>;
}

const valueOf = (source: string): string => (source.startsWith("#{") ? source : `#{q:${source}}`);

/** The entry as a tmux format, without the newline that ends it. */
export function entryFormat(kind: EntryKind): string {
  const fields = Object.entries(ENTRIES[kind].fields);
  return [kind, ...fields.map(([name, source]) => `${name}=${valueOf(source)}`)].join(" ");
}

const isEntryKind = (text: string): text is EntryKind => Object.hasOwn(ENTRIES, text);

/** `#{q:…}` puts a backslash before whatever a shell would read, a blank included. */
const unquoted = (text: string): string => text.replace(/\\(.)/gs, "$1");

function parseEntry(line: string): Entry | null {
  const [kind = "", ...words] = line.match(/(?:\\.|[^\\ ])+/gs) ?? [];
  if (!isEntryKind(kind)) return null;
  const fields: Record<string, string> = {};
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals > 0 && equals + 1 < word.length) {
      fields[word.slice(0, equals)] = unquoted(word.slice(equals + 1));
    }
  }
  return { kind, fields };
}

/** What was taken from the queue, in order. A line of a newer taw that this one does not know is left out. */
export const parseEntries = (queue: string): Entry[] =>
  queue.split("\n").flatMap((line) => parseEntry(line) ?? []);
