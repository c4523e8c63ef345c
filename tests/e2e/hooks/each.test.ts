import { expect, test } from "bun:test";
import { HOOK_NAMES, HOOK_ROWS } from "../../../src/config/hooks.ts";
import { isFields } from "../../../src/core/json.ts";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { heard, hears, KEEPS, loadHooked } from "../../support/hooked.ts";
import { repositoryServer } from "../../support/repository.ts";
import { sandbox } from "../../support/sandbox.ts";
import { attachClient } from "../../support/client.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const hooking = (...names: readonly string[]): string =>
  `[hooks]\n${names.map((name) => `"${name}" = ${JSON.stringify(KEEPS)}\n`).join("")}`;

/** What made an event in tmux, and what its command was told. */
interface Story {
  readonly name: string;
  readonly does: (on: TmuxServer) => Promise<unknown>;
  readonly told: Readonly<Record<string, unknown>>;
}

const STORIES: readonly Story[] = [
  {
    name: "pane.created",
    does: (on) => on.tmux("split-window", "-d", "-t", "main:", "cat"),
    told: { focused_pane_id: "w1:p2", pane: { pane_id: "w1:p2", tab_id: "w1:t1" } },
  },
  {
    name: "layout.updated",
    does: (on) => on.tmux("resize-window", "-t", "main:", "-x", "90"),
    told: { tab_id: "w1:t1", data: { layout: { tab_id: "w1:t1" } } },
  },
  {
    name: "tab.created",
    does: (on) => on.tmux("new-window", "-d", "-n", "logs", "cat"),
    told: { tab_id: "w1:t2", tab: { label: "logs" } },
  },
  {
    name: "tab.renamed",
    does: (on) => on.tmux("rename-window", "-t", "main:", "new"),
    told: { tab_id: "w1:t1", data: { tab_id: "w1:t1", workspace_id: "w1", label: "new" } },
  },
  {
    name: "workspace.created",
    does: (on) => on.tmux("new-session", "-d", "-s", "two", "-x", "80", "-y", "24", "cat"),
    told: { workspace_id: "w2", workspace_label: "two", workspace: { label: "two" } },
  },
  {
    name: "workspace.renamed",
    does: (on) => on.tmux("rename-session", "-t", "main", "new"),
    told: { workspace_id: "w1", workspace_label: "new", data: { label: "new" } },
  },
  {
    name: "workspace.updated",
    does: (on) => on.taw("workspace", "report-metadata", "w1", "--source", "s", "--token", "a=b"),
    told: { workspace: { tokens: { a: "b" } } },
  },
  {
    name: "pane.updated",
    does: (on) => on.taw("pane", "rename", "%0", "mine"),
    told: { pane: { label: "mine" } },
  },
];

test.each(STORIES.map((story) => [story.name, story] as const))(
  "a command hooked to %s hears of it once, with its records",
  async (name, { does, told }) => {
    await using server = await tmuxServer();
    await loadHooked(server, hooking(name));
    await does(server);
    const [call] = await hears(server, 1);
    expect(call).toMatchObject({ event: name, ...told });
    await quiet(server);
    expect(heard(server).length).toBe(1);
  },
);

/** Another command is run behind all that was to be run: what comes once has come by then. */
async function quiet(on: TmuxServer): Promise<void> {
  await until(
    "the queue is empty",
    () => on.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );
}

test("an end is told once each: an exit, a close, a window and a session", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, hooking("pane.exited", "pane.closed", "tab.closed", "workspace.closed"));
  await server.tmux("split-window", "-d", "-t", "main:", "read line");
  await server.tmux("send-keys", "-t", "%1", "Enter");
  expect(await hears(server, 1)).toMatchObject([
    { event: "pane.exited", data: { pane_id: "w1:p2" }, pane: null, workspace_label: "main" },
  ]);
  await server.tmux("split-window", "-d", "-t", "main:", "cat");
  await server.tmux("kill-pane", "-t", "%2");
  await hears(server, 2);
  await server.tmux("new-session", "-d", "-s", "two", "-x", "80", "-y", "24", "cat");
  await server.tmux("kill-session", "-t", "two");
  const calls = await hears(server, 5);
  expect(calls.map((call) => [call["event"], fieldsOf(call, "data")]).toSorted()).toEqual([
    ["pane.closed", { pane_id: "w1:p3", workspace_id: "w1" }],
    ["pane.closed", { pane_id: "w2:p4", workspace_id: "w2" }],
    ["pane.exited", { pane_id: "w1:p2", workspace_id: "w1" }],
    ["tab.closed", { tab_id: "w2:t2", workspace_id: "w2" }],
    ["workspace.closed", { workspace_id: "w2" }],
  ]);
  await quiet(server);
  expect(heard(server).length).toBe(5);
});

