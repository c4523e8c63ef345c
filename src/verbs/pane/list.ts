import { paneRecord } from "../../core/records.ts";
import { panesUnder } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "list"],
  summary: "List panes with their agents and states",
  method: "pane.list",
  result: "pane_list",
  args: {
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      value: "WORKSPACE",
      doc: "only the panes of this workspace",
    },
  },
  run: async (edges, args) => {
    const world = await edges.look();
    const panes = panesUnder(world, args.workspaceId);
    return {
      type: "pane_list",
      panes: panes.map(({ pane, workspaceId }) => paneRecord(world, pane, workspaceId)),
    };
  },
});
