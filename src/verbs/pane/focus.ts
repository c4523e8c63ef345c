import { parsePaneId, publicPaneId } from "../../core/ids.ts";
import { neighborPane, paneLayoutRecord } from "../../core/layout-records.ts";
import type { Side } from "../../core/layout.ts";
import { paneRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { focusOn } from "../focus.ts";
import { focusOnId } from "../focus-unseen.ts";
import {
  DIRECTION,
  FRONT_PANE_SELECTOR,
  namedPane,
  paneInFront,
  placeOf,
  samePane,
} from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** Goes to the pane beside a pane (reference/herdr/records.md §3, "focus"). At an edge nothing moves, which is no failure. */
async function focusBeside(edges: Edges, seen: World, from: PlacedPane, direction: Side) {
  const pane = neighborPane(seen, from.pane, direction);
  const world = pane === null ? seen : await focusOn(edges, seen, placeOf({ ...from, pane }));
  const layout = paneLayoutRecord(world, samePane(world, from).pane, from.workspaceId);
  return {
    changed: pane !== null,
    ...(pane === null && { reason: "no_neighbor" }),
    source_pane_id: publicPaneId(from.workspaceId, from.pane.id),
    focused_pane_id: layout.focused_pane_id,
    layout,
  };
}

export default defineVerb({
  path: ["pane", "focus"],
  summary: "Go to a pane, or to the one beside a pane",
  grant: "admin",
  method: "pane.focus_direction",
  result: "pane_focus_direction" as "pane_focus_direction" | "pane_info",
  args: {
    pane: { kind: "word", value: "PANE", doc: "go to this pane: w1:p1 or %0" },
    direction: DIRECTION,
    ...FRONT_PANE_SELECTOR,
  },
  rules: [
    { exactlyOne: ["pane", "direction"] },
    { atMostOne: ["paneId", "current"] },
    { needs: "direction", given: "paneId" },
    { needs: "direction", given: "current" },
  ],
  run: async (edges, args) => {
    if (args.direction !== null) {
      const seen = await edges.look();
      const from = paneInFront(edges, seen, args.paneId);
      const focus = await focusBeside(edges, seen, from, args.direction);
      return { type: "pane_focus_direction", focus };
    }
    const text = args.pane ?? "";
    const world = await focusOnId(edges, parsePaneId(text), (seen) =>
      placeOf(namedPane(edges, seen, text)),
    );
    const { pane, workspaceId } = namedPane(edges, world, text);
    return { type: "pane_info", pane: paneRecord(world, pane, workspaceId) };
  },
});
