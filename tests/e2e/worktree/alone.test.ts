import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { failureOf, listOf, resultOf } from "../../support/answer.ts";
import type { RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { until } from "../../support/until.ts";

let server: RepositoryServer;
beforeAll(async () => {
  server = await repositoryServer();
});
afterAll(() => server.close());

/** A hook that holds a checkout until the file `go` is there. */
async function holdCheckouts(
  of: RepositoryServer = server,
  first = ":",
): Promise<{ started: string; go: () => Promise<unknown> }> {
  const [started, go] = ["started", "go"].map((name) => join(of.box.home, name));
  const hook = join(of.repo, ".git/hooks/post-checkout");
  const wait = `while [ ! -e '${go}' ]; do sleep 0.05; done`;
  await Bun.write(hook, `#!/bin/sh\n${first}\ntouch '${started}'\n${wait}\n`);
  chmodSync(hook, 0o755);
  return { started: started ?? "", go: () => Bun.write(go ?? "", "") };
}

const branches = async () =>
  (await server.git(["branch", "--format=%(refname:short)"])).split("\n");

test("while one call makes a worktree, no other of that repository is made, opened or removed", async () => {
  const { workspaceId } = await server.create("first");
  const held = await holdCheckouts();
  const slow = server.create("slow", "--trust-repository");
  await until("the checkout is at work", () => existsSync(held.started));
  const others = [
    ["create", "--workspace", "w1", "--branch", "quick"],
    ["open", "--workspace", "w1", "--branch", "first"],
    ["remove", "--workspace", workspaceId],
  ];
  for (const words of others) {
    for (const ran of [await server.worktree(...words), await server.herdr(...words)]) {
      expect(failureOf(ran)).toMatchObject({ code: "worktree_operation_in_progress" });
    }
  }
  expect(await branches()).toEqual(["first", "main", "slow"]);
  expect(listOf(await server.worktree("list", "--workspace", "w1"), "worktrees").length).toBe(3);
  await held.go();
  expect((await slow).path).toBe(join(server.places, "slow"));
  resultOf(await server.worktree("remove", "--workspace", workspaceId));
});

test("another repository is not held up, and a call that was killed holds nothing", async () => {
  const other = join(server.box.root, "other");
  await server.git(["clone", "-q", server.repo, other]);
  const held = await holdCheckouts();
  await Bun.file(join(server.box.home, "go")).delete();
  await Bun.file(held.started).delete();
  const words = ["worktree", "create", "--cwd", server.repo, "--branch", "killed"];
  const child = Bun.spawn(
    [join(import.meta.dir, "../../../bin/taw"), "-L", server.name, ...words, "--trust-repository"],
    { env: server.box.env, stdio: ["ignore", "ignore", "ignore"] },
  );
  await until("the checkout is at work", () => existsSync(held.started));
  resultOf(await server.worktree("create", "--cwd", other, "--branch", "elsewhere"));
  child.kill("SIGKILL");
  await child.exited;
  resultOf(await server.worktree("create", "--cwd", server.repo, "--branch", "after"));
  await held.go();
});

test("ten calls at once make ten worktrees or say why not, and none is left half done", async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      server.worktree("create", "--cwd", server.repo, "--branch", `many-${at}`),
    ),
  );
  const refusals = made.filter(({ code }) => code !== 0).map((ran) => failureOf(ran).code);
  expect(refusals.filter((code) => code !== "worktree_operation_in_progress")).toEqual([]);
  expect(refusals.length).toBeLessThan(10);
  const open = listOf(await server.taw("workspace", "list"), "workspaces").filter(({ label }) =>
    String(label).startsWith("api--many-"),
  );
  const folders = readdirSync(server.places).filter((name) => name.startsWith("many-"));
  const kept = (await branches()).filter((name) => name.startsWith("many-"));
  expect([open.length, folders.length, kept.length]).toEqual(Array(3).fill(10 - refusals.length));
});

test("a worktree in which no workspace can be opened is taken away again, and its branch", async () => {
  const lost = await repositoryServer("lost");
  const held = await holdCheckouts(lost);
  const slow = lost.worktree("create", "--cwd", lost.repo, "--branch", "x", "--trust-repository");
  await until("the checkout is at work", () => existsSync(held.started));
  await lost.tmux("kill-server");
  await held.go();
  const failure = failureOf(await slow);
  expect(failure.code).toBe("worktree_open_failed");
  expect(failure.message).toEndWith("; nothing of it is left");
  expect(existsSync(join(lost.places, "x"))).toBe(false);
  expect(await lost.git(["branch", "--format=%(refname:short)"])).toBe("main");
  expect(await lost.git(["worktree", "list"])).not.toContain("lost/x");
  await lost.box.close();
});

test("what a trusted hook has put into it by then is kept, and told", async () => {
  const lost = await repositoryServer("kept");
  const held = await holdCheckouts(lost, "touch mine");
  const slow = lost.worktree("create", "--cwd", lost.repo, "--branch", "x", "--trust-repository");
  await until("the checkout is at work", () => existsSync(held.started));
  await lost.tmux("kill-server");
  await held.go();
  const failure = failureOf(await slow);
  expect(failure.code).toBe("worktree_open_failed");
  expect(failure.message).toContain(`the checkout ${join(lost.places, "x")} and branch x are left`);
  expect(existsSync(join(lost.places, "x/mine"))).toBe(true);
  await lost.box.close();
});

test("without a state.db that can be used worktrees are made and removed all the same, with one word on it", async () => {
  const forgetful = await repositoryServer("forgetful");
  const folder = join(forgetful.box.home, ".local/state/tmux-agent-wizard");
  mkdirSync(join(folder, "state.db"), { recursive: true });
  const made = await forgetful.worktree("create", "--cwd", forgetful.repo, "--branch", "x");
  expect(made.code).toBe(0);
  expect(made.stderr).toContain("state.db");
  expect(made.stderr.trim().split("\n").length).toBe(1);
  const [, one] = listOf(await forgetful.worktree("list", "--workspace", "w2"), "worktrees");
  expect(one).toMatchObject({ branch: "x", open_workspace_id: "w2", workspace_id: "w2" });
  resultOf(await forgetful.worktree("remove", "--workspace", "w2"));
  await forgetful.close();
});
