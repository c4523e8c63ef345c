import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { parseFeedLine } from "../../../remote/feed/protocol.ts";
import type { FeedState } from "../../../remote/feed/protocol.ts";
import { queueAppend } from "../../../src/core/queue.ts";
import { attachClient } from "../../support/client.ts";
import { startFeed } from "../../support/feed.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { sandbox } from "../../support/sandbox.ts";
import { run, taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** What the watcher of an agent's pane would have written. */
async function agentIn(server: TmuxServer, paneId: string, state: string): Promise<void> {
  const set = (name: string, value: string) => ["set-option", "-p", "-t", paneId, name, value];
  await edgeOf(server).run(
    set("@agent_kind", "claude"),
    set("@agent_name", "fixer"),
    set("@agent_state", state),
    set("@agent_state_since", "1800000000000"),
    set("@agent_message", 'May I? "yes" #{pid}'),
    set("@agent_rule", "claude:permission"),
    set("@agent_source", "screen"),
    queueAppend("status", "%0"),
  );
}

/** All that programs can report of a pane and of a workspace. */
async function reportAbout(server: TmuxServer, paneId: string, workspaceId: string): Promise<void> {
  const words = ["--source", "test", "--token", "load=7"];
  const presented = ["--title", "a title", "--display-agent", "Bob", "--state-label", "idle=zzz"];
  await server.taw("pane", "report-metadata", paneId, ...words, ...presented);
  await server.taw("workspace", "report-metadata", workspaceId, ...words);
}

async function records(server: TmuxServer, group: string): Promise<Record<string, unknown>[]> {
  const { json } = await server.taw(group, "list");
  const { result } = json as { result: Record<string, Record<string, unknown>[]> };
  return result[`${group}s`] ?? [];
}

/** Every field that both have says the same. */
const same = (line: object, record: Record<string, unknown>) => {
  const shared = Object.entries(line).filter(([name]) => name in record);
  expect(shared.length).toBeGreaterThan(4);
  for (const [name, value] of shared) expect({ [name]: value }).toEqual({ [name]: record[name] });
};

test("feed --once prints a hello and a state, made of the same records that the lists print", async () => {
  await using server = await tmuxServer({
    conf: "set -g prefix2 C-a\nset -g @agent-wizard-theme dark\nset -gw window-style bg=#fdf6e3",
  });
  await loadInto(server, recorder(server).launcher);
  await run(["git", "init", "-q", "-b", "trunk", server.box.home], { env: server.box.env });
  await server.tmux("split-window", "-d", "sh", "-c", "sleep 600; true");
  await server.tmux("new-session", "-d", "-s", "two", "-n", "tests", "cat");
  await server.tmux("new-session", "-d", "-s", "grouped", "-t", "two");
  await agentIn(server, "%0", "blocked");
  await reportAbout(server, "%0", "$0");
  const ran = await server.taw("machine", "feed", "--once");
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const [hello, state, ...more] = ran.stdout.trim().split("\n").map(parseFeedLine);
  expect(more).toEqual([]);
  const [pid, start] = (await server.format("main:", "#{pid} #{start_time}")).split(" ");
  expect(hello).toMatchObject({
    type: "hello",
    protocol: 1,
    server: `${pid} ${start}`,
    tmux: {
      socket: server.socketPath,
      version: await server.format("main:", "#{version}"),
      prefix: "C-b",
      prefix2: "C-a",
      popup_key: "a",
      theme: "light",
      theme_option: "dark",
      root_keys: [],
    },
  });
  if (state?.type !== "state") throw new Error("no state line");
  for (const [lines, group] of [
    [state.spaces, "workspace"],
    [state.panes, "pane"],
    [state.agents, "agent"],
  ] as const) {
    const listed = await records(server, group);
    expect(lines.length).toBe(listed.length);
    for (const [at, line] of lines.entries()) same(line, listed[at] ?? {});
  }
  const main = state.spaces.find(({ label }) => label === "main");
  expect(main).toMatchObject({
    tmux_id: "$0",
    cwd: server.box.home,
    git: { branch: "trunk", ahead: 0, behind: 0 },
    agent_status: "blocked",
  });
  expect(state.panes.find(({ tmux_id }) => tmux_id === "%1")?.command).toContain("sleep 600");
  expect(state.panes.filter(({ tmux_id }) => tmux_id === "%2")).toMatchObject([
    { workspace_id: "w2", tab_label: "tests", tab_number: 0 },
  ]);
  expect(state.agents).toMatchObject([
    {
      agent: "claude",
      name: "fixer",
      agent_status: "blocked",
      text: 'May I? "yes" #{pid}',
      since_unix_ms: 1_800_000_000_000,
      rule: "claude:permission",
      evidence: "screen",
      watched: true,
      unwatched_reason: "",
    },
  ]);
});

test("an agent's text is what it asks, else its title where that is a topic, else how far it is", async () => {
  await using server = await tmuxServer();
  const panes = await Promise.all([1, 2, 3, 4].map(() => server.pane("cat")));
  const told = [
    { kind: "claude", title: "✳ Fix the parser", message: "Bash: touch x", progress: "" },
    { kind: "claude", title: "✳ Fix the parser", message: "", progress: "4;1;40" },
    { kind: "gemini", title: "◇  Ready (proj)", message: "", progress: "4;1;40" },
    { kind: "qwen", title: "Qwen - proj", message: "", progress: "4;3;0" },
  ];
  for (const [at, { kind, title, message, progress }] of told.entries()) {
    const pane = panes[at] ?? "";
    const set = (name: string, value: string) => ["set-option", "-p", "-t", pane, name, value];
    await edgeOf(server).run(
      ["select-pane", "-t", pane, "-T", title],
      set("@agent_kind", kind),
      set("@agent_message", message),
      set("@agent_progress", progress),
    );
  }
  const ran = await server.taw("machine", "feed", "--once");
  const [, state] = ran.stdout.trim().split("\n").map(parseFeedLine);
  if (state?.type !== "state") throw new Error("no state line");
  const texts = panes.map((id) => {
    const shown = state.panes.find(({ tmux_id }) => tmux_id === id)?.pane_id;
    return state.agents.find(({ pane_id }) => pane_id === shown)?.text;
  });
  expect(texts).toEqual(["Bash: touch x", "Fix the parser", "40 %", ""]);
});

test("another protocol is refused with what both speak, before anything is printed", async () => {
  await using server = await tmuxServer();
  const ran = await server.taw("machine", "feed", "--protocol", "2");
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain("speaks feed protocol 1, and the app asked for 2");
});

const labels = (state: FeedState): string => state.panes.map(({ tab_label }) => tab_label).join();

test("a change is told by events at once, a storm in few lines, and what stays the same is not told again", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  await using feed = startFeed(["-L", server.name], server.box.env);
  await feed.state("the first state", () => true);
  await until(
    "it follows",
    async () => (await server.tmux("show-options", "-sqv", "@agent_wizard_wants")) !== "",
  );
  const before = feed.states().length;
  const started = performance.now();
  await server.tmux("rename-window", "-t", "main:", "first");
  await feed.state("the new name", (state) => labels(state) === "first");
  expect(performance.now() - started).toBeLessThan(3000);
  await edgeOf(server).run(
    ...Array.from({ length: 200 }, (_, at) => ["rename-window", "-t", "main:", `n${at}`]),
  );
  await feed.state("the last name", (state) => labels(state) === "n199");
  for (let at = 0; at < 60; at += 1) await server.tmux("rename-window", "-t", "main:", "n199");
  await server.tmux("split-window", "-d", "cat");
  await feed.state("the new pane", ({ panes }) => panes.length === 2);
  expect(feed.states().length - before).toBeLessThan(20);
  const calm = feed.states().length;
  const stormed = performance.now();
  for (let at = 0; at < 60; at += 1) await server.tmux("rename-window", "-t", "main:", `m${at}`);
  await feed.state("the end of the storm", (state) => labels(state).includes("m59"));
  const tenths = (performance.now() - stormed) / 100;
  expect(feed.states().length - calm).toBeLessThanOrEqual(Math.ceil(tenths) + 1);
  const texts = feed.states().map((state) => JSON.stringify({ ...state, now_unix_ms: 0 }));
  expect(texts.filter((text, at) => text === texts[at - 1])).toEqual([]);
  expect(taw.calls().filter((call) => call === "events drain")).toEqual([]);
});

