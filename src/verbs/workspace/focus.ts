import { workspaceRecord } from "../../core/records.ts";
import { focusOn } from "../focus.ts";
import { requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["workspace", "focus"],
  summary: "Go to a workspace",
  grant: "admin",
  method: "workspace.focus",
  result: "workspace_info",
  args: { workspaceId: { kind: "word", required: true, value: "WORKSPACE", doc: "w1 or $0" } },
  run: async (edges, args) => {
    const seen = await edges.look();
    const { id } = requireWorkspace(seen, args.workspaceId);
    const world = await focusOn(edges, seen, { workspaceId: id });
    return {
      type: "workspace_info",
      workspace: workspaceRecord(world, requireWorkspace(world, id)),
    };
  },
});
