import { afterEach, beforeEach, expect, test } from "bun:test";
import { failureOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { shownOn } from "../../support/spaces.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeEach(async () => {
  server = await tmuxServer();
});
afterEach(() => server.close());

const sessions = async () =>
  (await server.tmux("list-sessions", "-F", "#{session_name}")).split("\n");

/** A workspace that a verb opened as a checkout of the repository in `/repo`. */
async function checkout(name: string, isLinked: boolean): Promise<void> {
  await server.tmux("new-session", "-d", "-s", name, "cat");
  const membership = {
    repo_key: "/repo/.git",
    repo_root: "/repo",
    checkout_path: `/repo/${name}`,
    is_linked_worktree: isLinked,
  };
  const value = JSON.stringify(membership);
  await server.tmux("set-option", "-t", `=${name}:`, "@agent_wizard_worktree", value);
}

test("workspace close closes it with all its tabs and panes, and nothing else", async () => {
  await server.tmux("new-session", "-d", "-s", "gone", "cat");
  await server.tmux("new-window", "-d", "-t", "=gone:", "cat");
  const pids = (await server.tmux("list-panes", "-s", "-t", "=gone:", "-F", "#{pane_pid}")).split(
    "\n",
  );
  const result = resultOf(await server.taw("workspace", "close", "w2"));
  expect(result).toEqual({ type: "ok", workspace_id: "w2" });
  expect(await sessions()).toEqual(["main"]);
  for (const pid of pids) await until(`process ${pid} ended`, () => !isAlive(Number(pid)));
});

test("the last workspace closes too, and the server ends with it", async () => {
  expect(resultOf(await server.taw("workspace", "close", "w1"))).toMatchObject({ type: "ok" });
  const after = await server.taw("workspace", "list");
  expect(failureOf(after)).toMatchObject({ code: "tmux_error" });
});

test("who looks at it is brought to another workspace, in the group first, and not thrown out", async () => {
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("new-session", "-d", "-t", "=main", "-s", "twin");
  await using person = await attachClient(server, { session: "main" });
  resultOf(await server.taw("workspace", "close", "w1"));
  expect(await shownOn(server, person, "#{session_name}")).toBe("twin");
  resultOf(await server.taw("workspace", "close", "w3"));
  expect(await shownOn(server, person, "#{session_name}")).toBe("other");
});

test("a workspace with worktree workspaces open is refused, and nothing is closed; --group closes them with it", async () => {
  await checkout("repo", false);
  await checkout("feature", true);
  await checkout("fix", true);
  const before = await sessions();
  for (const [face, words, code] of [
    ["taw", ["workspace", "close", "w2"], "workspace_group_close_required"],
    ["herdr", ["workspace", "close", "w2"], "workspace_group_close_required"],
    ["taw", ["tab", "close", "w2:t2"], "workspace_group_close_required"],
    ["herdr", ["tab", "close", "w2:t2"], "confirmation_required"],
  ] as const) {
    const failure = failureOf(await server.taw(`--face=${face}`, ...words));
    expect(failure).toMatchObject({ code, exit: 1 });
    expect(failure.message).toContain("w3 (feature), w4 (fix)");
  }
  expect(await sessions()).toEqual(before);
  expect(resultOf(await server.taw("workspace", "close", "w3"))).toEqual({
    type: "ok",
    workspace_id: "w3",
  });
  expect(resultOf(await server.taw("workspace", "close", "w2", "--group"))).toEqual({
    type: "ok",
    workspace_id: "w2",
    worktree_workspace_ids: ["w4"],
  });
  expect(await sessions()).toEqual(["main"]);
});

test("tab close closes the tab, and with the last one its workspace", async () => {
  await server.tmux("new-session", "-d", "-s", "two", "cat");
  await server.tmux("new-window", "-d", "-t", "=two:", "cat");
  await using person = await attachClient(server, { session: "two" });
  expect(resultOf(await server.taw("tab", "close", "w2:t2"))).toEqual({ type: "ok" });
  const tabs = listOf(await server.taw("tab", "list", "--workspace", "w2"), "tabs");
  expect(tabs.map(({ tab_id: id }) => id)).toEqual(["w2:t3"]);
  expect(resultOf(await server.taw("--face=herdr", "tab", "close", "w2:t3"))).toEqual({
    type: "ok",
  });
  expect(await sessions()).toEqual(["main"]);
  expect(await shownOn(server, person, "#{session_name}")).toBe("main");
  expect(resultOf(await server.taw("tab", "close", "w1:t1"))).toEqual({ type: "ok" });
});

test("a tab that two workspaces show is closed in both", async () => {
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("new-window", "-d", "-t", "=main:", "cat");
  await server.tmux("link-window", "-d", "-s", "@2", "-t", "=other:5");
  resultOf(await server.taw("tab", "close", "w2:t3"));
  expect(await server.tmux("list-windows", "-a", "-F", "#{window_id}")).toBe("@0\n@1");
});

test("what is gone is refused in each face's code, and nothing is closed", async () => {
  const cases = [
    [["workspace", "close", "w7"], "workspace_not_found"],
    [["workspace", "close", "main"], "workspace_not_found"],
    [["workspace", "close", ""], "workspace_not_found"],
    [["tab", "close", "@99"], "tab_not_found"],
  ] as const;
  for (const [words, code] of cases) {
    expect(failureOf(await server.taw(...words))).toMatchObject({ code: "not_found", exit: 1 });
    expect(failureOf(await server.taw("--face=herdr", ...words))).toMatchObject({ code });
  }
  expect(await sessions()).toEqual(["main"]);
});
