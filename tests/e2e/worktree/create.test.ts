import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { mismatches } from "../../contract/herdr.ts";
import type { RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { taw } from "../../support/taw.ts";

let server: RepositoryServer;
beforeAll(async () => {
  server = await repositoryServer();
});
afterAll(() => server.close());

const branches = async () =>
  (await server.git(["branch", "--format=%(refname:short)"])).split("\n");

test("a new branch is checked out beside the repository, and a workspace stands in it", async () => {
  const { result, path, workspaceId } = await server.create("feat/x");
  expect(path).toBe(join(server.places, "feat-x"));
  expect(existsSync(join(path, "README"))).toBe(true);
  expect(await server.git(["symbolic-ref", "HEAD"], path)).toBe("refs/heads/feat/x");
  expect(result["type"]).toBe("worktree_created");
  expect(fieldsOf(result, "worktree")).toEqual({
    path,
    branch: "feat/x",
    is_bare: false,
    is_detached: false,
    is_prunable: false,
    is_linked_worktree: true,
    open_workspace_id: workspaceId,
    label: "api",
    workspace_id: workspaceId,
  });
  expect(fieldsOf(result, "workspace")).toMatchObject({
    label: "api--feat-x",
    focused: false,
    worktree: {
      repo_key: join(server.repo, ".git"),
      repo_name: "api",
      repo_root: server.repo,
      checkout_path: path,
      is_linked_worktree: true,
    },
  });
  expect(fieldsOf(result, "root_pane")["cwd"]).toBe(path);
  const main = fieldsOf(resultOf(await server.taw("workspace", "get", "w1")), "workspace");
  expect(fieldsOf(main, "worktree")).toMatchObject({
    checkout_path: server.repo,
    is_linked_worktree: false,
  });
});

test("herdr's face answers with herdr's records, and takes --json", async () => {
  const ran = await server.herdr("create", "--workspace", "w1", "--branch", "herdr", "--json");
  const result = resultOf(ran);
  expect(Object.keys(result).toSorted()).toEqual([
    "root_pane",
    "tab",
    "type",
    "workspace",
    "worktree",
  ]);
  expect(mismatches("Worktree", result["worktree"])).toEqual([]);
  expect(mismatches("Workspace", result["workspace"])).toEqual([]);
  expect(mismatches("Tab", result["tab"])).toEqual([]);
  expect(mismatches("Pane", result["root_pane"])).toEqual([]);
});

test("a branch that is there is checked out as it is", async () => {
  await server.git(["branch", "old"]);
  const { path } = await server.create("old");
  expect(await server.git(["symbolic-ref", "--short", "HEAD"], path)).toBe("old");
});

test("--base says where a new branch begins", async () => {
  const first = await server.git(["rev-parse", "HEAD"]);
  await server.commit(server.repo, "second");
  const { path } = await server.create("from-first", "--base", first);
  expect(await server.git(["rev-parse", "HEAD"], path)).toBe(first);
  expect(existsSync(join(path, "second"))).toBe(false);
});

test("without a branch one is made up", async () => {
  const ran = await server.worktree("create", "--cwd", server.repo);
  const { branch } = fieldsOf(resultOf(ran), "worktree");
  expect(branch).toMatch(/^worktree\/[a-z]+-[a-z]+-[0-9a-f]{4}$/);
});

test("--path says where, from the folder of the caller, links followed", async () => {
  mkdirSync(join(server.box.home, "real"));
  symlinkSync(join(server.box.home, "real"), join(server.box.home, "link"));
  const { path, result } = await server.create("linked", "--path", "link/my tree");
  expect(path).toBe(join(server.box.home, "real/my tree"));
  expect(fieldsOf(result, "root_pane")["cwd"]).toBe(path);
});

test("a place that is taken gets a number behind it, and so does a workspace's name", async () => {
  const one = await server.create("same/name");
  const other = await server.create("same-name");
  expect(one.path).toBe(join(server.places, "same-name"));
  expect(other.path).toBe(join(server.places, "same-name-2"));
  expect(fieldsOf(other.result, "workspace")["label"]).toBe("api--same-name-2");
});

test("[worktrees] directory says where they go", async () => {
  const folder = join(server.box.home, ".config/tmux-agent-wizard");
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, "config.toml"), '[worktrees]\ndirectory = "~/wt"\n');
  const { path } = await server.create("configured");
  expect(path).toBe(join(server.box.home, "wt/api/configured"));
  await Bun.write(join(folder, "config.toml"), "");
});

