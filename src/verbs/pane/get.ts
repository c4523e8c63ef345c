import { paneRecord } from "../../core/records.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "get"],
  summary: "Show one pane",
  method: "pane.get",
  result: "pane_info",
  args: { paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" } },
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } = namedPane(edges, world, args.paneId);
    return { type: "pane_info", pane: paneRecord(world, pane, workspaceId) };
  },
});
