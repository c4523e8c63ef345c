import { workspaceRecord } from "../../core/records.ts";
import { requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["workspace", "get"],
  summary: "Show one workspace",
  method: "workspace.get",
  result: "workspace_info",
  args: { workspaceId: { kind: "word", required: true, value: "WORKSPACE", doc: "w1 or $0" } },
  run: async (edges, args) => {
    const world = await edges.look();
    const workspace = requireWorkspace(world, args.workspaceId);
    return { type: "workspace_info", workspace: workspaceRecord(world, workspace) };
  },
});
