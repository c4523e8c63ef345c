import { Failure } from "../core/failure.ts";
import type { Edges } from "../edges.ts";
import { serverFolders } from "../tmux/folders.ts";
import type { ServerFolders } from "../tmux/folders.ts";
import type { Made, Making } from "./add.ts";
import { addCheckout, startOf, takeBack } from "./add.ts";
import { alone } from "./guard.ts";
import { remember } from "./memory.ts";
import { pathFrom, newPlace } from "./place.ts";
import { checkoutsOf, isLinkedSource } from "./repository.ts";
import type { Asked, Repository } from "./repository.ts";
import type { Opened } from "./show.ts";
import { closeAt, membershipOf, nameFor, recordOf, showCheckout } from "./show.ts";

export interface CreateWish {
  readonly branch: string | null;
  readonly base: string | null;
  readonly path: string | null;
  readonly label: string | null;
  readonly trustsRepository: boolean;
}

/**
 * Makes a worktree and a workspace in it. Where the workspace cannot be made, the worktree is taken away again.
 *
 * @throws Failure `linked_worktree_source`, `invalid_argument`, `worktree_operation_in_progress`,
 *   `worktree_create_failed`, `worktree_open_failed`
 */
export async function createWorktree(
  edges: Edges,
  asked: Asked,
  wish: CreateWish,
): Promise<Opened> {
  const { repository } = asked;
  requireMainCheckout(repository);
  const folders = await serverFolders(edges.tmux, edges.environment);
  const opened = await alone(repository.key, () => make(edges, asked, wish, folders));
  await remember(edges, folders.state, opened);
  return opened;
}

async function make(
  edges: Edges,
  asked: Asked,
  wish: CreateWish,
  folders: ServerFolders,
): Promise<Opened> {
  const { repository } = asked;
  const making = await planned(edges, repository, wish, folders);
  const made = await addCheckout(repository, edges.environment, making);
  return openedOrTakenBack(edges, asked, made, wish.label);
}

async function openedOrTakenBack(
  edges: Edges,
  asked: Asked,
  made: Made,
  label: string | null,
): Promise<Opened> {
  try {
    return await openNew(edges, asked, made, label);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    await closeAt(edges, made.path);
    const left = await takeBack(asked.repository.key, edges.environment, made);
    throw new Failure(
      "worktree_open_failed",
      `no workspace could be opened in the new worktree: ${cause.message}; ${left}`,
      { cause },
    );
  }
}

function requireMainCheckout(repository: Repository): void {
  if (!isLinkedSource(repository)) return;
  const { source, root } = repository;
  throw new Failure(
    "linked_worktree_source",
    `${source} is a worktree itself: make another from the main checkout, --cwd ${root}`,
  );
}

async function planned(
  edges: Edges,
  repository: Repository,
  wish: CreateWish,
  folders: ServerFolders,
): Promise<Making> {
  const { environment } = edges;
  const { trustsRepository } = wish;
  const start = await startOf(repository, environment, wish);
  const place = { repository: repository.name, branch: start.branch };
  const path =
    wish.path === null ? await newPlace(edges, folders.config, place) : pathFrom(edges, wish.path);
  return { ...start, path, trustsRepository };
}

async function openNew(
  edges: Edges,
  { repository, source }: Asked,
  { path }: Making,
  label: string | null,
): Promise<Opened> {
  const checkouts = await checkoutsOf(repository.key, edges.environment);
  const checkout = checkouts.find((one) => one.path === path);
  if (!checkout) {
    throw new Failure(
      "worktree_list_failed",
      `git made ${path} and does not list it: git worktree list shows what there is`,
    );
  }
  const found = { repository, checkout, isLinked: true };
  const shown = await showCheckout(edges, {
    name: label ?? nameFor(found),
    membership: membershipOf(found),
    told: { kind: "worktree-created", data: { worktree: recordOf(found) } },
    source,
  });
  return { ...found, ...shown, isOpenAlready: false };
}