test("the pane that an app watches is sent when it has changed, with its colours and its history, and as gone", async () => {
  await using server = await tmuxServer({ width: 60, height: 10 });
  expect((await server.taw("tmux", "load")).code).toBe(0);
  const pane = await server.pane("sh", "-c", "seq 1 30; printf '\\033[31mred\\033[0m'; exec cat");
  await using feed = startFeed(["-L", server.name], server.box.env);
  feed.send({ type: "from-tomorrow" });
  feed.send({ type: "watch", pane, history: 5 });
  const first = await feed.screen("the pane is shown", ({ text }) => text.includes("red"));
  expect(first).toMatchObject({ pane, width: 60, height: 10, history: 5, gone: false });
  expect(first.text).toStartWith("17\n");
  expect(first.text).toContain("\u001b[31mred");
  expect(first.text.split("\n").length).toBe(15);
  await server.tmux("send-keys", "-t", pane, "typed");
  await feed.screen("what was typed is shown", ({ text }) => text.includes("typed"));
  feed.send({ type: "watch", pane: "w1:p1", history: 0 });
  await feed.screen("the other pane", (screen) => screen.pane === "w1:p1" && screen.history === 0);
  feed.send({ type: "watch", pane, history: 0 });
  await feed.screen("the first again", (screen) => screen.pane === pane && screen.history === 0);
  await server.tmux("kill-pane", "-t", pane);
  await feed.screen("it is gone", ({ gone }) => gone);
  feed.send({ type: "watch", pane: "%99", history: 0 });
  await feed.screen("what never was is gone", (screen) => screen.pane === "%99" && screen.gone);
});