describe("names are data, whatever is in them", () => {
  const NAMES = [
    "a;b",
    "#(touch PWNED)",
    "#{pid}",
    "q'uote",
    'd"q',
    "dollar$HOME",
    "$(touch${IFS}PWNED)",
    "日本",
    "semi;",
    "100%",
    "&&",
    "{x}",
  ];
  test.each(NAMES)("branch and path %s", async (name) => {
    const branch = name.replaceAll(" ", "");
    const { path, result, workspaceId } = await server.create(
      branch,
      "--path",
      join(server.box.home, "odd", name),
      "--label",
      name,
    );
    expect(path).toBe(join(server.box.home, "odd", name));
    expect(fieldsOf(result, "worktree")["branch"]).toBe(branch);
    expect(fieldsOf(result, "root_pane")["cwd"]).toBe(path);
    const got = resultOf(await server.taw("workspace", "get", workspaceId));
    expect(fieldsOf(fieldsOf(got, "workspace"), "worktree")["checkout_path"]).toBe(path);
    expect(existsSync(join(server.box.home, "PWNED"))).toBe(false);
    expect(existsSync(join(path, "PWNED"))).toBe(false);
  });
});

describe("a name that git does not take is refused, and nothing is made", () => {
  test.each(["", " ", "-x", "--force", "a..b", "a b", "a\tb", "HEAD", "@{-1}", "x.lock", "/x"])(
    "branch %p",
    async (branch) => {
      const before = await branches();
      const argv = ["create", "--workspace", "w1", `--branch=${branch}`];
      expect(failureOf(await server.worktree(...argv))).toMatchObject({ code: "invalid_argument" });
      const herdr = failureOf(await server.herdr(...argv));
      expect(herdr).toMatchObject({ code: "invalid_request" });
      expect(await branches()).toEqual(before);
    },
  );
});

/** The refusal of a create that changes nothing. */
async function refused(...words: string[]) {
  const before = [await branches(), await server.git(["worktree", "list"])];
  const failure = failureOf(await server.worktree("create", "--workspace", "w1", ...words));
  expect([await branches(), await server.git(["worktree", "list"])]).toEqual(before);
  return failure;
}

