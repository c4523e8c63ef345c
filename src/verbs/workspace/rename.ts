import { Failure } from "../../core/failure.ts";
import { quoted } from "../../core/inert.ts";
import { parseWorkspaceId, publicWorkspaceId } from "../../core/ids.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { folderLabel, freeLabel, holderOf, labelOf } from "../../core/labels.ts";
import { literal } from "../../core/quote.ts";
import { workspaceRecord } from "../../core/records.ts";
import type { Workspace, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { Changed, Unseen, Wish } from "../../tmux/change.ts";
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
    const id = label === "" ? null : parseWorkspaceId(args.workspaceId);
    const unseen = await unlessTaken(edges, id, label);
    const { world } =
      "seen" in unseen ? await looked(edges, unseen.seen, args.workspaceId, label) : unseen.changed;
    const workspace = requireWorkspace(world, args.workspaceId);
    return { type: "workspace_info", workspace: workspaceRecord(world, workspace) };
  },
});

const renaming = (id: WorkspaceId, name: string): Wish => ({
  target: id,
  commands: [["rename-session", "-t", id, "--", literal(name)]],
});

/** Only a look where another workspace has the name: which one has to be looked for. */
async function unlessTaken(edges: Edges, id: WorkspaceId | null, name: string): Promise<Unseen> {
  try {
    return await edges.changeUnseen(id && renaming(id, name));
  } catch (error) {
    if (error instanceof Failure && error.subject === "taken label") {
      return { seen: await edges.look() };
    }
    throw error;
  }
}

async function looked(edges: Edges, seen: World, text: string, label: string): Promise<Changed> {
  const workspace = requireWorkspace(seen, text);
  return edges.change(seen, renaming(workspace.id, nameFor(seen, workspace, label)));
}

function nameFor(world: World, { id, path }: Workspace, label: string): string {
  const others = { ...world, workspaces: world.workspaces.filter((one) => one.id !== id) };
  if (label === "") return freeLabel(others, folderLabel(path));
  const holder = holderOf(others, label);
  if (holder === null) return label;
  throw new Failure(
    "invalid_argument",
    `workspace ${publicWorkspaceId(holder.id)} is called ${quoted(holder.name)} already: choose another label`,
  );
}
