import type { PaneId } from "../core/ids.ts";
import type { Command } from "../tmux/client.ts";

/** Who gets a right click in a pane: herdr's own menu (here tmux's), or the program in it. */
export const RIGHT_CLICK = {
  kind: "choice",
  choices: ["herdr", "pane"],
  doc: "who gets a right click: tmux, or the program in the pane",
} as const;

type RightClick = (typeof RIGHT_CLICK.choices)[number];

/** Writes it down on the pane, where a binding can ask for it. */
export const rightClickCommand = (id: PaneId, rightClick: RightClick): Command =>
  rightClick === "herdr"
    ? ["set-option", "-pu", "-t", id, "@agent_right_click"]
    : ["set-option", "-p", "-t", id, "@agent_right_click", rightClick];
