import { keptWorktreeRecord, worktreeRecord, worktreeSourceRecord } from "../../core/records.ts";
import type { KeptWorktreeRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { isThere } from "../../system/files.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { madeIn, remembered, serverOf } from "../../worktree/memory.ts";
import type { Asked } from "../../worktree/repository.ts";
import { shownBy } from "../../worktree/show.ts";
import { defineVerb } from "../verb.ts";
import { askedRepository, JSON_ARG, REPOSITORY_ARGS, TRUST_ARG } from "./asked.ts";

export default defineVerb({
  path: ["worktree", "list"],
  summary: "List the git worktrees of a repository",
  method: "worktree.list",
  result: "worktree_list",
  args: { ...REPOSITORY_ARGS, ...TRUST_ARG, ...JSON_ARG },
  rules: [{ atMostOne: ["workspaceId", "cwd"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    const asked = await askedRepository(edges, world, args);
    return {
      type: "worktree_list",
      source: worktreeSourceRecord(asked.repository, asked.source?.id ?? null),
      worktrees: await worktreeRecords(edges, world, asked),
    };
  },
});

/** A checkout that is gone is listed only while a workspace shows it (spec, `worktree open`). */
async function worktreeRecords(
  edges: Edges,
  world: World,
  { repository }: Asked,
): Promise<KeptWorktreeRecord[]> {
  const folders = await serverFolders(edges.tmux, edges.environment);
  const kept = await remembered(edges, folders.state);
  const ids = new Map(kept.map((one) => [one.checkoutPath, madeIn(one, serverOf(world))]));
  const records: KeptWorktreeRecord[] = [];
  for (const checkout of repository.checkouts) {
    const { path } = checkout;
    const workspace = await shownBy(world, path);
    if (workspace === null && !(await isThere(path))) continue;
    const isLinked = path !== repository.root;
    const record = worktreeRecord(checkout, {
      name: repository.name,
      isLinked,
      shownBy: workspace?.id ?? null,
    });
    records.push(keptWorktreeRecord(record, ids.get(path) ?? ""));
  }
  return records;
}
