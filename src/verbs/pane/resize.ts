import { publicPaneId } from "../../core/ids.ts";
import { paneLayoutRecord, splitAround } from "../../core/layout-records.ts";
import type { Side } from "../../core/layout.ts";
import { findTab } from "../../core/world.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Wish } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { DIRECTION, FRONT_PANE_SELECTOR, paneInFront, samePane } from "../target.ts";
import { keepingZoom } from "../zoom.ts";
import { defineVerb } from "../verb.ts";

const USUAL_AMOUNT = 0.05;
const MOST_AMOUNT = 0.5;
const FLAGS: Readonly<Record<Side, string>> = { left: "-L", right: "-R", up: "-U", down: "-D" };

/** By how many cells a border moves: a share of the split that it stands in. 0 where there is no border to move. */
function cellsOf(world: World, pane: Pane, direction: Side, amount: number): number {
  const isSideways = direction === "left" || direction === "right";
  const area = splitAround(world, pane, isSideways ? "right" : "down");
  const share = Math.min(Math.abs(amount), MOST_AMOUNT);
  if (area === null || share === 0) return 0;
  return Math.max(1, Math.round(share * ((isSideways ? area.width : area.height) - 1)));
}

export default defineVerb({
  path: ["pane", "resize"],
  summary: "Move the border beside a pane",
  grant: "admin",
  method: "pane.resize",
  result: "pane_resize",
  args: {
    direction: { ...DIRECTION, required: true, doc: "where to" },
    amount: {
      kind: "number",
      isFraction: true,
      value: "FRACTION",
      doc: "by what share of the split, up to 0.5 (0.05)",
    },
    ...FRONT_PANE_SELECTOR,
  },
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const seen = await edges.look();
    const placed = paneInFront(edges, seen, args.paneId);
    const { pane, workspaceId } = placed;
    const cells = cellsOf(seen, pane, args.direction, args.amount ?? USUAL_AMOUNT);
    const move: Command = ["resize-pane", FLAGS[args.direction], "-t", pane.id, `${cells}`];
    const commands = keepingZoom(seen, pane, [move]);
    const wish: Wish = { target: pane.id, commands, reads: "tab" };
    const { world } = cells === 0 ? { world: seen } : await edges.change(seen, wish);
    const changed = layoutOf(world, samePane(world, placed).pane) !== layoutOf(seen, pane);
    const layout = paneLayoutRecord(world, pane, workspaceId);
    return {
      type: "pane_resize",
      resize: {
        changed,
        ...(!changed && { reason: "unchanged" }),
        pane_id: publicPaneId(workspaceId, pane.id),
        focused_pane_id: layout.focused_pane_id,
        layout,
      },
    };
  },
});

const layoutOf = (world: World, pane: Pane): string => findTab(world, pane.tabId)?.layout ?? "";
