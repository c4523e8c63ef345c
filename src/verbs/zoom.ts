import { tmuxString } from "../core/quote.ts";
import { findTab, panesOf } from "../core/world.ts";
import type { Pane, World } from "../core/world.ts";
import type { Command } from "../tmux/client.ts";

/** Zooms a pane, or its tab out, and does nothing where that is so already: tmux's own command only turns it over. */
export function zoomCommand({ id }: Pane, wantsZoom: boolean): Command {
  const turn = `resize-pane -Z -t ${tmuxString(id)}`;
  const branches = wantsZoom ? ["", turn] : [turn, ""];
  return ["if-shell", "-F", "-t", id, "#{window_zoomed_flag}", ...branches];
}

/** Commands after which a pane's tab is zoomed as it was, on the pane that was in front: most of them end a zoom. */
export function keepingZoom(
  world: World,
  pane: Pane,
  commands: readonly Command[],
): readonly Command[] {
  const active = panesOf(world, pane.tabId).find(({ isActive }) => isActive);
  const isZoomed = findTab(world, pane.tabId)?.isZoomed === true;
  return isZoomed && active ? [...commands, zoomCommand(active, true)] : commands;
}
