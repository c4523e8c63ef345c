import { expect, test } from "bun:test";
import { openStore } from "../../../src/store/open.ts";
import type { KeptWorktree } from "../../../src/store/worktrees.ts";
import {
  forgetWorktree,
  keepWorktree,
  keptId,
  keptWorktrees,
} from "../../../src/store/worktrees.ts";
import { sandbox } from "../../support/sandbox.ts";

const ONE: KeptWorktree = {
  checkoutPath: "/w/one",
  repoKey: "/api/.git",
  repoRoot: "/api",
  branch: "one",
  server: "7 100",
  workspaceId: "w2",
};

async function filled(...worktrees: KeptWorktree[]) {
  const box = sandbox();
  const store = await openStore({ folder: box.root, nowMs: () => 1 });
  for (const [at, worktree] of worktrees.entries()) {
    store.write((database) => keepWorktree(database, worktree, at));
  }
  return { store, [Symbol.asyncDispose]: () => (store.close(), box.close()) };
}

test("a worktree is remembered as it is, in the order in which they were made", async () => {
  const odd = { ...ONE, checkoutPath: "/w/o'dd\n", branch: "" };
  await using kept = await filled(odd, ONE);
  expect(kept.store.read([], keptWorktrees)).toEqual([odd, ONE]);
});

test("one that is opened again keeps the workspace that it was made in, while the server lives", async () => {
  await using kept = await filled(ONE, { ...ONE, workspaceId: "w5", branch: "other" });
  expect(kept.store.read([], keptWorktrees)).toEqual([{ ...ONE, branch: "other" }]);
  expect(kept.store.read("", (database) => keptId(database, ONE))).toBe("w2");
});

test("on another server it is the workspace that shows it there, since ids carry no server", async () => {
  const later = { ...ONE, server: "8 200", workspaceId: "w5" };
  await using kept = await filled(ONE, later);
  expect(kept.store.read([], keptWorktrees)).toEqual([later]);
  expect(kept.store.read("", (database) => keptId(database, ONE))).toBe("");
});

test("another repository's worktree in the same place is another worktree", async () => {
  const other = { ...ONE, repoKey: "/web/.git", repoRoot: "/web", workspaceId: "w5" };
  await using kept = await filled(ONE, other);
  expect(kept.store.read([], keptWorktrees)).toEqual([other]);
});

test("what is forgotten is gone, and what was never kept has no workspace", async () => {
  await using kept = await filled(ONE);
  kept.store.write((database) => forgetWorktree(database, ONE.checkoutPath));
  expect(kept.store.read([], keptWorktrees)).toEqual([]);
  expect(kept.store.read("", (database) => keptId(database, ONE))).toBe("");
});

test("a row that another version left without what matters is left out", async () => {
  await using kept = await filled(ONE, { ...ONE, checkoutPath: "/w/two", repoKey: "" });
  expect(kept.store.read([], keptWorktrees)).toEqual([ONE]);
});

test("of very many the newest are told", async () => {
  await using kept = await filled();
  const many = Array.from({ length: 2001 }, (_, at) => ({ ...ONE, checkoutPath: `/w/${at}` }));
  kept.store.write((database) => {
    for (const [at, worktree] of many.entries()) keepWorktree(database, worktree, at);
  });
  expect(kept.store.read([], keptWorktrees)).toEqual(many.slice(1));
});
