import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { bin, run } from "../../support/taw.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

type Options = Readonly<Record<string, string>>;

/** Writes what a watcher writes. */
async function mark(pane: string, options: Options): Promise<void> {
  for (const [name, value] of Object.entries(options)) {
    await server.tmux("set-option", "-p", "-t", pane, `@agent_${name}`, value);
  }
}

async function agent(options: Options): Promise<string> {
  const pane = await server.pane();
  await mark(pane, { kind: "claude", state: "idle", state_seq: "1", pid: "4242 77", ...options });
  return pane;
}

test("an agent's record tells its kind, name, state and how often the state changed", async () => {
  const pane = await agent({ name: "reviewer", state: "blocked", state_seq: "7" });
  const { agent: record } = resultOf(await server.taw("agent", "get", "reviewer"));
  expect(record).toMatchObject({
    agent: "claude",
    name: "reviewer",
    agent_status: "blocked",
    state_change_seq: 7,
    sandbox: null,
    restore_error: null,
  });
  expect(resultOf(await server.taw("agent", "get", pane))["agent"]).toEqual(record);
});

test("herdr's face leaves absent fields out and has herdr's tag", async () => {
  const pane = await agent({});
  const herdr = resultOf(await server.taw("--face=herdr", "agent", "get", pane));
  expect(herdr["type"]).toBe("agent_info");
  expect(Object.keys(fieldsOf(herdr["agent"]))).not.toContain("sandbox");
  expect(resultOf(await server.taw("agent", "get", pane))["type"]).toBe("agent");
});

test("only panes with an agent are agents, and a tab and workspace show the most urgent state", async () => {
  await using other = await tmuxServer();
  await other.tmux("split-window", "-d", "cat");
  for (const [pane, state] of [
    ["%0", "working"],
    ["%1", "done"],
  ] as const) {
    await other.tmux("set-option", "-p", "-t", pane, "@agent_kind", "codex");
    await other.tmux("set-option", "-p", "-t", pane, "@agent_state", state);
  }
  await other.pane();
  const agents = listOf(await other.taw("agent", "list"), "agents");
  expect(agents.map(({ pane_id: id, agent_status: status }) => [id, status])).toEqual([
    ["w1:p1", "working"],
    ["w1:p2", "done"],
  ]);
  expect(fieldsOf(resultOf(await other.taw("tab", "get", "w1:t1"))["tab"])).toMatchObject({
    agent_status: "done",
    pane_count: 2,
  });
  const { workspace } = resultOf(await other.taw("workspace", "get", "w1"));
  expect(workspace).toMatchObject({ agent_status: "done", tab_count: 2, pane_count: 3 });
});

test("a name that two agents have is refused with both their panes", async () => {
  const first = await agent({ name: "twin" });
  const second = await agent({ name: "twin" });
  const failure = failureOf(await server.taw("agent", "get", "twin"));
  expect(failure.code).toBe("agent_target_ambiguous");
  expect(failure.message).toContain(`${first}, ${second}`);
  expect(failureOf(await server.taw("agent", "get", "claude")).code).toBe("agent_not_found");
});

test("an agent's text is read by its name", async () => {
  const pane = await agent({ name: "talker" });
  await server.tmux("send-keys", "-t", pane, "-l", "--", "hello there");
  await until(
    "it shows",
    () => server.paneText(pane),
    (text) => text.includes("hello"),
  );
  expect((await server.taw("agent", "read", "talker")).stdout).toBe("hello there");
});

test("a wait ends at once when the agent is in a wanted state", async () => {
  const pane = await agent({ state: "done" });
  const { agent: record } = resultOf(await server.taw("agent", "wait", pane));
  expect(record).toMatchObject({ agent_status: "done" });
});

test("a wait ends when the agent gets into a wanted state, and not at another", async () => {
  const pane = await agent({ state: "working" });
  const waiting = server.taw("agent", "wait", pane, "--until", "blocked", "--until=done");
  await mark(pane, { state: "idle", state_seq: "2" });
  await mark(pane, { state: "blocked", state_seq: "3" });
  expect(resultOf(await waiting)["agent"]).toMatchObject({ agent_status: "blocked" });
});

test("a wait gives up after its time, naming the state it saw", async () => {
  const pane = await agent({ state: "working" });
  const failure = failureOf(await server.taw("agent", "wait", pane, "--timeout", "50"));
  expect(failure).toMatchObject({
    code: "timeout",
    exit: 1,
    message: `agent ${pane} was still working after 50 ms`,
  });
});

test("a wait ends with agent_not_running when the agent or its pane goes", async () => {
  const ends: ((pane: string) => Promise<unknown>)[] = [
    (pane) => server.tmux("set-option", "-pu", "-t", pane, "@agent_kind"),
    (pane) => server.tmux("kill-pane", "-t", pane),
    (pane) => mark(pane, { pid: "4343 99" }),
  ];
  const hasLooked = () => server.tmux("show-options", "-gqv", "@looked");
  await server.tmux("set-hook", "-g", "after-list-panes", "set -g @looked yes");
  for (const end of ends) {
    const pane = await agent({ state: "working" });
    await server.tmux("set-option", "-gu", "@looked");
    const wait = server.taw("agent", "wait", pane);
    await until("the wait has seen its agent", hasLooked);
    await end(pane);
    expect(failureOf(await wait)).toMatchObject({ code: "agent_not_running", exit: 1 });
  }
  await server.tmux("set-hook", "-gu", "after-list-panes");
});

test("a word that is no state is a usage error on both faces", async () => {
  const pane = await agent({});
  for (const face of ["taw", "herdr"]) {
    const ran = await run(
      [bin, `--face=${face}`, "agent", "wait", pane, "--until", "finished"],
      server.box,
    );
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("blocked, done, working, idle, unknown");
  }
});
