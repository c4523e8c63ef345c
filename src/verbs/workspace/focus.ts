import { parseWorkspaceId } from "../../core/ids.ts";
import { workspaceRecord } from "../../core/records.ts";
import { focusOnId } from "../focus-unseen.ts";
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
    const world = await focusOnId(edges, parseWorkspaceId(args.workspaceId), (seen) => ({
      workspaceId: requireWorkspace(seen, args.workspaceId).id,
    }));
    const workspace = requireWorkspace(world, args.workspaceId);
    return { type: "workspace_info", workspace: workspaceRecord(world, workspace) };
  },
});
