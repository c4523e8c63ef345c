import { neighborRecord } from "../../core/layout-records.ts";
import { PANE_SELECTOR, requireFocusedPane, namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "neighbor"],
  summary: "Show the pane beside a pane",
  method: "pane.neighbor",
  result: "pane_neighbor",
  args: {
    direction: {
      kind: "choice",
      required: true,
      choices: ["left", "right", "up", "down"],
      doc: "on which side",
    },
    ...PANE_SELECTOR,
    current: { kind: "flag", doc: "the pane in front, as without a selector" },
  },
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } =
      args.paneId === null ? requireFocusedPane(world) : namedPane(edges, world, args.paneId);
    const neighbor = neighborRecord(world, pane, args.direction, workspaceId);
    return { type: "pane_neighbor", neighbor };
  },
});
