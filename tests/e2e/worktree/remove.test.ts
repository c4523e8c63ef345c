import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import type { Made, RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { shownOn } from "../../support/spaces.ts";
import { until } from "../../support/until.ts";

let server: RepositoryServer;
let made: Made;
beforeEach(async () => {
  server = await repositoryServer();
  made = await server.create("feat/x");
});
afterEach(() => server.close());

const remove = (...words: string[]) =>
  server.worktree("remove", "--workspace", made.workspaceId, ...words);

const openIds = async () =>
  listOf(await server.taw("workspace", "list"), "workspaces")
    .map((one) => one["workspace_id"])
    .toSorted();

const listed = async () => (await server.git(["worktree", "list", "--porcelain"])).split("\n");

/** Refused with that code on taw's face and that one on herdr's; nothing is closed, removed or forgotten. */
async function isKept(taw: string, herdr = taw, ...words: string[]): Promise<string> {
  const before = [await openIds(), await listed()];
  const failure = failureOf(await remove(...words));
  expect(failure).toMatchObject({ code: taw, exit: 1 });
  const other = ["remove", "--workspace", made.workspaceId, ...words];
  expect(failureOf(await server.herdr(...other))).toMatchObject({ code: herdr });
  expect([await openIds(), await listed()]).toEqual(before);
  return failure.message;
}

test("a clean worktree is removed with its workspace; its branch stays", async () => {
  const result = resultOf(await remove());
  expect(result).toEqual({
    type: "worktree_removed",
    worktree: {
      path: made.path,
      branch: "feat/x",
      is_bare: false,
      is_detached: false,
      is_prunable: false,
      is_linked_worktree: true,
      label: "api",
    },
  });
  expect(existsSync(made.path)).toBe(false);
  expect(await openIds()).toEqual(["w1"]);
  expect(await server.git(["branch", "--list", "feat/x"])).toContain("feat/x");
});

test("herdr's face answers with herdr's keys", async () => {
  const words = ["remove", "--workspace", made.workspaceId, "--json"];
  const ran = await server.herdr(...words);
  const { workspaceId: workspace_id, path } = made;
  expect(resultOf(ran)).toEqual({ type: "worktree_removed", workspace_id, path, forced: false });
});

describe("what git would refuse without --force is refused, and kept", () => {
  test("an untracked file", async () => {
    await Bun.write(join(made.path, "new"), "new");
    const message = await isKept("worktree_dirty", "dirty_worktree_requires_force");
    expect(message).toContain("1 untracked file");
    expect(await Bun.file(join(made.path, "new")).text()).toBe("new");
  });

  test("a changed file, a staged one and a renamed one, counted", async () => {
    await server.commit(made.path, "one");
    await server.commit(made.path, "two");
    await Bun.write(join(made.path, "README"), "changed");
    await Bun.write(join(made.path, "one"), "staged");
    await server.git(["add", "one"], made.path);
    await server.git(["mv", "two", "three"], made.path);
    const message = await isKept("worktree_dirty", "dirty_worktree_requires_force");
    expect(message).toContain("3 changed files");
  });

  test("a submodule, also one that is clean", async () => {
    const inner = join(server.box.root, "inner");
    await server.git(["clone", "-q", server.repo, inner]);
    const add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub"];
    await server.git(add, made.path);
    await server.git(["commit", "-qm", "add sub"], made.path);
    const message = await isKept("worktree_dirty", "dirty_worktree_requires_force");
    expect(message).toContain("submodules");
  });

  test("a submodule that no .gitmodules names", async () => {
    const commit = await server.git(["rev-parse", "HEAD"]);
    const link = ["update-index", "--add", "--cacheinfo", `160000,${commit},sub`];
    await server.git(link, made.path);
    await server.git(["commit", "-qm", "add sub"], made.path);
    mkdirSync(join(made.path, "sub"));
    const message = await isKept("worktree_dirty", "dirty_worktree_requires_force");
    expect(message).toContain("submodules");
  });

  test("a locked one, with its reason, and with --force too", async () => {
    await server.git(["worktree", "lock", "--reason", "on a stick", made.path]);
    for (const words of [[], ["--force"]]) {
      const message = await isKept("worktree_remove_failed", "worktree_remove_failed", ...words);
      expect(message).toContain("locked (on a stick)");
    }
    expect(existsSync(made.path)).toBe(true);
  });

  test("one that another worktree is in, also where that is ignored, and with --force too", async () => {
    await server.commit(made.path, ".gitignore", "inner\n");
    const inner = join(made.path, "inner");
    await server.git(["worktree", "add", "-q", "-b", "inner", inner]);
    for (const words of [[], ["--force"]]) {
      const message = await isKept("worktree_remove_failed", "worktree_remove_failed", ...words);
      expect(message).toContain(inner);
    }
    expect(existsSync(join(inner, "README"))).toBe(true);
    await server.git(["worktree", "remove", inner]);
    resultOf(await remove());
  });

  test("the main checkout", async () => {
    for (const words of [[], ["--force"]]) {
      const ran = await server.worktree("remove", "--workspace", "w1", ...words);
      expect(failureOf(ran)).toMatchObject({ code: "not_linked_worktree" });
    }
    expect(existsSync(join(server.repo, "README"))).toBe(true);
  });

  test("a workspace that stands in a part of a worktree, or in no checkout", async () => {
    await server.tmux("new-session", "-d", "-s", "home", "-c", server.box.home, "cat");
    const ran = await server.worktree("remove", "--workspace", "w3");
    expect(failureOf(ran)).toMatchObject({ code: "not_linked_worktree" });
  });
});

test("--force removes what is changed and untracked", async () => {
  await Bun.write(join(made.path, "new"), "new");
  await Bun.write(join(made.path, "README"), "changed");
  expect(resultOf(await remove("--force"))["type"]).toBe("worktree_removed");
  expect(existsSync(made.path)).toBe(false);
});

test("it goes by its path: another branch that is checked out there by now changes nothing", async () => {
  const other = await server.create("other");
  await server.git(["switch", "-q", "-c", "later"], made.path);
  expect(fieldsOf(resultOf(await remove()), "worktree")["branch"]).toBe("later");
  expect(existsSync(other.path)).toBe(true);
});

test("one whose folder is gone is finished: git forgets it and its workspace closes", async () => {
  rmSync(made.path, { recursive: true });
  expect(resultOf(await remove())["type"]).toBe("worktree_removed");
  expect((await listed()).filter((line) => line.includes("feat-x"))).toEqual([]);
  expect(await openIds()).toEqual(["w1"]);
});

test("one that git has removed already is finished too", async () => {
  await server.git(["worktree", "remove", made.path]);
  expect(resultOf(await remove())["type"]).toBe("worktree_removed");
  expect(await openIds()).toEqual(["w1"]);
});

test("so is one whose whole repository is gone, folder and all", async () => {
  rmSync(made.path, { recursive: true });
  rmSync(server.repo, { recursive: true });
  expect(resultOf(await remove())["type"]).toBe("worktree_removed");
  expect(await openIds()).toEqual(["w1"]);
});

test("another folder that stands in its place by now is not touched", async () => {
  await server.git(["worktree", "remove", made.path]);
  await Bun.write(join(made.path, "mine"), "mine");
  await isKept("stale_worktree_operation");
  await isKept("stale_worktree_operation", "stale_worktree_operation", "--force");
  expect(existsSync(join(made.path, "mine"))).toBe(true);
});

test("one that was moved by git is not found at its old place, and stays", async () => {
  const moved = join(server.box.home, "moved");
  await server.git(["worktree", "move", made.path, moved]);
  resultOf(await remove());
  expect(existsSync(join(moved, "README"))).toBe(true);
});

test("a folder moved behind git's back stays where it is", async () => {
  const moved = join(server.box.home, "moved");
  renameSync(made.path, moved);
  resultOf(await remove());
  expect(existsSync(join(moved, "README"))).toBe(true);
});

test("a closed worktree is removed by the id that its workspace had", async () => {
  resultOf(await server.taw("workspace", "close", made.workspaceId));
  const before = listOf(await server.worktree("list", "--workspace", "w1"), "worktrees");
  expect(before[1]).toMatchObject({ path: made.path, workspace_id: made.workspaceId });
  expect(before[1]).not.toHaveProperty("open_workspace_id");
  expect(fieldsOf(resultOf(await remove()), "worktree")["path"]).toBe(made.path);
  expect(existsSync(made.path)).toBe(false);
  expect(failureOf(await remove())).toMatchObject({ code: "not_found" });
});

test("another tmux server's workspace of that id is not meant: its worktrees are listed without one", async () => {
  await server.tmux("kill-server");
  await until("the server has ended", async () => (await server.taw("pane", "list")).code !== 0);
  await server.tmux(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-s",
    "later",
    "-c",
    server.repo,
    "cat",
  );
  expect(failureOf(await remove())).toMatchObject({ code: "not_found" });
  const [, one] = listOf(await server.worktree("list"), "worktrees");
  expect(one).toMatchObject({ path: made.path, workspace_id: null });
  const opened = resultOf(await server.worktree("open", "--path", made.path));
  expect(opened["worktree"]).toMatchObject({ workspace_id: "w2", open_workspace_id: "w2" });
});

test("who looks at it is brought to another workspace", async () => {
  await using person = await attachClient(server, { session: "api--feat-x" });
  resultOf(await remove());
  expect(await shownOn(server, person, "#{session_name}")).toBe("main");
});

test("it can be asked for from a pane inside it, whose shell stands in the folder", async () => {
  const taw = join(import.meta.dir, "../../../bin/taw");
  const pane = String(fieldsOf(made.result, "root_pane")["pane_id"]);
  const tmuxPane = (
    await server.tmux("list-panes", "-t", "=api--feat-x:", "-F", "#{pane_id}")
  ).trim();
  expect(pane).toStartWith(made.workspaceId);
  const words = `exec '${taw}' worktree remove --workspace ${made.workspaceId}`;
  await server.tmux("respawn-pane", "-k", "-t", tmuxPane, "-c", made.path, words);
  await until("its workspace is closed", async () => (await openIds()).length === 1);
  expect(existsSync(made.path)).toBe(false);
});

test("a workspace that was made by hand in a worktree's folder is one of it", async () => {
  const path = join(server.box.home, "hand");
  await server.git(["worktree", "add", "-q", "-b", "hand", path]);
  await server.tmux("new-session", "-d", "-s", "hand", "-c", path, "cat");
  const ran = await server.worktree("remove", "--workspace", "w3");
  expect(fieldsOf(resultOf(ran), "worktree")).toMatchObject({ path, branch: "hand" });
  expect(existsSync(path)).toBe(false);
  expect(await openIds()).toEqual(["w1", "w2"]);
});

test("what is open elsewhere in the folder does not stop it", async () => {
  await server.tmux("new-window", "-d", "-t", "=main:", "-c", made.path, "cat");
  resultOf(await remove());
  expect(existsSync(made.path)).toBe(false);
  expect(await openIds()).toEqual(["w1"]);
});
