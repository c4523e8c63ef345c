import type { Checkout } from "../core/checkouts.ts";
import { Failure } from "../core/failure.ts";
import { quoted } from "../core/inert.ts";
import { parseWorkspaceId } from "../core/ids.ts";
import { freeLabel } from "../core/labels.ts";
import { membershipRecord } from "../core/membership.ts";
import type { EntryKind } from "../core/entries.ts";
import { queueAppend, queueTold } from "../core/queue.ts";
import { literal } from "../core/quote.ts";
import { worktreeRecord } from "../core/records.ts";
import type { WorktreeRecord } from "../core/records.ts";
import { findWorkspace, workspaceAt } from "../core/world.ts";
import type { Membership, Workspace, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { makeWorkspace } from "../session/make.ts";
import { resolvedPath } from "../system/files.ts";
import { ifThere } from "../tmux/change.ts";
import type { Command } from "../tmux/client.ts";
import { branchSlug, workspaceName } from "./names.ts";
import type { Repository } from "./repository.ts";

/** A checkout as a workspace: making one that shows it, and saying so where one does already. */

export interface Shown {
  world: World;
  workspace: Workspace;
}

/** What the queue is told of it, beside the workspace. */
export interface Told {
  kind: EntryKind;
  data: Readonly<Record<string, unknown>>;
}

interface NewWorkspace {
  name: string;
  membership: Membership;
  told: Told;
  /** The workspace that it was asked for from. */
  source: Workspace | null;
}

/** One checkout of a repository, as git lists it. */
export interface FoundCheckout {
  readonly repository: Repository;
  readonly checkout: Checkout;
  readonly isLinked: boolean;
}

export const membershipOf = ({ repository, checkout, isLinked }: FoundCheckout): Membership => ({
  repoKey: repository.key,
  repoRoot: repository.root,
  checkoutPath: checkout.path,
  isLinked,
});

/** Its record while no workspace shows it. */
export const recordOf = ({ repository, checkout, isLinked }: FoundCheckout): WorktreeRecord =>
  worktreeRecord(checkout, { name: repository.name, isLinked, shownBy: null });

/** What its branch is called, or of a detached one its folder. */
export const branchOrFolder = ({ branch, path }: Checkout): string =>
  branch || path.slice(path.lastIndexOf("/") + 1);

/** What a workspace that shows it is called where nobody says. */
export const nameFor = ({ repository, checkout, isLinked }: FoundCheckout): string =>
  isLinked ? `${repository.name}--${branchSlug(branchOrFolder(checkout))}` : repository.name;

const setMembership = (target: string, membership: Membership): Command => [
  "set-option",
  "-t",
  target,
  "@agent_wizard_worktree",
  JSON.stringify(membershipRecord(membership)),
];

/** Says which checkout a workspace is, unless it says so already. */
export function tellMembership(workspace: Workspace | null, membership: Membership): Command[] {
  if (workspace === null || isSame(workspace.worktree, membership)) return [];
  const { id } = workspace;
  return [ifThere(id, [setMembership(id, membership), queueAppend("workspace-changed", id)])];
}

const isSame = (one: Membership | null, other: Membership): boolean =>
  one !== null && JSON.stringify(membershipRecord(one)) === JSON.stringify(membershipRecord(other));

/**
 * The workspace that shows a checkout: as a verb opened it there, else one that was made in that very folder, however its
 * path was spelled.
 */
export async function shownBy(world: World, checkoutPath: string): Promise<Workspace | null> {
  const known = workspaceAt(world, checkoutPath);
  if (known) return known;
  for (const workspace of world.workspaces) {
    const { worktree, path } = workspace;
    if (worktree === null && path !== "" && (await isSamePlace(path, checkoutPath))) {
      return workspace;
    }
  }
  return null;
}

async function isSamePlace(path: string, resolved: string): Promise<boolean> {
  try {
    return (await resolvedPath(path)) === resolved;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/**
 * The workspace of the repository's main checkout, as far as one shows it, is told that it is that; else the one that was
 * asked from, where it is nothing else yet.
 */
export async function tellParent(
  world: World,
  { repoKey, repoRoot }: Membership,
  source: Workspace | null,
): Promise<Command[]> {
  const asked = source && findWorkspace(world, source.id);
  const parent = (await shownBy(world, repoRoot)) ?? (asked?.worktree ? null : asked);
  return tellMembership(parent, { repoKey, repoRoot, checkoutPath: repoRoot, isLinked: false });
}

/**
 * Makes a workspace in a checkout, told and remembered as that, in one tmux call.
 *
 * @throws Failure as `change` does
 */
export async function showCheckout(
  edges: Edges,
  { name, membership, told, source }: NewWorkspace,
): Promise<Shown> {
  const label = workspaceName(name) || "worktree";
  const seen = await edges.look();
  const parent = await tellParent(seen, membership, source);
  const { world: after, printed } = await makeWorkspace(edges, seen, {
    label: (world) => (world ? freeLabel(world, label) : label),
    flags: ["-c", literal(membership.checkoutPath)],
    andThen: (made) => [
      setMembership(`=${made}:`, membership),
      ...parent,
      ...queueTold(told.kind, told.data, `=${made}:`),
    ],
  });
  const id = parseWorkspaceId(printed.trim());
  const workspace = id && findWorkspace(after, id);
  if (workspace) return { world: after, workspace };
  throw new Failure(
    "not_found",
    `workspace ${label} closed as soon as it was made: see that a shell stays open in ${quoted(membership.checkoutPath)}`,
    {
      subject: "workspace",
    },
  );
}

/** A checkout with the workspace that shows it. */
export interface Opened extends Shown, FoundCheckout {
  readonly isOpenAlready: boolean;
}

/** Closes the workspace that shows a checkout, where there is one; a server that has gone shows none. */
export async function closeAt(edges: Edges, checkoutPath: string): Promise<void> {
  try {
    const world = await edges.look();
    const workspace = await shownBy(world, checkoutPath);
    if (!workspace) return;
    const { id } = workspace;
    await edges.change(world, { target: id, commands: [["kill-session", "-t", id]], closes: true });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}
