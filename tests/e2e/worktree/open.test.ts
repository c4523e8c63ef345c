import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { mismatches } from "../../contract/herdr.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { shownOn } from "../../support/spaces.ts";

let server: RepositoryServer;
beforeEach(async () => {
  server = await repositoryServer();
});
afterEach(() => server.close());

const open = (...words: string[]) => server.worktree("open", "--workspace", "w1", ...words);
const list = async (...words: string[]) =>
  listOf(await server.worktree("list", ...words), "worktrees");

const size = (target: string) =>
  server.tmux("display-message", "-p", "-t", target, "#{window_width}x#{window_height}");

/** A worktree that no verb made. */
async function byHand(branch: string): Promise<string> {
  const path = join(server.box.home, branch);
  await server.git(["worktree", "add", "-q", "-b", branch, path]);
  return path;
}

test("a worktree is opened by its branch or by its path, links followed", async () => {
  const path = await byHand("one");
  const byBranch = resultOf(await open("--branch", "one"));
  expect(byBranch).toMatchObject({
    type: "worktree_opened",
    already_open: false,
    session_id: "$1",
    worktree: { path, branch: "one", open_workspace_id: "w2", workspace_id: "w2" },
    root_pane: { cwd: path },
  });
  expect(byBranch).not.toHaveProperty("workspace");
  symlinkSync(path, join(server.box.home, "link"));
  const byPath = resultOf(await open("--path", "~/link"));
  expect(byPath).toMatchObject({ already_open: true, session_id: "$1", worktree: { path } });
});

test("herdr's face answers with the workspace, and no session id", async () => {
  await byHand("one");
  const result = resultOf(await server.herdr("open", "--cwd", server.repo, "--branch", "one"));
  expect(Object.keys(result).toSorted()).toEqual([
    "already_open",
    "root_pane",
    "tab",
    "type",
    "workspace",
    "worktree",
  ]);
  expect(mismatches("Worktree", result["worktree"])).toEqual([]);
  expect(mismatches("Workspace", result["workspace"])).toEqual([]);
  expect(fieldsOf(result, "workspace")["label"]).toBe("api--one");
});

test("one that is open is not opened twice, and --label renames it", async () => {
  const { workspaceId, path } = await server.create("one");
  const again = resultOf(await open("--path", path, "--label", "my own"));
  expect(again).toMatchObject({ already_open: true, worktree: { workspace_id: workspaceId } });
  const workspaces = listOf(await server.taw("workspace", "list"), "workspaces");
  expect(workspaces.map(({ label }) => label)).toEqual(["main", "my own"]);
});

test("a name that is taken gets a number behind it when an open one is renamed, too", async () => {
  const { path } = await server.create("one");
  resultOf(await open("--path", path, "--label", "main"));
  const workspaces = listOf(await server.taw("workspace", "list"), "workspaces");
  expect(workspaces.map(({ label }) => label)).toEqual(["main", "main-2"]);
});

test("a workspace that was made by hand through a link shows the checkout behind it", async () => {
  const path = await byHand("one");
  symlinkSync(path, join(server.box.home, "link"));
  await server.tmux("new-session", "-d", "-s", "mine", "-c", join(server.box.home, "link"), "cat");
  const [, one] = await list("--workspace", "w1");
  expect(one).toMatchObject({ path, open_workspace_id: "w2" });
  expect(resultOf(await open("--branch", "one"))).toMatchObject({ already_open: true });
  const { workspace } = resultOf(await server.taw("workspace", "get", "w2"));
  expect(workspace).toMatchObject({ worktree: { checkout_path: path, is_linked_worktree: true } });
});

test("a workspace is as large as the one in front, and nobody is moved", async () => {
  await byHand("one");
  resultOf(await open("--branch", "one"));
  expect(await size("=api--one:")).toBe(await size("=main:"));
});

test("a closed one gets a new workspace, and its record keeps the id it was made with", async () => {
  const { workspaceId, path } = await server.create("one");
  resultOf(await server.taw("workspace", "close", workspaceId));
  const again = resultOf(await open("--branch", "one"));
  expect(again).toMatchObject({
    already_open: false,
    session_id: "$2",
    worktree: { path, workspace_id: workspaceId, open_workspace_id: "w3" },
  });
});

test("a closed one whose folder is gone is refused and not listed; an open one is", async () => {
  const { workspaceId, path } = await server.create("feat/x");
  rmSync(path, { recursive: true });
  expect((await list("--workspace", "w1")).map((one) => one["path"])).toEqual([server.repo, path]);
  resultOf(await server.taw("workspace", "close", workspaceId));
  expect((await list("--workspace", "w1")).map((one) => one["path"])).toEqual([server.repo]);
  const failure = failureOf(await open("--branch", "feat/x"));
  expect(failure.code).toBe("not_found");
  expect(failure.message).toBe(
    `worktree_not_found: the checkout of worktree feat/x is gone: ${path}`,
  );
  const herdr = await server.herdr("open", "--workspace", "w1", "--branch", "feat/x");
  expect(failureOf(herdr)).toMatchObject({ code: "worktree_not_found" });
  const workspaces = listOf(await server.taw("workspace", "list"), "workspaces");
  expect(workspaces.map(({ label }) => label)).toEqual(["main"]);
});

test("what is no worktree of the repository is not found", async () => {
  for (const words of [
    ["--branch", "none"],
    ["--path", server.box.home],
    ["--branch", ""],
  ]) {
    expect(failureOf(await open(...words))).toMatchObject({ code: "not_found" });
  }
});