describe("what cannot be checked out is refused, and nothing of it is left", () => {
  test("a branch that is checked out elsewhere, with the place where", async () => {
    const failure = await refused("--branch", "main");
    expect(failure.code).toBe("worktree_create_failed");
    expect(failure.message).toContain(`main is checked out at ${server.repo}`);
  });

  test("a branch that is there, with a base", async () => {
    await server.git(["branch", "there"]);
    const failure = await refused("--branch", "there", "--base", "main");
    expect(failure.message).toContain("branch there is there already");
  });

  test.each(["nowhere", "-x", "", "main:README"])("base %p", async (base) => {
    const failure = await refused("--branch", "based", `--base=${base}`);
    expect(failure).toMatchObject({ code: "worktree_create_failed" });
  });

  test("a folder with something in it", async () => {
    const folder = join(server.box.home, "full");
    await Bun.write(join(folder, "mine"), "mine");
    const failure = await refused("--branch", "full", "--path", folder);
    expect(failure).toMatchObject({ code: "worktree_create_failed" });
    expect(readdirSync(folder)).toEqual(["mine"]);
  });

  test("a place that cannot be written, with the folders that were made for it", async () => {
    await Bun.write(join(server.box.home, "file"), "");
    const path = join(server.box.home, "file/below/it");
    expect(await refused("--branch", "below", "--path", path)).toMatchObject({
      code: "worktree_create_failed",
    });
  });

  test("a checkout that breaks off takes its branch and its folders with it", async () => {
    await server.commit(server.repo, ".gitattributes", "broken filter=broken\n");
    await server.commit(server.repo, "broken");
    await server.git(["config", "--global", "filter.broken.smudge", "false"]);
    await server.git(["config", "--global", "filter.broken.required", "true"]);
    const path = join(server.box.home, "deep/er/broken");
    const failure = await refused("--branch", "broken", "--path", path);
    expect(failure).toMatchObject({ code: "worktree_create_failed" });
    expect(existsSync(join(server.box.home, "deep"))).toBe(false);
    await server.git(["config", "--global", "--remove-section", "filter.broken"]);
  });

  test("one whose hook fails behind the checkout is taken away again, into the folder that was there", async () => {
    const hook = join(server.repo, ".git/hooks/post-checkout");
    await Bun.write(hook, "#!/bin/sh\necho not here >&2; exit 7\n");
    chmodSync(hook, 0o755);
    const empty = join(server.box.home, "empty");
    mkdirSync(empty);
    const words = ["--branch", "hook-fails", "--trust-repository", "--path"];
    const failure = await refused(...words, empty);
    expect(failure.code).toBe("worktree_create_failed");
    expect(failure.message).toEndWith("; nothing of it is left");
    expect(readdirSync(empty)).toEqual([]);
    await refused(...words, join(server.box.home, "new/er"));
    expect(existsSync(join(server.box.home, "new"))).toBe(false);
    await Bun.file(hook).delete();
  });

  test("a worktree of a worktree, with the way to the main checkout", async () => {
    const { path, workspaceId } = await server.create("inner");
    for (const words of [
      ["--cwd", path],
      ["--workspace", workspaceId],
    ]) {
      const failure = failureOf(await server.worktree("create", "--branch", "nested", ...words));
      expect(failure.code).toBe("linked_worktree_source");
      expect(failure.message).toContain(`--cwd ${server.repo}`);
    }
  });

  test("a repository without a commit", async () => {
    const empty = join(server.box.root, "empty");
    mkdirSync(empty);
    await server.git(["init", "-q"], empty);
    const failure = failureOf(await server.worktree("create", "--cwd", empty, "--branch", "x"));
    expect(failure).toMatchObject({ code: "worktree_create_failed" });
    expect(failure.message).toContain("no commit");
  });

  test("a folder that is no checkout, or is not there", async () => {
    for (const cwd of [server.box.home, join(server.box.root, "nowhere")]) {
      const failure = failureOf(await server.worktree("create", "--cwd", cwd));
      expect(failure).toMatchObject({ code: "not_git_worktree" });
    }
    const unknown = await server.herdr("create", "--workspace", "w99");
    expect(failureOf(unknown)).toMatchObject({ code: "workspace_not_found" });
  });

  test("a checkout of somebody else's, which git does not trust, with how to", async () => {
    const env = { ...server.box.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
    const words = ["-L", server.name, "worktree", "create", "--cwd", server.repo, "--branch", "x"];
    const failure = failureOf(await taw(words, { env }));
    expect(failure).toMatchObject({ code: "worktree_list_failed" });
    expect(failure.message).toBe(
      `git does not read ${server.repo}, which belongs to somebody else; if you trust it, run git config --global --add safe.directory with that folder`,
    );
  });
});

test("the repository's own programs do not run without --trust-repository", async () => {
  const hook = join(server.repo, ".git/hooks/post-checkout");
  await Bun.write(hook, `#!/bin/sh\necho "$NODE_ENV" >'${server.box.home}/hooked'\n`);
  chmodSync(hook, 0o755);
  await server.create("unhooked");
  expect(existsSync(join(server.box.home, "hooked"))).toBe(false);
  const env = { ...server.box.env, NODE_ENV: "development" };
  const words = ["worktree", "create", "--workspace", "w1", "--branch", "hooked"];
  resultOf(await taw(["-L", server.name, ...words, "--trust-repository"], { env }));
  expect(await Bun.file(join(server.box.home, "hooked")).text()).toBe("development\n");
  await server.git(["config", "filter.own.smudge", `touch '${server.box.home}/filtered'; cat`]);
  const filtered = ["create", "--workspace", "w1", "--branch", "filtered"];
  const failure = failureOf(await server.worktree(...filtered));
  expect(failure.message).toContain("filter.own.smudge");
  expect(failure.message).toContain("--trust-repository");
  await server.git(["config", "--remove-section", "filter.own"]);
});

test("what a hook leaves running behind it is not waited for", async () => {
  const hook = join(server.repo, ".git/hooks/post-checkout");
  await Bun.write(hook, "#!/bin/sh\nsleep 60 &\necho $! >~/behind\n");
  const begin = performance.now();
  await server.create("left-behind", "--trust-repository");
  expect(performance.now() - begin).toBeLessThan(20_000);
  process.kill(Number(await Bun.file(join(server.box.home, "behind")).text()));
  await Bun.file(hook).delete();
});

test("what a partial clone lacks is fetched with --trust-repository only", async () => {
  const partial = join(server.box.root, "partial");
  await server.git(["clone", "-q", server.repo, partial]);
  const ran = join(server.box.home, "fetched");
  for (const [key, value] of [
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", `touch '${ran}'; git-upload-pack`],
  ]) {
    await server.git(["config", key ?? "", value ?? ""], partial);
  }
  const blob = await server.git(["rev-parse", "HEAD:README"], partial);
  await Bun.file(join(partial, ".git/objects", blob.slice(0, 2), blob.slice(2))).delete();
  const words = ["create", "--cwd", partial, "--branch", "x"];
  const failure = failureOf(await server.worktree(...words));
  expect(failure.code).toBe("worktree_create_failed");
  expect(failure.message).toContain("--trust-repository");
  expect(existsSync(ran)).toBe(false);
  expect(await server.git(["branch", "--list", "x"], partial)).toBe("");
  resultOf(await server.worktree(...words, "--trust-repository"));
  expect(existsSync(ran)).toBe(true);
});

test("a bare repository has worktrees too", async () => {
  const bare = join(server.box.root, "bare.git");
  await server.git(["clone", "-q", "--bare", server.repo, bare]);
  const ran = await server.worktree("create", "--cwd", bare, "--branch", "of-bare");
  const { workspace, worktree } = resultOf(ran);
  expect(workspace).toMatchObject({
    label: "bare--of-bare",
    worktree: { repo_root: bare, repo_key: bare, repo_name: "bare" },
  });
  expect(worktree).toMatchObject({ branch: "of-bare", label: "bare", is_linked_worktree: true });
});

test("a worktree inside the main checkout is one like any other", async () => {
  const path = join(server.repo, "trees/nested");
  const made = await server.create("nested", "--path", path);
  expect(made.path).toBe(path);
  const failure = failureOf(await server.worktree("create", "--cwd", path, "--branch", "deeper"));
  expect(failure).toMatchObject({ code: "linked_worktree_source" });
});
