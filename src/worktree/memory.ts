import type { Edges } from "../edges.ts";
import { publicWorkspaceId } from "../core/ids.ts";
import type { World } from "../core/world.ts";
import type { Clock } from "../system/clock.ts";
import { isThere } from "../system/files.ts";
import { printWarning } from "../system/output.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/open.ts";
import type { KeptWorktree } from "../store/worktrees.ts";
import { forgetWorktree, keepWorktree, keptId, keptWorktrees } from "../store/worktrees.ts";
import type { Opened } from "./show.ts";

/**
 * What is remembered of worktrees beyond tmux's life (`state.db`). Nothing here throws for a file that is lost: a
 * worktree is what git says it is, and only the id of a closed workspace is forgotten with it.
 */

/** Ids carry no server, so what is kept is matched with the server's pid and start only (decision 3). */
export const serverOf = ({ server }: World): string => `${server.pid} ${server.startUnix}`;

async function withStore<Value>(
  clock: Clock,
  folder: string,
  work: (store: Store) => Value,
): Promise<Value> {
  const store = await openStore({ folder, nowMs: () => clock.nowMs() });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** Remembers an open worktree, and gives the id of the workspace that it was first shown in. */
export async function remember(edges: Edges, stateFolder: string, opened: Opened): Promise<string> {
  const { world, workspace, checkout, repository } = opened;
  const workspaceId = publicWorkspaceId(workspace.id);
  if (!opened.isLinked) return workspaceId;
  const kept: KeptWorktree = {
    checkoutPath: checkout.path,
    repoKey: repository.key,
    repoRoot: repository.root,
    branch: checkout.branch,
    server: serverOf(world),
    workspaceId,
  };
  return withStore(edges.clock, stateFolder, (store) => {
    store.write((database) => keepWorktree(database, kept, edges.clock.nowMs()));
    tellTrouble(store);
    return store.read(workspaceId, (database) => keptId(database, kept) || workspaceId);
  });
}

export const forget = (edges: Edges, stateFolder: string, checkoutPath: string): Promise<boolean> =>
  withStore(edges.clock, stateFolder, (store) => {
    const isForgotten = store.write((database) => forgetWorktree(database, checkoutPath));
    tellTrouble(store);
    return isForgotten;
  });

function tellTrouble(store: Store): void {
  const problem = store.takeProblem();
  if (problem !== "") printWarning(problem);
}

/** The worktrees that verbs made or opened, oldest first. */
export async function remembered(
  { clock }: Pick<Edges, "clock">,
  stateFolder: string,
): Promise<KeptWorktree[]> {
  // Who only looks makes no file.
  if (!(await isThere(`${stateFolder}/state.db`))) return [];
  return withStore(clock, stateFolder, (store) => store.read([], keptWorktrees));
}

/** The workspace that a worktree was made in; empty on another server than that workspace's. */
export const madeIn = (kept: KeptWorktree, server: string): string =>
  kept.server === server ? kept.workspaceId : "";
