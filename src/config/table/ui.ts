import { passthroughModifiers } from "../keys.ts";
import { boolean, choice, color, either, fullText, integer, list, number, text } from "../kinds.ts";
import { entries, key, unset } from "../row.ts";
import { agentRows, sessionRows } from "../sidebar.ts";
import { tabBarEntry, windowTitle } from "../titles.ts";

const columns = integer(0, 65535);
const corner = choice(["top-left", "top-right", "bottom-left", "bottom-right"]);
const edge = choice([
  "top-left",
  "top-center",
  "top-right",
  "bottom-left",
  "bottom-center",
  "bottom-right",
]);

/** `[ui]`: the cockpit's own keys first (spec "Config keys and aliases", decision 32), then what herdr's file may hold. */
export const uiTable = {
  "ui.depth": key(
    choice(["sessions", "agents", "all"]),
    "agents",
    "how deep the list goes: sessions only, their agents too, or every pane",
  ),
  "ui.layout": key(choice(["tree", "flat"]), "tree", "sessions as a tree, or one flat list"),
  "ui.preview": key(boolean, true, "show the selected pane's screen beside the list"),
  "ui.show_git": key(boolean, true, "show branch and changes on a session's row"),
  "ui.projects_in_filter": key(
    boolean,
    false,
    "also list the folders of the new-session picker, eight at most, under the sessions while filtering",
  ),
  "ui.agent_panel_sort": key(
    choice(["attention", "sessions"], {
      priority: "attention",
      spaces: "sessions",
      workspaces: "sessions",
    }),
    "attention",
    "the order: who needs you first, or by session; `priority`, `spaces` and `workspaces` are herdr's words",
  ),
  "ui.icons": key(
    choice(["unicode", "ascii", "nerd"]),
    "unicode",
    "the marks: geometric signs, plain ASCII, or a Nerd Font's glyphs for agent kinds",
  ),
  "ui.motion": key(
    choice(["none", "change", "full"]),
    "change",
    "what moves: nothing, a row that comes to need you, or a spinner on working rows too",
  ),
  "ui.colors": key(
    choice(["auto", "truecolor", "256", "16", "mono"]),
    "auto",
    "how many colours to use; `auto` asks the terminal, and NO_COLOR means `mono`",
  ),
  "ui.status_indicators": key(
    choice(["dots", "symbols"]),
    "symbols",
    "a state's mark: `dots` for two discs only, `symbols` for one shape a state",
  ),
  "ui.sidebar.agents.row_gap": key(columns, 0, "empty rows between agents", { effect: "later" }),
  "ui.sidebar.agents.rows": unset(agentRows, "the tokens of an agent's rows", { effect: "later" }),
  "ui.sidebar.agents.rows_by_agent.*": entries(agentRows, "the rows of one kind of agent", {
    effect: "later",
  }),
  "ui.sidebar.sessions.row_gap": key(columns, 0, "empty rows between sessions", {
    effect: "later",
    aliases: ["ui.sidebar.spaces.row_gap"],
  }),
  "ui.sidebar.sessions.rows": unset(sessionRows, "the tokens of a session's rows", {
    effect: "later",
    aliases: ["ui.sidebar.spaces.rows"],
  }),
  "ui.toast.delivery": key(
    choice(["off", "herdr", "terminal", "system"]),
    "off",
    "how `notification show` reaches the person at tmux: not at all, in tmux's message line (herdr), by the terminal (OSC 9) or on the desktop (system)",
  ),
  "ui.toast.enabled": unset(boolean, 'an older spelling: true means delivery = "herdr"'),
  "ui.toast.delay_seconds": key(
    number(0, 3600),
    1,
    "a toast that an agent needs you is shown when it still does after this long",
    { effect: "later" },
  ),
  "ui.toast.done_delay_seconds": key(
    number(0, 3600),
    5,
    "a toast that an agent has finished is shown when it still rests after this long",
    { effect: "later" },
  ),
  "ui.toast.herdr.position": key(corner, "bottom-right", "the corner of a toast", {
    effect: "later",
  }),
  "ui.toast.clipboard.enabled": key(boolean, true, "a toast when text was copied", {
    effect: "later",
  }),
  "ui.toast.clipboard.position": key(edge, "bottom-center", "the place of that toast", {
    effect: "later",
  }),
  "ui.sound.enabled": key(
    boolean,
    true,
    "a sound with a notification that asks for one: the terminal's bell",
  ),
  "ui.sound.path": unset(sound(), "the sound for both kinds of toast", { effect: "later" }),
  "ui.sound.done_path": unset(sound(), "the sound for an agent that has finished", {
    effect: "later",
  }),
  "ui.sound.request_path": unset(sound(), "the sound for an agent that needs you", {
    effect: "later",
  }),
  "ui.sound.agents.*": entries(choice(["default", "on", "off"]), "the sound of one kind of agent", {
    effect: "later",
  }),
  "ui.confirm_close": key(boolean, true, "ask before something is closed", { effect: "later" }),
  "ui.copy_on_select": key(boolean, true, "copy what is dragged over in the preview", {
    effect: "later",
  }),
  "ui.mouse_capture": key(boolean, true, "use the mouse"),
  "ui.mouse_scroll_lines": key(integer(1), 3, "rows a wheel step scrolls", { effect: "later" }),
  "ui.accent": unset(color, "the accent colour", { effect: "later" }),

  "ui.sidebar_width": key(columns, 26, "herdr's sidebar", { effect: "none" }),
  "ui.sidebar_min_width": key(columns, 18, "herdr's sidebar", { effect: "none" }),
  "ui.sidebar_max_width": key(columns, 36, "herdr's sidebar", { effect: "none" }),
  "ui.sidebar_start_collapsed": key(boolean, false, "herdr's sidebar", { effect: "none" }),
  "ui.sidebar_collapsed_mode": key(choice(["compact", "hidden"]), "compact", "herdr's sidebar", {
    effect: "none",
  }),
  "ui.mobile_width_threshold": key(columns, 64, "herdr's narrow layout", { effect: "none" }),
  "ui.host_cursor": key(choice(["auto", "native", "drawn"]), "auto", "the cursor is tmux's", {
    effect: "none",
  }),
  "ui.right_click_passthrough_modifier": key(
    passthroughModifiers,
    "",
    "the mouse in panes is tmux's",
    { effect: "none" },
  ),
  "ui.redraw_on_focus_gained": key(boolean, true, "drawing panes is tmux's", { effect: "none" }),
  "ui.prompt_new_tab_name": key(boolean, true, "new tabs are tmux's", { effect: "none" }),
  "ui.prompt_new_workspace_name": key(boolean, false, "new sessions are named by [sessions]", {
    effect: "none",
  }),
  "ui.pane_borders": key(
    either(boolean, choice(["always", "auto", "off"])),
    true,
    "borders are tmux's",
    { effect: "none" },
  ),
  "ui.pane_outer_borders": key(boolean, true, "borders are tmux's", { effect: "none" }),
  "ui.pane_scrollbars": key(boolean, true, "scroll bars are tmux's", { effect: "none" }),
  "ui.pane_gaps": key(boolean, true, "borders are tmux's", { effect: "none" }),
  "ui.show_agent_labels_on_pane_borders": key(boolean, false, "borders are tmux's", {
    effect: "none",
  }),
  "ui.hide_tab_bar_when_single_tab": key(boolean, false, "the status line is tmux's", {
    effect: "none",
  }),
  "ui.tab_bar_position": key(choice(["top", "bottom"]), "top", "the status line is tmux's", {
    effect: "none",
  }),
  "ui.tab_bar_right": key(list(tabBarEntry, 16), [], "the status line is tmux's", {
    effect: "none",
  }),
  "ui.tab_bar_right_separator": key(text, " ", "the status line is tmux's", { effect: "none" }),
  "ui.window_title": key(windowTitle, "{hostname}: {workspace}", "the terminal's title is tmux's", {
    effect: "none",
  }),
} as const;

function sound() {
  return { ...fullText, takes: "the path of a sound file, from this file's folder" };
}
