import type { Checkout } from "../../core/checkouts.ts";
import { membershipRecord, repoName } from "../../core/membership.ts";
import { askFirst } from "../../hooks/veto.ts";
import { parseWorkspaceId, publicWorkspaceId } from "../../core/ids.ts";
import { queueTold } from "../../core/queue.ts";
import { workspaceRecord, worktreeRecord } from "../../core/records.ts";
import type { WorktreeRecord } from "../../core/records.ts";
import { findWorkspace } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { KeptWorktree } from "../../store/worktrees.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { madeIn, remembered, serverOf } from "../../worktree/memory.ts";
import { removalOf, removeWorktree } from "../../worktree/remove.ts";
import type { Removal } from "../../worktree/remove.ts";
import { killWorkspaces, leaveCommands } from "../closing.ts";
import { requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { JSON_ARG, TRUST_ARG } from "./asked.ts";

export default defineVerb({
  path: ["worktree", "remove"],
  summary: "Remove a git worktree and close its workspace",
  grant: "admin",
  method: "worktree.remove",
  result: "worktree_removed",
  args: {
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      required: true,
      value: "WORKSPACE",
      doc: "the workspace of the worktree, which may be closed by now",
    },
    force: {
      kind: "flag",
      doc: "also with modified or untracked files, which are lost, or with submodules",
    },
    ...TRUST_ARG,
    ...JSON_ARG,
  },
  run: async (edges, args) => {
    const world = await edges.look();
    const { state } = await serverFolders(edges.tmux, edges.environment);
    const removal = await requireRemoval(edges, world, state, args.workspaceId);
    const { force, trustRepository: trustsRepository } = args;
    const ask = (checkout: Checkout) => askHooks(edges, world, removal, checkout);
    const worktree = await removeWorktree(edges, state, removal, { force, trustsRepository, ask });
    await closeAndTell(edges, removal, { worktree, forced: force });
    const { workspaceId, path } = removal;
    return { type: "worktree_removed", workspace_id: workspaceId, path, forced: force, worktree };
  },
});

/** Whatever is forced, the user's hooks are asked; the workspace that closes with it is not asked about again. */
const askHooks = (
  edges: Edges,
  world: World,
  { workspace, workspaceId, repoKey, repoRoot, path: checkoutPath }: Removal,
  checkout: Checkout,
): Promise<void> => {
  const name = repoName(repoRoot);
  const worktree = {
    ...membershipRecord({ repoKey, repoRoot, checkoutPath, isLinked: true }),
    ...worktreeRecord(checkout, { name, isLinked: true, shownBy: workspace?.id ?? null }),
    workspace_id: workspaceId,
  };
  return askFirst(edges, world, [
    {
      name: "pre_worktree_remove",
      about: workspace ? { workspace: workspace.id } : {},
      folder: checkoutPath,
      told: { worktree },
      variables: {
        TAW_WORKTREE: checkoutPath,
        TAW_REPO: repoRoot,
        ...(checkout.branch && { TAW_BRANCH: checkout.branch }),
      },
    },
  ]);
};

/** The workspace goes last: with it goes the pane of whoever called from it. */
async function closeAndTell(
  edges: Edges,
  { workspace, workspaceId }: Removal,
  said: { worktree: WorktreeRecord; forced: boolean },
): Promise<void> {
  const world = await edges.look();
  const shown = workspace && findWorkspace(world, workspace.id);
  const target = shown ?? world.workspaces[0];
  if (!target) return;
  const closed = shown ? [shown] : [];
  const record = shown && { workspace: workspaceRecord(world, shown) };
  const told = { workspace_id: workspaceId, ...record, ...said };
  const commands = [
    ...queueTold("worktree-removed", told, null),
    ...leaveCommands(world, closed),
    ...killWorkspaces(closed),
  ];
  await edges.change(world, { target: target.id, commands, closes: true });
}

async function requireRemoval(
  edges: Edges,
  world: World,
  stateFolder: string,
  text: string,
): Promise<Removal> {
  const id = parseWorkspaceId(text);
  const workspace = id && findWorkspace(world, id);
  if (workspace) return removalOf(edges, workspace);
  const closed = id && (await closedWorktree(edges, world, stateFolder, publicWorkspaceId(id)));
  if (!closed) return removalOf(edges, requireWorkspace(world, text));
  const { repoKey, repoRoot, checkoutPath: path, branch, workspaceId } = closed;
  return { workspace: null, workspaceId, repoKey, repoRoot, path, branch };
}

/** What is remembered of the worktree of a workspace that is closed. */
async function closedWorktree(
  edges: Edges,
  world: World,
  stateFolder: string,
  workspaceId: string,
): Promise<KeptWorktree | null> {
  const kept = await remembered(edges, stateFolder);
  return kept.find((one) => madeIn(one, serverOf(world)) === workspaceId) ?? null;
}
