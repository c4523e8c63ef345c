import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { failureOf, listOf, resultOf } from "../../support/answer.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { repositoryServer } from "../../support/repository.ts";

test("a pane without admin lists worktrees, and makes, opens and removes none", async () => {
  await using server = await repositoryServer();
  const { path, workspaceId } = await server.create("one");
  const pane = await paneShell(server);
  resultOf(await server.taw("grants", "set", pane.id, "read"));
  const before = await server.git(["worktree", "list"]);
  for (const words of [
    `create --cwd '${server.repo}' --branch two`,
    `open --cwd '${server.repo}' --branch one`,
    `remove --workspace ${workspaceId} --force`,
  ]) {
    const { code, message } = failureOf(await pane.run(`taw worktree ${words}`));
    expect([code, message]).toEqual(["forbidden", expect.stringContaining("`admin`")]);
  }
  expect(await server.git(["worktree", "list"])).toBe(before);
  expect(await server.git(["branch", "--list", "two"])).toBe("");
  expect(existsSync(path)).toBe(true);
  const listed = await pane.run(`taw worktree list --cwd '${server.repo}'`);
  expect(listOf(listed, "worktrees").map((one) => one["path"])).toEqual([server.repo, path]);
});