test("a branch that several worktrees have is named by their paths", async () => {
  const path = await byHand("one");
  const twin = join(server.box.home, "twin");
  await server.git(["worktree", "add", "-q", "--force", twin, "one"]);
  const failure = failureOf(await open("--branch", "one"));
  expect(failure.code).toBe("ambiguous_worktree_branch");
  expect(failure.message).toContain(path);
  expect(failure.message).toContain(twin);
  expect(fieldsOf(resultOf(await open("--path", twin)), "worktree")["path"]).toBe(twin);
});

test("a detached one is opened by its path, and has no branch", async () => {
  const path = join(server.box.home, "loose");
  await server.git(["worktree", "add", "-q", "--detach", path]);
  const { worktree } = resultOf(await open("--path", path));
  expect(worktree).toMatchObject({ path, is_detached: true });
  expect(worktree).not.toHaveProperty("branch");
});

test("the main checkout opens too, and is no linked worktree", async () => {
  const result = resultOf(await open("--path", server.repo));
  expect(result).toMatchObject({
    already_open: false,
    worktree: { path: server.repo, is_linked_worktree: false },
  });
  const { workspace } = resultOf(await server.taw("workspace", "get", "w2"));
  expect(workspace).toMatchObject({ label: "api", worktree: { is_linked_worktree: false } });
});

test("a bare repository has nothing to open", async () => {
  const bare = join(server.box.root, "bare.git");
  await server.git(["clone", "-q", "--bare", server.repo, bare]);
  const ran = await server.worktree("open", "--cwd", bare, "--path", bare);
  expect(failureOf(ran)).toMatchObject({ code: "worktree_open_failed" });
  const [first] = await list("--cwd", bare);
  expect(first).toMatchObject({ path: bare, is_bare: true, label: "bare" });
});

test("--focus brings the person to it, and without it they stay", async () => {
  await using person = await attachClient(server, { session: "main" });
  await byHand("one");
  await byHand("two");
  resultOf(await open("--branch", "one"));
  expect(await shownOn(server, person, "#{session_name}")).toBe("main");
  const { tab } = resultOf(await open("--branch", "two", "--focus"));
  expect(tab).toMatchObject({ focused: true });
  expect(await shownOn(server, person, "#{session_name}")).toBe("api--two");
  resultOf(await open("--branch", "one", "--focus"));
  expect(await shownOn(server, person, "#{session_name}")).toBe("api--one");
});

test("list names the repository, the checkout it was asked from, and who shows what", async () => {
  const { path, workspaceId } = await server.create("one");
  const ran = await server.herdr("list", "--workspace", workspaceId);
  const result = resultOf(ran);
  expect(result["source"]).toEqual({
    repo_key: join(server.repo, ".git"),
    repo_name: "api",
    repo_root: server.repo,
    source_checkout_path: path,
    source_workspace_id: workspaceId,
  });
  expect(mismatches("WorktreeSource", result["source"])).toEqual([]);
  expect(mismatches("Worktree[]", result["worktrees"])).toEqual([]);
  const [main, one] = await list("--cwd", join(server.repo, "."));
  expect(main).toMatchObject({ path: server.repo, branch: "main", is_linked_worktree: false });
  expect(one).toMatchObject({ path, branch: "one", open_workspace_id: workspaceId });
});

test("a repository whose folder has a blank, a newline or a quote in its name is listed as it is", async () => {
  const odd = join(server.box.root, 'o d"d\n#(touch PWNED)');
  renameSync(server.repo, odd);
  const path = join(server.box.home, "t\nree");
  await server.git(["worktree", "add", "-q", "-b", "one", path], odd);
  const [main, one] = await list("--cwd", odd);
  expect(main).toMatchObject({ path: odd, label: 'o d"d\n#(touch PWNED)' });
  expect(one).toMatchObject({ path, branch: "one" });
  const opened = resultOf(await server.worktree("open", "--cwd", odd, "--branch", "one"));
  expect(opened["worktree"]).toMatchObject({ path, open_workspace_id: "w2" });
});

test("--workspace and --cwd exclude each other, and open wants a path or a branch", async () => {
  const both = await server.worktree("list", "--workspace", "w1", "--cwd", server.repo);
  expect([both.code, both.stdout]).toEqual([2, ""]);
  for (const words of [[], ["--path", "/x", "--branch", "y"]]) {
    expect((await open(...words)).code).toBe(2);
  }
});

test("on the socket the same verbs answer, and a relative path is refused", async () => {
  await using socket = await serveSocket(server);
  const created = await socket.ask("worktree.create", { workspace_id: "w1", branch: "over" });
  expect(created.result).toMatchObject({
    type: "worktree_created",
    worktree: { branch: "over", open_workspace_id: "w2" },
  });
  for (const params of [{ cwd: "api" }, { workspace_id: "w1", path: "here" }]) {
    const { error } = await socket.ask("worktree.create", { ...params, branch: "b" });
    expect(error?.code).toBe("invalid_request");
  }
  const both = await socket.ask("worktree.list", { workspace_id: "w1", cwd: server.repo });
  expect(both.error?.code).toBe("invalid_request");
  const listed = await socket.ask("worktree.list", { cwd: server.repo });
  expect(listed.result?.["worktrees"]).toHaveLength(2);
  const opened = await socket.ask("worktree.open", { workspace_id: "w1", branch: "over" });
  expect(opened.result).toMatchObject({ type: "worktree_opened", already_open: true });
  const removed = await socket.ask("worktree.remove", { workspace_id: "w2" });
  expect(removed.result).toMatchObject({ workspace_id: "w2", forced: false });
  expect(removed.result).not.toHaveProperty("worktree");
});
