import type { Checkout } from "../core/checkouts.ts";
import { Failure } from "../core/failure.ts";
import { publicWorkspaceId } from "../core/ids.ts";
import { repoName } from "../core/membership.ts";
import { worktreeRecord } from "../core/records.ts";
import type { WorktreeRecord } from "../core/records.ts";
import type { Workspace } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { isThere, resolvedPath } from "../system/files.ts";
import { runGit } from "../system/git.ts";
import { dirty, requireClean } from "./dirt.ts";
import { alone } from "./guard.ts";
import { forget } from "./memory.ts";
import { checkoutsOf, gitReason, repositoryAt } from "./repository.ts";

/** Removing a large checkout takes minutes; what takes longer hangs. */
const REMOVAL_LIMIT_MS = 10 * 60_000;

/** A worktree that is to go, as the workspace that shows it, or the memory of a closed one, names it. */
export interface Removal {
  readonly workspace: Workspace | null;
  /** `w3`, also of a workspace that is closed. */
  readonly workspaceId: string;
  readonly repoKey: string;
  readonly repoRoot: string;
  readonly path: string;
  readonly branch: string;
}

export interface RemoveWish {
  readonly force: boolean;
  readonly trustsRepository: boolean;
  /** Asked before git removes anything; throws where somebody is against it. */
  readonly ask: (checkout: Checkout) => Promise<void>;
}

/**
 * Removes a worktree as git does, with what git refuses refused. One that is gone already is finished: git and taw
 * forget it. Its workspace stays open.
 *
 * @throws Failure `not_linked_worktree`, `worktree_operation_in_progress`, `stale_worktree_operation`, `worktree_dirty`,
 *   `worktree_remove_failed`
 */
export async function removeWorktree(
  edges: Edges,
  stateFolder: string,
  removal: Removal,
  wish: RemoveWish,
): Promise<WorktreeRecord> {
  const { path, repoKey, repoRoot } = removal;
  const checkout = (await isThere(repoKey))
    ? await alone(repoKey, () => removeListed(edges, removal, wish))
    : await requireGone(removal);
  await forget(edges, stateFolder, path);
  return worktreeRecord(checkout, { name: repoName(repoRoot), isLinked: true, shownBy: null });
}

async function removeListed(edges: Edges, removal: Removal, wish: RemoveWish): Promise<Checkout> {
  const checkout = await listed(edges, removal);
  if (checkout === null) return requireGone(removal);
  await removeCheckout(edges, removal, checkout, wish);
  return checkout;
}

/** A worktree that git does not list: its folder is gone too, or it is something else by now. */
async function requireGone(removal: Removal): Promise<Checkout> {
  const { path, branch, repoRoot } = removal;
  if (await isThere(path)) {
    throw new Failure(
      "stale_worktree_operation",
      `${path} is no worktree of ${repoRoot} any more, so nothing is removed: git worktree list shows what is`,
    );
  }
  const isDetached = branch === "";
  return { path, branch, isBare: false, isDetached, isPrunable: true, lockReason: null };
}

/** What git lists of it now; null when it does not. */
async function listed({ environment }: Edges, removal: Removal): Promise<Checkout | null> {
  const checkouts = await checkoutsOf(removal.repoKey, environment);
  const at = checkouts.findIndex(({ path }) => path === removal.path);
  if (removal.path === removal.repoRoot || at === 0) throw notLinked(removal.workspaceId);
  const checkout = checkouts[at] ?? null;
  const inner = checkouts.find(({ path }) => path.startsWith(`${removal.path}/`));
  if (checkout && inner && (await isThere(inner.path))) throw holdsAnother(checkout, inner);
  return checkout;
}

/** Git would take it away with all that is in it, unasked where it is ignored. */
const holdsAnother = ({ branch, path }: Checkout, inner: Checkout): Failure =>
  new Failure(
    "worktree_remove_failed",
    `worktree ${branch || path} holds another worktree, ${inner.path}: remove that first`,
  );

const notLinked = (workspaceId: string): Failure =>
  new Failure(
    "not_linked_worktree",
    `workspace ${workspaceId} shows no linked worktree, so there is nothing to remove; workspace close closes it`,
  );

async function removeCheckout(
  edges: Edges,
  { repoKey: folder, path }: Removal,
  checkout: Checkout,
  { force, trustsRepository, ask }: RemoveWish,
): Promise<void> {
  const { environment } = edges;
  const name = checkout.branch || path;
  requireUnlocked(checkout, name);
  if (!force && (await isThere(path))) {
    await requireClean(path, name, environment, trustsRepository);
  }
  await ask(checkout);
  const ended = await runGit(environment, {
    folder,
    words: ["worktree", "remove", ...(force ? ["--force"] : []), "--", path],
    limitMs: REMOVAL_LIMIT_MS,
    readsFiles: true,
    trustsRepository,
  });
  if (ended.code !== 0) throw await refusal(path, name, ended);
}

/** Git keeps a locked worktree even from `--force`. */
function requireUnlocked({ lockReason, path }: Checkout, name: string): void {
  if (lockReason === null) return;
  const why = lockReason === "" ? "" : ` (${lockReason})`;
  throw new Failure(
    "worktree_remove_failed",
    `worktree ${name} is locked${why}: git worktree unlock ${path} first`,
  );
}

async function refusal(
  path: string,
  name: string,
  ended: { code: number; stderr: string },
): Promise<Failure> {
  if (/modified or untracked files/.test(ended.stderr)) {
    return dirty(name, "changed or untracked files");
  }
  if (/containing submodules/.test(ended.stderr)) return dirty(name, "submodules");
  const left = (await isThere(path)) ? `; ${path} is still there, whole or in part` : "";
  return new Failure(
    "worktree_remove_failed",
    `git did not remove worktree ${name}: ${gitReason(ended)}${left}`,
  );
}

/**
 * The removal of the worktree that a workspace shows: the one it was opened as, else the one it was made in.
 *
 * @throws Failure `not_linked_worktree`
 */
export async function removalOf(edges: Edges, workspace: Workspace): Promise<Removal> {
  const workspaceId = publicWorkspaceId(workspace.id);
  const { repoKey, repoRoot, checkoutPath, isLinked } =
    workspace.worktree ?? (await membershipByHand(edges, workspace));
  if (!isLinked) throw notLinked(workspaceId);
  return { workspace, workspaceId, repoKey, repoRoot, path: checkoutPath, branch: "" };
}

async function membershipByHand({ environment }: Edges, { id, path }: Workspace) {
  try {
    const { key, root, source } = await repositoryAt(path, environment);
    const isLinked = source !== root && source === (await resolvedPath(path));
    return { repoKey: key, repoRoot: root, checkoutPath: source, isLinked };
  } catch (cause) {
    if (!(cause instanceof Failure && cause.code === "not_git_worktree")) throw cause;
    throw notLinked(publicWorkspaceId(id));
  }
}
