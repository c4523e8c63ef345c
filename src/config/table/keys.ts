import { bindings, indexedBindings, keyCommand, modifiers } from "../keys.ts";
import type { Binding } from "../keys.ts";
import { choice, list, oneOrMany, text } from "../kinds.ts";
import { key, refused, unset } from "../row.ts";
import type { Extra, Row } from "../row.ts";

type Action = Row<readonly Binding[] | null>;

/** An action of the cockpit; null means the preset's own keys. */
const action = (doc: string, extra: Extra = {}): Action => unset(bindings, doc, extra);

const NOT_HERE = "herdr's action; tmux has keys of its own for it";

const isHerdrs = <const Name extends string>(
  names: readonly Name[],
  kind = bindings,
): Record<`keys.${Name}`, Action> => {
  const rows = names.map((name) => [`keys.${name}`, unset(kind, NOT_HERE, { effect: "none" })]);
  return Object.fromEntries(rows);
};

/** `[keys]`: actions as design/cockpit.md §5 names them, then herdr's (reference/herdr/keys-config.md §3). */
export const keysTable = {
  "keys.preset": key(
    choice(["modal", "search"]),
    "modal",
    "the base keymap: `modal`, or `search`, where typing filters; the entries below override it",
  ),
  "keys.move_down": action("select the next row"),
  "keys.move_up": action("select the row before"),
  "keys.first": action("select the first row"),
  "keys.last": action("select the last row"),
  "keys.page_down": action("one page down"),
  "keys.page_up": action("one page up"),
  "keys.next_session": action("select the next session", { aliases: ["keys.next_workspace"] }),
  "keys.previous_session": action("select the session before", {
    aliases: ["keys.previous_workspace"],
  }),
  "keys.fold": action("fold the row, or go to its parent"),
  "keys.unfold": action("unfold the row, or go to its first child"),
  "keys.next_up": action("go to who needs you next"),
  "keys.previous_up": action("go back to who needed you before"),
  "keys.go": action("go to the selected pane, window or session"),
  "keys.peek": action("show the selected agent's screen large"),
  "keys.approve": action("answer yes to the dialog shown", { effect: "later" }),
  "keys.approve_always": action("answer always to the dialog shown", { effect: "later" }),
  "keys.deny": action("answer no to the dialog shown", { effect: "later" }),
  "keys.choose": unset(indexedBindings, "answer with a numbered option of the dialog shown", {
    effect: "later",
  }),
  "keys.type": action("type to the selected agent", { effect: "later" }),
  "keys.image_paste": action("paste the clipboard's image to the agent", {
    effect: "later",
    aliases: ["keys.remote_image_paste"],
  }),
  "keys.filter": action("filter the list", { aliases: ["keys.goto", "keys.workspace_picker"] }),
  "keys.new_session": action("make or open a session", {
    aliases: ["keys.new_workspace"],
  }),
  "keys.new_worktree": action("make a worktree", { effect: "later" }),
  "keys.open_worktree": action("open a worktree", { effect: "later" }),
  "keys.remove_worktree": action("remove a worktree", { effect: "later" }),
  "keys.rename": action("rename what is selected", {
    effect: "later",
    aliases: ["keys.rename_workspace"],
  }),
  "keys.close": action("close what is selected", {
    effect: "later",
    aliases: ["keys.close_workspace"],
  }),
  "keys.copy_id": action("copy the selected row's id", { effect: "later" }),
  "keys.copy_preview": action("copy the preview's text", { effect: "later" }),
  "keys.links": action("open a link of the preview", { effect: "later" }),
  "keys.explain": action("say why the agent is in its state"),
  "keys.depth": action("change how deep the list goes"),
  "keys.layout": action("tree or flat list"),
  "keys.sort": action("change the order"),
  "keys.preview": action("show or hide the preview"),
  "keys.scroll_down": action("scroll the preview down"),
  "keys.scroll_up": action("scroll the preview up"),
  "keys.scroll_left": action("scroll the preview left"),
  "keys.scroll_right": action("scroll the preview right"),
  "keys.machines": action("list the machines", { effect: "later" }),
  "keys.retry": action("read everything again"),
  "keys.options": action("change options", { effect: "later", aliases: ["keys.settings"] }),
  "keys.restore": action("restore a saved layout", { effect: "later" }),
  "keys.help": action("show every key"),
  "keys.suspend": action("stop the cockpit, as ctrl+z does in a shell"),
  "keys.redraw": action("draw the screen again"),
  "keys.quit": action("leave"),
  "keys.clear_pane": action("clear the selected pane", { effect: "later" }),
  "keys.open_notification_target": refused(
    "its key is the tmux option @agent-wizard-notification-key, for the popup and outside it",
  ),
  "keys.prefix": unset(oneOrMany(text), "herdr's prefix; tmux has its own", { effect: "none" }),
  ...isHerdrs([
    "detach",
    "reload_config",
    "previous_agent",
    "next_agent",
    "new_tab",
    "rename_tab",
    "previous_tab",
    "next_tab",
    "move_tab_previous",
    "move_tab_next",
    "close_tab",
    "rename_pane",
    "edit_scrollback",
    "copy_mode",
    "focus_pane_left",
    "focus_pane_down",
    "focus_pane_up",
    "focus_pane_right",
    "swap_pane_left",
    "swap_pane_down",
    "swap_pane_up",
    "swap_pane_right",
    "cycle_pane_next",
    "cycle_pane_previous",
    "last_pane",
    "split_vertical",
    "split_horizontal",
    "close_pane",
    "resize_mode",
    "resize_pane_left",
    "resize_pane_down",
    "resize_pane_up",
    "resize_pane_right",
    "toggle_sidebar",
    "navigate_workspace_up",
    "navigate_workspace_down",
    "navigate_pane_left",
    "navigate_pane_down",
    "navigate_pane_up",
    "navigate_pane_right",
  ]),
  "keys.zoom": unset(bindings, NOT_HERE, { effect: "none", aliases: ["keys.fullscreen"] }),
  ...isHerdrs(["focus_agent", "switch_tab", "switch_workspace"], indexedBindings),
  "keys.indexed.tabs": unset(modifiers, NOT_HERE, { effect: "none" }),
  "keys.indexed.workspaces": unset(modifiers, NOT_HERE, { effect: "none" }),
  "keys.indexed.agents": unset(modifiers, NOT_HERE, { effect: "none" }),
  "keys.command": key(
    list(keyCommand),
    [],
    "herdr's commands on keys; bind commands in tmux.conf for tmux",
    { effect: "none" },
  ),
} as const;
