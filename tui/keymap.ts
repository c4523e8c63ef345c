/** Who has the keyboard (cockpit.md §5.5). `query` is the search preset's list with its text field. */
export type Place = "list" | "query" | "filter" | "peek" | "picker" | "help" | "box";

export type Group = "move" | "agent" | "workspace" | "view";
type Binding = {
  readonly modal: readonly string[];
  readonly search: readonly string[];
  /** Where the keys work; text fields keep every other key to themselves. */
  readonly where: readonly Place[];
  readonly group: Group;
  /** The help's words. Actions with the same words share one line. */
  readonly help: string;
  /** The word beside the key in the footer; absent where the footer never names it. */
  readonly hint?: string;
  /** What the footer says when the key is pressed, for what this version does not do. */
  readonly later?: string;
};

const LIST: readonly Place[] = ["list", "query"];
const LIST_AND_PEEK: readonly Place[] = ["list", "query", "peek"];
const EVERYWHERE: readonly Place[] = ["list", "query", "filter", "peek", "picker"];

/** THE table of what keys do: action, default keys per preset, where, help line (cockpit.md §5.1, §5.2). */
export const BINDINGS = {
  move_down: {
    modal: ["j", "Down", "C-n"],
    search: ["C-n", "C-j", "Down"],
    where: EVERYWHERE,
    group: "move",
    help: "next, previous",
  },
  move_up: {
    modal: ["k", "Up", "C-p"],
    search: ["C-p", "C-k", "Up"],
    where: EVERYWHERE,
    group: "move",
    help: "next, previous",
  },
  first: {
    modal: ["g", "Home"],
    search: [],
    where: LIST_AND_PEEK,
    group: "move",
    help: "first, last",
  },
  last: {
    modal: ["G", "End"],
    search: [],
    where: LIST_AND_PEEK,
    group: "move",
    help: "first, last",
  },
  next_session: { modal: ["J"], search: [], where: LIST, group: "move", help: "by workspace" },
  previous_session: { modal: ["K"], search: [], where: LIST, group: "move", help: "by workspace" },
  fold: { modal: ["h", "Left"], search: [], where: LIST, group: "move", help: "fold, unfold" },
  unfold: { modal: ["l", "Right"], search: [], where: LIST, group: "move", help: "fold, unfold" },
  next_up: {
    modal: ["Tab"],
    search: ["Tab"],
    where: LIST_AND_PEEK,
    group: "move",
    help: "next needing you",
    hint: "next",
  },
  previous_up: {
    modal: ["S-Tab"],
    search: ["S-Tab"],
    where: LIST_AND_PEEK,
    group: "move",
    help: "next needing you",
  },
  page_down: { modal: ["PgDn"], search: ["PgDn"], where: EVERYWHERE, group: "move", help: "page" },
  page_up: { modal: ["PgUp"], search: ["PgUp"], where: EVERYWHERE, group: "move", help: "page" },
  go: {
    modal: ["Enter"],
    search: ["Enter"],
    where: EVERYWHERE,
    group: "agent",
    help: "go there",
    hint: "go",
  },
  peek: {
    modal: ["Space"],
    search: ["C-o"],
    where: LIST_AND_PEEK,
    group: "agent",
    help: "peek",
    hint: "peek",
  },
  approve: {
    modal: ["a"],
    search: [],
    where: ["list", "peek"],
    group: "agent",
    help: "yes, always, no",
    later: "answering comes with a later version: Enter goes to the agent",
  },
  approve_always: {
    modal: ["A"],
    search: [],
    where: ["list", "peek"],
    group: "agent",
    help: "yes, always, no",
    later: "answering comes with a later version: Enter goes to the agent",
  },
  deny: {
    modal: ["d"],
    search: [],
    where: ["list", "peek"],
    group: "agent",
    help: "yes, always, no",
    later: "answering comes with a later version: Enter goes to the agent",
  },
  choose: {
    modal: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    search: [],
    where: ["list", "peek"],
    group: "agent",
    help: "choose an answer",
    later: "choosing an answer comes with a later version: Enter goes to the agent",
  },
  type: {
    modal: ["i"],
    search: ["M-i"],
    where: LIST_AND_PEEK,
    group: "agent",
    help: "type to it",
    later: "typing to an agent comes with a later version: Enter goes to the agent",
  },
  image_paste: {
    modal: ["C-v"],
    search: ["C-v"],
    where: LIST,
    group: "agent",
    help: "paste an image",
    later: "pasting an image comes with a later version",
  },
  explain: {
    modal: ["e"],
    search: ["M-e"],
    where: LIST_AND_PEEK,
    group: "agent",
    help: "why this state",
    hint: "why",
  },
  new_session: {
    modal: ["n"],
    search: ["M-n"],
    where: LIST,
    group: "workspace",
    help: "new",
    hint: "new workspace",
  },
  new_worktree: {
    modal: ["w"],
    search: ["M-w"],
    where: LIST,
    group: "workspace",
    help: "new/open worktree",
    later: "worktrees come with a later version",
  },
  open_worktree: {
    modal: ["W"],
    search: ["M-o"],
    where: LIST,
    group: "workspace",
    help: "new/open worktree",
    later: "worktrees come with a later version",
  },
  rename: {
    modal: ["r"],
    search: ["M-r"],
    where: LIST,
    group: "workspace",
    help: "rename",
    later: "renaming from here comes with a later version",
  },
  close: {
    modal: ["x"],
    search: ["C-x"],
    where: LIST,
    group: "workspace",
    help: "close (asks)",
    later: "closing from here comes with a later version: nothing was closed",
  },
  copy_id: {
    modal: ["y"],
    search: [],
    where: LIST_AND_PEEK,
    group: "workspace",
    help: "copy its id",
    later: "copying comes with a later version",
  },
  copy_preview: {
    modal: ["Y"],
    search: [],
    where: LIST_AND_PEEK,
    group: "workspace",
    help: "copy the preview",
    later: "copying comes with a later version",
  },
  links: {
    modal: ["o"],
    search: [],
    where: LIST_AND_PEEK,
    group: "workspace",
    help: "open a link",
    later: "opening links comes with a later version",
  },
  filter: {
    modal: ["/"],
    search: [],
    where: ["list"],
    group: "view",
    help: "filter",
    hint: "filter",
  },
  depth: { modal: ["v"], search: ["M-v"], where: LIST, group: "view", help: "more or less" },
  layout: { modal: ["t"], search: ["M-t"], where: LIST, group: "view", help: "tree or flat" },
  sort: { modal: ["s"], search: ["M-s"], where: LIST, group: "view", help: "sort" },
  preview: { modal: ["p"], search: ["M-p"], where: LIST, group: "view", help: "preview" },
  scroll_down: {
    modal: ["C-d"],
    search: ["S-Down"],
    where: LIST_AND_PEEK,
    group: "view",
    help: "scroll preview",
  },
  scroll_up: {
    modal: ["C-u"],
    search: ["S-Up"],
    where: LIST_AND_PEEK,
    group: "view",
    help: "scroll preview",
  },
  scroll_right: {
    modal: [">"],
    search: [],
    where: LIST_AND_PEEK,
    group: "view",
    help: "sideways",
  },
  scroll_left: { modal: ["<"], search: [], where: LIST_AND_PEEK, group: "view", help: "sideways" },
  machines: {
    modal: ["m"],
    search: ["M-m"],
    where: LIST,
    group: "view",
    help: "machines",
    later: "other machines come with a later version",
  },
  retry: { modal: ["R"], search: ["M-R"], where: LIST, group: "view", help: "read all again" },
  options: {
    modal: [","],
    search: ["M-,"],
    where: LIST,
    group: "view",
    help: "options",
    later: "options come with a later version: edit config.toml, taw config check reads it",
  },
  restore: {
    modal: ["L"],
    search: [],
    where: ["list"],
    group: "workspace",
    help: "restore a layout",
    later: "restoring a saved layout comes with a later version",
  },
  suspend: {
    modal: ["C-z"],
    search: ["C-z"],
    where: LIST_AND_PEEK,
    group: "view",
    help: "stop, fg goes on",
  },
  redraw: { modal: ["C-l"], search: ["C-l"], where: LIST_AND_PEEK, group: "view", help: "redraw" },
  help: {
    modal: ["?", ":", "F1"],
    search: ["F1", "M-?"],
    where: EVERYWHERE,
    group: "view",
    help: "keys",
    hint: "keys",
  },
  quit: {
    modal: ["q", "C-c"],
    search: ["Esc", "C-c", "C-g", "C-q"],
    where: LIST_AND_PEEK,
    group: "view",
    help: "leave",
    hint: "leave",
  },
} as const satisfies Record<string, Binding>;

export type Action = keyof typeof BINDINGS;
const TABLE: Readonly<Record<Action, Binding>> = BINDINGS;
export const ACTIONS = Object.keys(BINDINGS).filter((name): name is Action => name in TABLE);
export const bindingOf = (action: Action): Binding => TABLE[action];
