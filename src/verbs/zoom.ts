import type { PaneId } from "../core/ids.ts";
import { findTab, panesOf } from "../core/world.ts";
import type { Pane, World } from "../core/world.ts";
import { commandText } from "../tmux/change.ts";
import type { Command } from "../tmux/client.ts";

export const ZOOM_MODES = ["toggle", "on", "off"] as const;
export type ZoomMode = (typeof ZOOM_MODES)[number];

/**
 * Zooms a pane, or its tab out. tmux's own command only turns it over, so tmux looks first: an only pane stays as it is, and
 * in a zoomed tab another pane is zoomed by going to it.
 */
export function zoomCommand(id: PaneId, mode: ZoomMode): Command {
  const when = (format: string, then: string, otherwise: string): string =>
    commandText([["if-shell", "-F", "-t", id, format, then, otherwise]]);
  const turn = commandText([["resize-pane", "-Z", "-t", id]]);
  const goThere = commandText([["select-pane", "-Z", "-t", id]]);
  const whenZoomed = mode === "on" ? when("#{pane_active}", "", goThere) : turn;
  const whenNot = mode === "off" ? "" : turn;
  const branches = when("#{window_zoomed_flag}", whenZoomed, whenNot);
  return ["if-shell", "-F", "-t", id, "#{!=:#{window_panes},1}", branches, ""];
}

/** Commands after which a pane's tab is zoomed as it was, on the pane that was in front: most of them end a zoom. */
export function keepingZoom(
  world: World,
  pane: Pane,
  commands: readonly Command[],
): readonly Command[] {
  const active = panesOf(world, pane.tabId).find(({ isActive }) => isActive);
  const isZoomed = findTab(world, pane.tabId)?.isZoomed === true;
  return isZoomed && active ? [...commands, zoomCommand(active.id, "on")] : commands;
}
