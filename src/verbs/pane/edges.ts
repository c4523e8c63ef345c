import { edgesRecord } from "../../core/layout-records.ts";
import { PANE_SELECTOR, selectedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "edges"],
  summary: "Show which edges of its tab a pane touches",
  method: "pane.edges",
  result: "pane_edges",
  args: PANE_SELECTOR,
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } = selectedPane(edges, world, args);
    return { type: "pane_edges", edges: edgesRecord(world, pane, workspaceId) };
  },
});
