import { parseWorkspaceId } from "../../core/ids.ts";
import { workspaceRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { focusOn, focusUnseen } from "../focus.ts";
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
    const id = parseWorkspaceId(args.workspaceId);
    const world =
      (id && (await focusUnseen(edges, id))) ?? (await focusOnWorkspace(edges, args.workspaceId));
    const workspace = requireWorkspace(world, args.workspaceId);
    return { type: "workspace_info", workspace: workspaceRecord(world, workspace) };
  },
});

async function focusOnWorkspace(edges: Edges, text: string): Promise<World> {
  const seen = await edges.look();
  return focusOn(edges, seen, { workspaceId: requireWorkspace(seen, text).id });
}
