import type { Checkout } from "../core/checkouts.ts";
import { Failure } from "../core/failure.ts";
import { quoted } from "../core/inert.ts";
import { freeLabel } from "../core/labels.ts";
import { queueTold } from "../core/queue.ts";
import { literal } from "../core/quote.ts";
import { findWorkspace } from "../core/world.ts";
import type { Workspace, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { isThere, resolvedPath } from "../system/files.ts";
import { serverFolders } from "../tmux/folders.ts";
import type { Command } from "../tmux/client.ts";
import { alone } from "./guard.ts";
import { remember } from "./memory.ts";
import { workspaceName } from "./names.ts";
import { pathFrom } from "./place.ts";
import { checkoutsOf } from "./repository.ts";
import type { Asked, Repository } from "./repository.ts";
import {
  branchOrFolder,
  membershipOf,
  nameFor,
  recordOf,
  showCheckout,
  shownBy,
  tellMembership,
  tellParent,
} from "./show.ts";
import type { FoundCheckout, Opened, Told } from "./show.ts";

export interface OpenWish {
  readonly path: string | null;
  readonly branch: string | null;
  readonly label: string | null;
}

/** A checkout, and the workspace that it was asked for from. */
interface Wanted extends FoundCheckout {
  readonly source: Workspace | null;
}

/**
 * Opens a worktree that is there: the workspace that shows it, else a new one.
 *
 * @throws Failure `not_found`, `ambiguous_worktree_branch`, `worktree_operation_in_progress`, `worktree_open_failed`
 */
export async function openWorktree(
  edges: Edges,
  { repository, source }: Asked,
  wish: OpenWish,
): Promise<Opened & { workspaceId: string }> {
  const { environment } = edges;
  const folders = await serverFolders(edges.tmux, environment);
  const opened = await alone(repository.key, async () => {
    const checkouts = await checkoutsOf(repository.key, environment);
    const found = {
      source,
      ...(await requireCheckout(edges, { ...repository, checkouts }, wish)),
    };
    return show(edges, found, wish.label);
  });
  return { ...opened, workspaceId: await remember(edges, folders.state, opened) };
}

async function show(edges: Edges, found: Wanted, label: string | null): Promise<Opened> {
  const world = await edges.look();
  const workspace = await shownBy(world, found.checkout.path);
  return workspace ? tellOpen(edges, world, found, workspace, label) : showNew(edges, found, label);
}

async function requireCheckout(
  edges: Edges,
  repository: Repository,
  wish: OpenWish,
): Promise<FoundCheckout> {
  const { checkouts, name } = repository;
  const path = wish.path === null ? null : await resolvedPath(pathFrom(edges, wish.path));
  const fits = (one: Checkout) =>
    path === null ? one.branch !== "" && one.branch === wish.branch : one.path === path;
  const [checkout, ...others] = checkouts.filter(fits);
  const what = path ?? `branch ${quoted(wish.branch ?? "")}`;
  if (!checkout) {
    throw notFound(`${name} has no worktree at ${what}; worktree list shows them`);
  }
  if (others.length > 0) {
    const paths = [checkout, ...others].map((one) => one.path).join(", ");
    throw new Failure(
      "ambiguous_worktree_branch",
      `${what} is checked out several times: name one by its path, ${paths}`,
    );
  }
  return { repository, checkout, isLinked: checkout.path !== repository.root };
}

/** The spec keeps herdr's word in the message, where taw's code is the plain one. */
const notFound = (message: string): Failure =>
  new Failure("not_found", `worktree_not_found: ${message}`, { subject: "worktree" });

const toldOf = (found: FoundCheckout, isOpenAlready: boolean): Told => ({
  kind: "worktree-opened",
  data: { worktree: recordOf(found), already_open: isOpenAlready },
});

async function showNew(edges: Edges, found: Wanted, label: string | null): Promise<Opened> {
  const { checkout } = found;
  if (checkout.isBare) {
    throw new Failure(
      "worktree_open_failed",
      `${checkout.path} is a bare repository, which has no files to open; worktree create makes a checkout of it`,
    );
  }
  if (!(await isThere(checkout.path))) {
    const name = branchOrFolder(checkout);
    throw notFound(`the checkout of worktree ${name} is gone: ${checkout.path}`);
  }
  const shown = await showCheckout(edges, {
    name: label ?? nameFor(found),
    membership: membershipOf(found),
    told: toldOf(found, false),
    source: found.source,
  });
  return { ...found, ...shown, isOpenAlready: false };
}

async function tellOpen(
  edges: Edges,
  world: World,
  found: Wanted,
  workspace: Workspace,
  label: string | null,
): Promise<Opened> {
  const { id } = workspace;
  const membership = membershipOf(found);
  const told = toldOf(found, true);
  const commands = [
    ...renames(world, workspace, workspaceName(label ?? "")),
    ...tellMembership(workspace, membership),
    ...(await tellParent(world, membership, found.source)),
    ...queueTold(told.kind, told.data, id),
  ];
  const after = (await edges.change(world, { target: id, commands })).world;
  const still = findWorkspace(after, id) ?? workspace;
  return { ...found, world: after, workspace: still, isOpenAlready: true };
}

/** A name that another workspace has gets a number behind it, as for one that is made. */
function renames(world: World, { id, name }: Workspace, label: string): Command[] {
  if (label === "" || label === name) return [];
  const workspaces = world.workspaces.filter((one) => one.id !== id);
  const free = freeLabel({ ...world, workspaces }, label);
  return [["rename-session", "-t", id, "--", literal(free)]];
}
