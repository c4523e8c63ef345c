import { Failure } from "../../core/failure.ts";
import { publicWorkspaceId } from "../../core/ids.ts";
import {
  keptWorktreeRecord,
  paneRecord,
  tabRecord,
  workspaceRecord,
  worktreeRecord,
} from "../../core/records.ts";
import type { KeptWorktreeRecord } from "../../core/records.ts";
import { currentTab, findWorkspace, panesOf } from "../../core/world.ts";
import type { Workspace, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { pathFrom } from "../../worktree/place.ts";
import { repositoryAt } from "../../worktree/repository.ts";
import type { Asked, Repository } from "../../worktree/repository.ts";
import { shownBy } from "../../worktree/show.ts";
import type { Opened } from "../../worktree/show.ts";
import { focusOn } from "../focus.ts";
import { requireCurrentTab, requireFocusedPane, requireWorkspace, rootPane } from "../target.ts";

/** What the worktree verbs have in common: which repository is meant, and how a worktree is answered. */

/** The arguments of every verb that asks for a repository. */
export const REPOSITORY_ARGS = {
  workspaceId: {
    kind: "text",
    flag: "--workspace",
    value: "WORKSPACE",
    doc: "the repository that this workspace is in (without it and --cwd, the one in front)",
  },
  cwd: { kind: "text", value: "PATH", doc: "the repository that this folder is in" },
} as const;

/** Taken by every worktree verb, since herdr's tools give it. */
export const JSON_ARG = {
  json: { kind: "flag", doc: "changes nothing: answers are JSON" },
} as const;

export const TRUST_ARG = {
  trustRepository: {
    kind: "flag",
    doc: "let git run the hooks and filters that the repository itself names",
  },
} as const;

/**
 * The repository that a call means.
 *
 * @throws Failure `not_found` for the workspace, `not_git_worktree`, `worktree_list_failed`
 */
export async function askedRepository(
  edges: Edges,
  world: World,
  args: { workspaceId: string | null; cwd: string | null },
): Promise<Asked> {
  const { environment } = edges;
  if (args.cwd !== null) {
    const repository = await repositoryAt(pathFrom(edges, args.cwd), environment);
    return { repository, source: await shownBy(world, repository.source) };
  }
  const id = args.workspaceId;
  const workspace = id === null ? focusedWorkspace(world) : requireWorkspace(world, id);
  return { repository: await repositoryOf(edges, world, workspace), source: workspace };
}

function focusedWorkspace(world: World): Workspace {
  const { workspaceId } = requireFocusedPane(world);
  return findWorkspace(world, workspaceId) ?? requireWorkspace(world, workspaceId);
}

/** Where a workspace is: the checkout it was opened as, else its pane in front, else the folder it was made in. */
function foldersOf(world: World, { id, path, worktree }: Workspace): string[] {
  const tab = currentTab(world, id);
  const pane = tab && panesOf(world, tab.id).find(({ isActive }) => isActive);
  const folders = [worktree?.checkoutPath, worktree?.repoRoot, pane?.cwd, path];
  return [...new Set(folders.flatMap((folder) => (folder ? [folder] : [])))];
}

async function repositoryOf(edges: Edges, world: World, workspace: Workspace): Promise<Repository> {
  for (const folder of foldersOf(world, workspace)) {
    try {
      return await repositoryAt(folder, edges.environment);
    } catch (cause) {
      if (!(cause instanceof Failure && cause.code === "not_git_worktree")) throw cause;
    }
  }
  throw new Failure(
    "not_git_worktree",
    `workspace ${publicWorkspaceId(workspace.id)} is in no git checkout; name a folder with --cwd`,
  );
}

/** The worktree of an answer that shows it open. */
export function openedRecord(
  { checkout, repository, isLinked, workspace }: Opened,
  workspaceId: string,
): KeptWorktreeRecord {
  const record = worktreeRecord(checkout, {
    name: repository.name,
    isLinked,
    shownBy: workspace.id,
  });
  return keptWorktreeRecord(record, workspaceId);
}

/** The same with its workspace brought in front; it stays open where that fails. */
export async function broughtInFront<Open extends Opened>(
  edges: Edges,
  opened: Open,
): Promise<Open> {
  const { id } = opened.workspace;
  const world = await focusOn(edges, opened.world, { workspaceId: id });
  return { ...opened, world, workspace: requireWorkspace(world, id) };
}

/** The workspace of an answer, with its tab and its pane in front. */
export function shownRecords({ world, workspace }: Opened) {
  const tab = requireCurrentTab(world, workspace);
  return {
    workspace: workspaceRecord(world, workspace),
    tab: tabRecord(world, tab, workspace.id),
    root_pane: paneRecord(world, rootPane(world, tab), workspace.id),
  };
}
