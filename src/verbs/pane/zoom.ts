import { parsePaneId, publicPaneId } from "../../core/ids.ts";
import type { PaneId } from "../../core/ids.ts";
import { paneLayoutRecord } from "../../core/layout-records.ts";
import type { Edges } from "../../edges.ts";
import type { Changed, Wish } from "../../tmux/change.ts";
import { FRONT_PANE_SELECTOR, paneInFront, samePane } from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { ZOOM_MODES, zoomCommand } from "../zoom.ts";
import type { ZoomMode } from "../zoom.ts";

/** How a tab stood before anything was done, as the call that zooms tells it. */
interface Standing {
  isZoomed: boolean;
  isOnlyPane: boolean;
  /** The pane in front in the tab. */
  active: PaneId | null;
}

const STANDING = "#{window_zoomed_flag} #{window_panes} #{P:#{?pane_active,#{pane_id},}}";

function parseStanding(printed: string): Standing {
  const [zoomed = "", panes = "", active = ""] = printed.split(" ");
  return { isZoomed: zoomed === "1", isOnlyPane: panes === "1", active: parsePaneId(active) };
}

/** Why nothing was done; null where something was (reference/herdr/records.md §3, "zoom"). */
function reasonOf({ isZoomed, isOnlyPane, active }: Standing, pane: PaneId, mode: ZoomMode) {
  if (isOnlyPane) return "single_pane";
  if (mode === "off" && !isZoomed) return "already_unzoomed";
  return mode === "on" && isZoomed && active === pane ? "already_zoomed" : null;
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
    mode: { kind: "choice", choices: ZOOM_MODES, doc: "what to do (toggle)" },
    toggle: { kind: "flag", doc: "zoom, or zoom out of a zoomed tab" },
    on: { kind: "flag", doc: "zoom" },
    off: { kind: "flag", doc: "show all panes of the tab" },
  },
  rules: [
    { atMostOne: ["pane", "paneId", "current"] },
    { atMostOne: ["mode", "toggle", "on", "off"] },
  ],
  run: async (edges, args) => {
    const mode = args.on ? "on" : args.off ? "off" : (args.mode ?? "toggle");
    const text = args.pane ?? args.paneId;
    const { changed, placed } = await zoomed(edges, text, mode);
    const { pane, workspaceId } = placed;
    const before = parseStanding(changed.printed);
    const layout = paneLayoutRecord(changed.world, pane, workspaceId);
    const wasFocused = before.active === null ? "" : publicPaneId(workspaceId, before.active);
    const zoomChanged = before.isZoomed !== layout.zoomed;
    const focusChanged = wasFocused !== layout.focused_pane_id;
    const reason = reasonOf(before, pane.id, mode);
    return {
      type: "pane_zoom",
      zoom: {
        changed: zoomChanged || focusChanged,
        zoom_changed: zoomChanged,
        focus_changed: focusChanged,
        ...(reason && { reason }),
        pane_id: publicPaneId(workspaceId, pane.id),
        focused_pane_id: layout.focused_pane_id,
        zoomed: layout.zoomed,
        layout,
      },
    };
  },
});

interface Zoomed {
  changed: Changed;
  placed: PlacedPane;
}

/** In one call for a pane by its id; what is in front has to be looked for. */
async function zoomed(edges: Edges, text: string | null, mode: ZoomMode): Promise<Zoomed> {
  const id = parsePaneId(text ?? "");
  const unseen = await edges.changeUnseen(id && zooming(id, mode));
  if ("changed" in unseen) {
    const { changed } = unseen;
    return { changed, placed: paneInFront(edges, changed.world, text) };
  }
  const placed = paneInFront(edges, unseen.seen, text);
  const changed = await edges.change(unseen.seen, zooming(placed.pane.id, mode));
  return { changed, placed: samePane(changed.world, placed) };
}

const zooming = (id: PaneId, mode: ZoomMode): Wish => ({
  target: id,
  commands: [["display-message", "-p", "-t", id, STANDING], zoomCommand(id, mode)],
  reads: "tab",
});
