import { publicPaneId } from "../../core/ids.ts";
import { paneLayoutRecord } from "../../core/layout-records.ts";
import { findTab, panesOf } from "../../core/world.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Command } from "../../tmux/client.ts";
import { FRONT_PANE_SELECTOR, paneInFront, samePane } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { zoomCommand } from "../zoom.ts";

const MODES = ["toggle", "on", "off"] as const;
type Mode = (typeof MODES)[number];

/** What is to be done, or why nothing is (reference/herdr/records.md §3, "zoom"). */
type Plan = { commands: readonly Command[] } | { reason: string };

function planOf(world: World, pane: Pane, mode: Mode): Plan {
  const isZoomed = findTab(world, pane.tabId)?.isZoomed === true;
  const wantsZoom = mode === "toggle" ? !isZoomed : mode === "on";
  if (panesOf(world, pane.tabId).length === 1) return { reason: "single_pane" };
  if (isZoomed !== wantsZoom) return { commands: [zoomCommand(pane, wantsZoom)] };
  if (!wantsZoom) return { reason: "already_unzoomed" };
  if (pane.isActive) return { reason: "already_zoomed" };
  return { commands: [["select-pane", "-Z", "-t", pane.id]] };
}

export default defineVerb({
  path: ["pane", "zoom"],
  summary: "Let a pane fill its tab, or show the others again",
  grant: "admin",
  method: "pane.zoom",
  result: "pane_zoom",
  args: {
    pane: { kind: "word", value: "PANE", doc: "the pane (without it, the one in front)" },
    ...FRONT_PANE_SELECTOR,
    mode: { kind: "choice", choices: MODES, doc: "what to do (toggle)" },
    toggle: { kind: "flag", doc: "zoom, or zoom out of a zoomed tab" },
    on: { kind: "flag", doc: "zoom" },
    off: { kind: "flag", doc: "show all panes of the tab" },
  },
  rules: [
    { atMostOne: ["pane", "paneId", "current"] },
    { atMostOne: ["mode", "toggle", "on", "off"] },
  ],
  run: async (edges, args) => {
    const seen = await edges.look();
    const placed = paneInFront(edges, seen, args.pane ?? args.paneId);
    const { pane, workspaceId } = placed;
    const plan = planOf(seen, pane, args.on ? "on" : args.off ? "off" : (args.mode ?? "toggle"));
    const world =
      "reason" in plan
        ? seen
        : (await edges.change(seen, { target: pane.id, commands: plan.commands })).world;
    const before = paneLayoutRecord(seen, pane, workspaceId);
    const layout = paneLayoutRecord(world, samePane(world, placed).pane, workspaceId);
    const zoomChanged = before.zoomed !== layout.zoomed;
    const focusChanged = before.focused_pane_id !== layout.focused_pane_id;
    return {
      type: "pane_zoom",
      zoom: {
        changed: zoomChanged || focusChanged,
        zoom_changed: zoomChanged,
        focus_changed: focusChanged,
        ...("reason" in plan && { reason: plan.reason }),
        pane_id: publicPaneId(workspaceId, pane.id),
        focused_pane_id: layout.focused_pane_id,
        zoomed: layout.zoomed,
        layout,
      },
    };
  },
});
