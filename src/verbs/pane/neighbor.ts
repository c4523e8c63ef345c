import { neighborRecord } from "../../core/layout-records.ts";
import { DIRECTION, FRONT_PANE_SELECTOR, paneInFront } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "neighbor"],
  summary: "Show the pane beside a pane",
  method: "pane.neighbor",
  result: "pane_neighbor",
  args: {
    direction: { ...DIRECTION, required: true },
    ...FRONT_PANE_SELECTOR,
  },
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } = paneInFront(edges, world, args.paneId);
    const neighbor = neighborRecord(world, pane, args.direction, workspaceId);
    return { type: "pane_neighbor", neighbor };
  },
});