test("a focus that changes is told as session, window and pane", async () => {
  await using server = await tmuxServer();
  await using _client = await attachClient(server);
  await server.tmux("new-window", "-d", "cat");
  await loadHooked(server, hooking("workspace.focused", "tab.focused", "pane.focused"));
  await server.tmux("select-window", "-t", "main:1");
  const calls = await hears(server, 3);
  expect(calls.map((call) => call["event"]).toSorted()).toEqual([
    "pane.focused",
    "tab.focused",
    "workspace.focused",
  ]);
  expect(calls.find((call) => call["event"] === "pane.focused")).toMatchObject({
    focused_pane_id: "w1:p2",
    tab_id: "w1:t2",
    workspace_id: "w1",
  });
});

test("an agent's turn is told in each of its states, by the status event and the agent's own", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.05" });
  await using server = await tmuxServer({ box });
  const own = ["idle", "working", "blocked", "done"].map((state) => `agent.${state}`);
  await loadHooked(server, hooking("pane.agent_status_changed", ...own));
  const states = ["idle", "working", "blocked", "idle"];
  const turn = states.map((state) => `printf '\\033]7501;state=${state}\\007'; read -r line`);
  const pane = await server.pane(
    "sh",
    "-c",
    `env TAW_AGENT=codex sh -c "${turn.join("; ")}"; exec cat`,
  );
  for (const state of ["idle", "working", "blocked", "done"]) {
    const call = await until(`agent.${state} is told`, () =>
      heard(server).find(({ event }) => event === `agent.${state}`),
    );
    expect(call).toMatchObject({
      focused_pane_id: "w1:p2",
      focused_pane_agent: "codex",
      data: { pane_id: "w1:p2", agent: "codex", agent_status: state },
    });
    await server.tmux("send-keys", "-t", pane, "Enter");
  }
  const statuses = heard(server)
    .filter(({ event }) => event === "pane.agent_status_changed")
    .map((call) => fieldsOf(call, "data")["agent_status"])
    .filter((status) => status !== "unknown");
  expect(statuses.slice(0, 4)).toEqual(["idle", "working", "blocked", "done"]);
}, 30_000);

test("a worktree that is made, closed, opened and removed is told with its folder and its branch", async () => {
  await using server = await repositoryServer();
  await loadHooked(server, hooking("worktree.created", "worktree.opened", "worktree.removed"));
  const made = await server.create("feat/x");
  const [created] = await hears(server, 1);
  expect(created).toMatchObject({
    event: "worktree.created",
    workspace_label: "api--feat-x",
    worktree: {
      path: made.path,
      branch: "feat/x",
      repo_root: server.repo,
      checkout_path: made.path,
    },
  });
  resultOf(await server.taw("workspace", "close", made.workspaceId));
  resultOf(await server.worktree("open", "--path", made.path));
  const [, opened] = await hears(server, 2);
  expect(opened).toMatchObject({ event: "worktree.opened", worktree: { path: made.path } });
  const open = fieldsOf(opened, "workspace")["workspace_id"];
  resultOf(await server.worktree("remove", "--workspace", String(open)));
  const [, , removed] = await hears(server, 3);
  expect(removed).toMatchObject({
    event: "worktree.removed",
    worktree: { path: made.path, branch: "feat/x" },
  });
  expect(isFields(removed?.["data"]) && removed["data"]["forced"]).toBe(false);
}, 30_000);

test("every name that can fire now is in one of these stories", () => {
  const told = [
    ...STORIES.map(({ name }) => name),
    "agent.blocked",
    "agent.done",
    "agent.idle",
    "agent.working",
    // In notification.test.ts.
    "notification",
    "pane.agent_status_changed",
    "pane.closed",
    "pane.exited",
    "pane.focused",
    "tab.closed",
    "tab.focused",
    "workspace.closed",
    "workspace.focused",
    "worktree.created",
    "worktree.opened",
    "worktree.removed",
  ];
  const fire = HOOK_NAMES.filter(
    (name) => HOOK_ROWS[name].kind === "event" && !HOOK_ROWS[name].isNever,
  );
  expect(told.toSorted()).toEqual([...fire].toSorted());
});
