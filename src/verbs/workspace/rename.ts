import { Failure } from "../../core/failure.ts";
import { publicWorkspaceId } from "../../core/ids.ts";
import { folderLabel, freeLabel, holderOf, labelOf } from "../../core/labels.ts";
import { literal } from "../../core/quote.ts";
import { workspaceRecord } from "../../core/records.ts";
import type { Workspace, World } from "../../core/world.ts";
import { requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** An empty label is its folder's name again. tmux gives a name to one session only, so one that is taken is refused. */
export default defineVerb({
  path: ["workspace", "rename"],
  summary: "Rename a workspace",
  grant: "admin",
  method: "workspace.rename",
  result: "workspace_info",
  args: {
    workspaceId: { kind: "word", required: true, value: "WORKSPACE", doc: "w1 or $0" },
    label: {
      kind: "words",
      required: true,
      isVerbatim: true,
      value: "LABEL",
      doc: "its new name; tmux turns . and : into _",
    },
  },
  run: async (edges, args) => {
    const label = labelOf(args.label);
    const seen = await edges.look();
    const workspace = requireWorkspace(seen, args.workspaceId);
    const { id } = workspace;
    const name = nameFor(seen, workspace, label);
    const commands = [["rename-session", "-t", id, "--", literal(name)]];
    const { world } = await edges.change(seen, { target: id, commands });
    return {
      type: "workspace_info",
      workspace: workspaceRecord(world, requireWorkspace(world, id)),
    };
  },
});

function nameFor(world: World, { id, path }: Workspace, label: string): string {
  const others = { ...world, workspaces: world.workspaces.filter((one) => one.id !== id) };
  if (label === "") return freeLabel(others, folderLabel(path));
  const holder = holderOf(others, label);
  if (holder === null) return label;
  throw new Failure(
    "invalid_argument",
    `workspace ${publicWorkspaceId(holder.id)} is called ${JSON.stringify(holder.name)} already: choose another label`,
  );
}
