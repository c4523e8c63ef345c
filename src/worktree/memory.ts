import type { Edges } from "../edges.ts";
import { publicWorkspaceId } from "../core/ids.ts";
import type { World } from "../core/world.ts";
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
const serverOf = ({ server }: World): string => `${server.pid} ${server.startUnix}`;

async function withStore<Value>(
  { clock }: Edges,
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
  return withStore(edges, stateFolder, (store) => {
    store.write((database) => keepWorktree(database, kept, edges.clock.nowMs()));
    return store.read(
      workspaceId,
      (database) => keptId(database, kept.checkoutPath) || workspaceId,
    );
  });
}

export const forget = (edges: Edges, stateFolder: string, checkoutPath: string): Promise<boolean> =>
  withStore(edges, stateFolder, (store) =>
    store.write((database) => forgetWorktree(database, checkoutPath)),
  );

/** The worktrees that this server's verbs made or opened. */
export async function remembered(
  edges: Edges,
  stateFolder: string,
  world: World,
): Promise<KeptWorktree[]> {
  const all = await withStore(edges, stateFolder, (store) => store.read([], keptWorktrees));
  return all.filter(({ server }) => server === serverOf(world));
}