test("an agent that needs a person is told as a toast where nobody looks at it, and not where somebody does", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await server.tmux("new-session", "-d", "-s", "two", "cat");
  await using feed = startFeed(["-L", server.name], server.box.env);
  await until(
    "it follows",
    async () => (await server.tmux("show-options", "-sqv", "@agent_wizard_wants")) !== "",
  );
  await agentIn(server, "%0", "blocked");
  const toast = await feed.line("a toast", ({ type }) => type === "toast");
  expect(toast).toEqual({
    type: "toast",
    kind: "request",
    pane: "w1:p1",
    text: 'fixer needs you: May I? "yes" #{pid}',
    title: "fixer needs you",
    body: 'May I? "yes" #{pid}',
    agent: "fixer",
    agent_kind: "claude",
    location: expect.stringContaining("main · "),
    lease: false,
  });
  await using client = await attachClient(server, { session: "main" });
  await agentIn(server, "%0", "working");
  await agentIn(server, "%0", "blocked");
  await feed.state(`${client.name} looks`, ({ agents }) => agents[0]?.agent_status === "blocked");
  await server.tmux("rename-window", "-t", "two:", "after");
  await feed.state("a later change", (state) => labels(state).includes("after"));
  expect(feed.lines.filter(({ type }) => type === "toast").length).toBe(1);
});

test("a feed ends with its input or by a signal, and leaves no socket, no word and no process", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  for (const stop of ["end", "SIGTERM", "SIGHUP"] as const) {
    await using feed = startFeed(["-L", server.name], server.box.env);
    await until(
      "it drains",
      async () => (await server.tmux("show-options", "-sqv", "@agent_wizard_resident")) !== "",
    );
    if (stop === "end") feed.end();
    else feed.kill(stop);
    expect(await feed.exited).toBe(0);
    expect(readdirSync(`${folders.runtime}/l`)).toEqual([]);
    const left = await server.tmux("show-options", "-s");
    expect(
      left.match(/@agent_wizard_(wants|queue|panes|exited|resident|waiting|draining)/g),
    ).toBeNull();
  }
  const waiting = await Bun.$`ps -eo args=`.env(server.box.env).text();
  expect(waiting.includes(`-L ${server.name} wait-for`)).toBe(false);
});

