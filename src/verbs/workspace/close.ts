import { parseWorkspaceId, publicWorkspaceId } from "../../core/ids.ts";
import { worktreesUnder } from "../../core/world.ts";
import {
  askBeforeClosing,
  closeUnseen,
  killWorkspaces,
  leaveCommands,
  refuseIfGrouped,
} from "../closing.ts";
import { requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** Nobody looks at it, no workspace is a worktree's, and it is not the last one. */
const IS_ALONE = [
  "#{==:#{session_attached},0}",
  "#{==:#{S:#{@agent_wizard_worktree}},}",
  "#{!=:#{S:x},x}",
];

export default defineVerb({
  path: ["workspace", "close"],
  summary: "Close a workspace and everything in it",
  grant: "admin",
  method: "workspace.close",
  result: "ok",
  args: {
    workspaceId: { kind: "word", required: true, value: "WORKSPACE", doc: "w1 or $0" },
    closeGroup: {
      kind: "flag",
      flag: "--group",
      doc: "close the worktree workspaces of its repository too",
    },
  },
  run: async (edges, args) => {
    const named = args.closeGroup ? null : parseWorkspaceId(args.workspaceId);
    const unseen = await closeUnseen(edges, named, "kill-session", IS_ALONE);
    if ("closed" in unseen) {
      return { type: "ok", workspace_id: publicWorkspaceId(unseen.closed) };
    }
    const { seen } = unseen;
    const workspace = requireWorkspace(seen, args.workspaceId);
    const group = args.closeGroup ? worktreesUnder(seen, workspace) : [];
    const closed = [...group, workspace];
    refuseIfGrouped(seen, closed, "workspace");
    const about = closed.map(({ id }) => ({ workspace: id }));
    await askBeforeClosing(edges, seen, about);
    const commands = [...leaveCommands(seen, closed), ...killWorkspaces(closed)];
    await edges.change(seen, { target: workspace.id, commands, closes: true });
    return {
      type: "ok",
      workspace_id: publicWorkspaceId(workspace.id),
      ...(group.length > 0 && {
        worktree_workspace_ids: group.map(({ id }) => publicWorkspaceId(id)),
      }),
    };
  },
});
