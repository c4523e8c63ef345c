import type { FeedHello, FeedScreen, FeedState } from "../remote/feed/protocol.ts";
import type { AgentStatus } from "../src/core/status.ts";
import type { Field } from "./field.ts";
import { EMPTY_FIELD } from "./field.ts";
import type { FolderLists } from "./folders.ts";
import type { Place } from "./keymap.ts";
import type { Keymap } from "./keys.ts";
import { makeKeymap } from "./keys.ts";
import type { RowKey } from "./rows.ts";
import type { Depth, Layout, Settings, Sort } from "./settings.ts";
import type { Brightness } from "../src/store/cockpit.ts";
import { paletteOf } from "./palette.ts";
import type { PaletteName } from "./view/theme.ts";

/** Where the cockpit runs, which decides how Enter goes somewhere and what Esc and tmux's prefix do. */
export type Home = {
  /** `popup`: closes after Enter; `pane`: stays; `terminal`: outside tmux, hands its screen over. */
  readonly kind: "popup" | "pane" | "terminal";
  /** The pane or client to start on, from `--go`. */
  readonly go: string;
  /** Starts with the picker for a new workspace, from `--new-session`; Esc on it leaves then. */
  readonly newSession: boolean;
};

export type Size = { readonly columns: number; readonly rows: number };

/** What is known of the machine, by its feed only. */
export type Machine = {
  readonly hello: FeedHello | null;
  /** The newest `state` line; null until the first one came. */
  readonly now: FeedState | null;
  /** The `state` line whose order is drawn: `now`, or an older one while the person is at the keys. */
  readonly held: FeedState | null;
  /** The app's monotonic clock when `now` came, milliseconds. */
  readonly heardAt: number;
  readonly link: "starting" | "up" | "down";
  /** Why the feed ended, in one line. */
  readonly problem: string;
  readonly badLines: number;
  /** The feed has answered a `watch`; a taw that does not know it never does. */
  readonly answersWatch: boolean;
  /** The rows are of an earlier cockpit, until the first `state` line: dim, and nothing is done to them. */
  readonly isRecalled: boolean;
};

export type Note = {
  readonly text: string;
  readonly role: "dim" | "error";
  /** Monotonic milliseconds; the footer shows the keys again from then on. */
  readonly until: number;
};

export type Preview = {
  /** The pane whose screen was asked for last; empty for none. */
  readonly asked: string;
  readonly askedAt: number;
  readonly screen: FeedScreen | null;
  /** The screen has fewer rows above it than were asked for: there are no more. */
  readonly isWhole: boolean;
  /** Rows scrolled back, and cells to the right, by pane. */
  readonly scrolls: ReadonlyMap<string, number>;
  readonly sideways: number;
};

/** The box that asks for the folder of a new workspace. */
export type Picker = {
  readonly field: Field;
  /** The path of the selected row; empty for the first one. */
  readonly selected: string;
  /** Enter was pressed on a typed path before its folder was read. */
  readonly awaits: boolean;
  /** Why the last one was not opened, in the verb's words. */
  readonly problem: string;
};

