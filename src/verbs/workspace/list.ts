import { workspaceRecord } from "../../core/records.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["workspace", "list"],
  summary: "List workspaces (tmux sessions)",
  method: "workspace.list",
  result: "workspace_list",
  args: {},
  run: async (edges) => {
    const world = await edges.look();
    return {
      type: "workspace_list",
      workspaces: world.workspaces.map((workspace) => workspaceRecord(world, workspace)),
    };
  },
});