test("a feed that was killed hard is replaced by the next at once, and what it left is cleared away", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  const drains = async () =>
    (await server.tmux("show-options", "-sqv", "@agent_wizard_waiting")).split(".")[0] ?? "";
  await using killed = startFeed(["-L", server.name], server.box.env);
  const first = await until("it drains", drains);
  killed.kill("SIGKILL");
  await killed.exited;
  await using feed = startFeed(["-L", server.name], server.box.env);
  const second = await until("the next drains", drains, (name) => name !== "" && name !== first);
  await until(
    "only the living one listens",
    () => readdirSync(`${folders.runtime}/l`).join(),
    (names) => names === second,
  );
  await server.tmux("rename-window", "-t", "main:", "told");
  await feed.state("the new name", (state) => labels(state) === "told");
  const waits = async () =>
    (await run(["ps", "-eo", "args="], { env: server.box.env })).stdout.includes(
      `wait-for taw-${first}`,
    );
  await until("the dead one's client has gone", async () => !(await waits()));
  expect(await server.tmux("show-options", "-sv", "@agent_wizard_wants")).not.toContain(first);
});

test("a feed ends when its tmux server goes", async () => {
  const server = await tmuxServer();
  try {
    await loadInto(server, recorder(server).launcher);
    await using feed = startFeed(["-L", server.name], server.box.env);
    await until(
      "it drains",
      async () => (await server.tmux("show-options", "-sqv", "@agent_wizard_resident")) !== "",
    );
    await server.tmux("kill-server");
    expect(await feed.exited).toBe(0);
  } finally {
    await server.close();
  }
});

test("a server that hangs is no server that is missing: the feed ends within five seconds and says which", async () => {
  await using server = await tmuxServer();
  const pid = Number(await server.format("main:", "#{pid}"));
  await using feed = startFeed(["-L", server.name], server.box.env);
  await feed.state("the first state", ({ spaces }) => spaces.length === 1);
  process.kill(pid, "SIGSTOP");
  try {
    const start = performance.now();
    const once = await server.taw("machine", "feed", "--once");
    expect(once.code).toBe(1);
    expect(once.stderr).toContain(`the tmux server on ${server.socketPath} did not answer`);
    expect(performance.now() - start).toBeLessThan(5_500);
    expect(await feed.exited).toBe(1);
    expect(feed.states().at(-1)?.spaces).toHaveLength(1);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

test("without a server the feed says so, and goes on when one appears", async () => {
  await using box = sandbox();
  const name = `taw-test-${process.pid}-none`;
  const once = await taw(["-L", name, "machine", "feed", "--once"], { env: box.env });
  expect(once.code).toBe(0);
  expect(once.stdout.split("\n").slice(0, 2).map(parseFeedLine)).toMatchObject([
    { type: "hello", server: "" },
    { type: "state", spaces: [], panes: [], agents: [] },
  ]);
  await using feed = startFeed(["-L", name], box.env);
  await feed.line("an empty hello", (line) => line.type === "hello" && line.server === "");
  box.onClose(async () => void (await run(["tmux", "-L", name, "kill-server"], { env: box.env })));
  await run(["tmux", "-L", name, "-f", "/dev/null", "new-session", "-d", "-s", "late", "cat"], {
    env: box.env,
  });
  await feed.line("a hello of the server", (line) => line.type === "hello" && line.server !== "");
  const state = await feed.state("its state", ({ spaces }) => spaces.length === 1);
  expect(state.spaces[0]?.label).toBe("late");
  expect(existsSync(`${box.home}/.local/state`)).toBe(true);
});