export type Model = {
  readonly home: Home;
  readonly settings: Settings;
  readonly keymap: Keymap;
  readonly size: Size;
  /** The newest message's time, monotonic milliseconds. */
  readonly now: number;
  /** The time ages are told by: it moves on the minute and with a `state` line, never with a key. */
  readonly agesAt: number;
  readonly palette: PaletteName;
  /** What the terminal itself said since the feed's last word on it; null for nothing. */
  readonly background: Brightness | null;
  /** Light or dark by `$TERM`, as earlier cockpits found outside tmux. */
  readonly themes: ReadonlyMap<string, Brightness>;
  /** Actions of the first-run line that were used; null where that line is not shown at all. */
  readonly usedHints: ReadonlySet<string> | null;
  readonly machine: Machine;

  readonly layout: Layout;
  readonly depth: Depth;
  readonly sort: Sort;
  readonly showsPreview: boolean;
  readonly folded: ReadonlySet<string>;
  readonly only: AgentStatus | null;
  /** The list's width where a person dragged the divider, else null. */
  readonly listWidth: number | null;

  /** Where Enter on a recalled row leads to, as soon as the machine has told that it is there. */
  readonly wish: { readonly target: string; readonly name: string; readonly at: number } | null;

  readonly selection: RowKey;
  /** The selection before a resize that had no row for it, and the one that stands in for it. */
  readonly standIn: { readonly key: RowKey; readonly for: RowKey };
  /** The first body row drawn. */
  readonly top: number;
  /** Until then the order of rows stands still (cockpit.md §6.1). */
  readonly heldUntil: number;
  readonly isFocused: boolean;

  readonly filter: Field | null;
  /** The selection before the filter was opened, which Esc brings back. */
  readonly beforeFilter: RowKey;
  readonly peeks: boolean;
  readonly help: { readonly query: Field; readonly at: number } | null;
  readonly picker: Picker | null;
  readonly folders: FolderLists;
  /** The path of the folder that is being opened; empty for none. */
  readonly opening: string;
  readonly explains: boolean;
  /** The popup saw tmux's prefix and waits for the key after it. */
  readonly sawPrefix: boolean;

  readonly preview: Preview;
  readonly note: Note | null;
  /** A running verb, drawn once it takes longer than 250 ms. */
  readonly running: {
    readonly words: string;
    readonly since: number;
    readonly step: number;
  } | null;
  /** Panes whose row is drawn in reverse since they became needs-you, until then. */
  readonly pulses: ReadonlyMap<string, number>;
  /** Turns of the mark on working rows, with `motion = "full"`. */
  readonly turns: number;
  /** The last press of the mouse, for double clicks and drags. */
  readonly press: {
    readonly key: RowKey;
    readonly at: number;
    readonly drags: "divider" | "scroll" | "";
  };
  /** When the order of rows changed last: a click within 300 ms of it only selects. */
  readonly orderedAt: number;
  readonly quits: boolean;
};

export const EMPTY_PICKER: Picker = {
  field: EMPTY_FIELD,
  selected: "",
  awaits: false,
  problem: "",
};

export function makeModel(settings: Settings, home: Home, size: Size, now: number): Model {
  return {
    home,
    settings,
    keymap: makeKeymap(settings.preset, settings.keys),
    size,
    now,
    agesAt: now,
    palette: settings.palette ?? paletteOf(settings, settings.guessed),
    background: null,
    themes: new Map(),
    usedHints: null,
    machine: {
      hello: null,
      now: null,
      held: null,
      heardAt: now,
      link: "starting",
      problem: "",
      badLines: 0,
      answersWatch: false,
      isRecalled: false,
    },
    layout: settings.layout,
    depth: settings.depth,
    sort: settings.sort,
    showsPreview: settings.preview,
    folded: new Set(),
    only: null,
    listWidth: null,
    wish: null,
    selection: "",
    standIn: { key: "", for: "" },
    top: 0,
    heldUntil: 0,
    isFocused: true,
    filter: settings.preset === "search" ? EMPTY_FIELD : null,
    beforeFilter: "",
    peeks: false,
    help: null,
    picker: home.newSession ? EMPTY_PICKER : null,
    folders: { known: null, within: null },
    opening: "",
    explains: false,
    sawPrefix: false,
    preview: {
      asked: "",
      askedAt: 0,
      screen: null,
      isWhole: false,
      scrolls: new Map(),
      sideways: 0,
    },
    note: null,
    running: null,
    pulses: new Map(),
    turns: 0,
    press: { key: "", at: 0, drags: "" },
    orderedAt: 0,
    quits: false,
  };
}

/** Who has the keyboard. */
export function placeOf(model: Model): Place {
  if (model.help !== null) return "help";
  if (model.picker !== null) return "picker";
  if (model.explains) return "box";
  if (model.peeks) return "peek";
  if (model.filter === null) return "list";
  return model.settings.preset === "search" ? "query" : "filter";
}

/** How long an agent's state holds, milliseconds; null when the machine does not know since when. */
export function ageMs({ machine, agesAt }: Model, sinceUnixMs: number): number | null {
  if (machine.now === null || sinceUnixMs <= 0) return null;
  return Math.max(0, machine.now.now_unix_ms - sinceUnixMs + (agesAt - machine.heardAt));
}
