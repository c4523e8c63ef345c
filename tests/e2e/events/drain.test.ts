import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import type { Event, EventName } from "../../../src/core/events.ts";
import { queueAppend } from "../../../src/core/queue.ts";
import { Follower } from "../../../src/events/follow.ts";
import { deliver } from "../../../src/events/listeners.ts";
import { STARTED, take } from "../../../src/events/take.ts";
import { wantEvents } from "../../../src/events/wants.ts";
import { clockOf } from "../../../src/system/clock.ts";
import { readWorld } from "../../../src/tmux/read.ts";
import { EVENT_NAMES, listen } from "../../support/listener.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import type { Recorder } from "../../support/loaded.ts";
import { sandbox } from "../../support/sandbox.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const edgesOf = (server: TmuxServer) => ({
  tmux: edgeOf(server),
  environment: server.box.env,
  clock: clockOf(server.box.env),
});

const drains = (taw: Recorder): number =>
  taw.calls().filter((call) => call === "events drain").length;

const quiet = (server: TmuxServer) =>
  until(
    "the queue is empty and nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );

const renamed = (heard: readonly Event[]): unknown[] =>
  heard.filter(({ name }) => name === "tab.renamed").map(({ data }) => data["label"]);

test("200 renames in a burst are told in order, none lost and none twice, by few processes", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  using reader = await listen(server, folders.runtime);
  const labels = Array.from({ length: 200 }, (_, at) => `n${at} it's "$(touch X)" \\ ;`);
  await edgeOf(server).run(...labels.map((label) => ["rename-window", "-t", "main:", label]));
  await until(
    "all are told",
    () => renamed(reader.heard).length,
    (count) => count >= 200,
  );
  await quiet(server);
  // tmux keeps a name with its control characters and backslashes spelled out.
  expect(renamed(reader.heard)).toEqual(labels.map((label) => label.replaceAll("\\", "\\\\")));
  expect(drains(taw)).toBeLessThan(20);
  expect(existsSync(`${server.box.home}/X`)).toBe(false);
}, 20_000);

test("what an agent says is taken from the queue byte for byte", async () => {
  await using server = await tmuxServer();
  const tmux = edgeOf(server);
  const message = `$HOME \\$HOME \\\\\${x} $5 "it's" a = b; #{pid} #(touch X) \\n \\033 日本 🙂`;
  await tmux.run(
    ["set-option", "-s", "@agent_wizard_clock", "%s"],
    ["set-option", "-s", "@agent_wizard_wants", "<status@1-a>"],
    ["set-option", "-s", "@agent_wizard_draining", "9999999999"],
    ["set-option", "-p", "-t", "%0", "@agent_message", message],
    queueAppend("status", "%0"),
  );
  const batch = await take(tmux, STARTED);
  expect(batch?.entries.map(({ fields }) => fields["message"])).toEqual([message]);
  expect(batch?.world.panes[0]?.id).toBe("%0");
  expect(existsSync(`${server.box.home}/X`)).toBe(false);
});

test("100 events that nobody wants start no process", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  using reader = await listen(server, folders.runtime, ["workspace.renamed"]);
  await edgeOf(server).run(
    ...Array.from({ length: 100 }, (_, at) => ["rename-window", "-t", "main:", `n${at}`]),
  );
  expect(await server.tmux("show-options", "-sqv", "@agent_wizard_queue")).toBe("");
  expect(drains(taw)).toBe(0);
  await server.tmux("rename-session", "-t", "main", "told");
  await until("the wanted one is told", () => reader.names().length > 0);
  expect(reader.heard[0]).toEqual({
    name: "workspace.renamed",
    about: { workspace: "$0" },
    data: { workspace_id: "w1", label: "told" },
  });
});

test("panes, tabs and workspaces are told once as they come and once as they go", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  const names: readonly EventName[] = [
    "pane.created",
    "pane.closed",
    "pane.exited",
    "tab.created",
    "tab.closed",
    "workspace.created",
    "workspace.closed",
  ];
  using reader = await listen(server, folders.runtime, names);
  const structural = () =>
    reader.heard
      .filter(({ name }) => names.includes(name))
      .map(({ name, about }) => `${name} ${about.pane ?? about.tab ?? about.workspace}`);
  const shows = (expected: string[]) =>
    until(`${expected.at(-1)} is told`, structural, (told) => told.length >= expected.length).then(
      (told) => expect(told.splice(0)).toEqual(expected),
    );
  const story: string[] = [];
  const steps: [string[], string[]][] = [
    [["split-window", "-d", "cat"], ["pane.created %1"]],
    [["kill-pane", "-t", "%1"], ["pane.closed %1"]],
    [
      ["new-session", "-d", "-s", "two", "cat"],
      ["workspace.created $1", "tab.created @1", "pane.created %2"],
    ],
    [
      ["new-window", "-d", "-t", "two:", "cat"],
      ["tab.created @2", "pane.created %3"],
    ],
    [
      ["respawn-pane", "-k", "-t", "%3", "true"],
      ["pane.exited %3", "tab.closed @2"],
    ],
    [
      ["kill-session", "-t", "two"],
      ["pane.closed %2", "tab.closed @1", "workspace.closed $1"],
    ],
  ];
  for (const [command, events] of steps) {
    await server.tmux(...command);
    story.push(...events);
    await shows(story);
  }
  expect(reader.heard[0]?.data).toMatchObject({ pane: { pane_id: "w1:p2", tab_id: "w1:t1" } });
});

const set = (name: string, value: string): string[] => [
  "set-option",
  "-p",
  "-t",
  "%0",
  name,
  value,
];

test("what a pane's watcher appends comes with the pane's options, and nothing comes from a pane that is gone", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  using reader = await listen(server, folders.runtime);
  const tmux = edgeOf(server);
  await tmux.run(queueAppend("status", "%99"));
  await tmux.run(
    set("@agent_kind", "claude"),
    set("@agent_state", "blocked"),
    set("@agent_message", "a 'b' = c; #{pid} $x"),
    queueAppend("status", "%0"),
  );
  await until(
    "both are told",
    () => reader.heard.length,
    (count) => count === 2,
  );
  expect(reader.names()).toEqual(["pane.agent_status_changed", "agent.blocked"]);
  expect(reader.heard[0]?.data).toMatchObject({
    pane_id: "w1:p1",
    workspace_id: "w1",
    agent_status: "blocked",
    agent: "claude",
  });
});

test("a dead listener's socket and words are taken away by whoever finds it dead, and no others", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  using alive = await listen(server, folders.runtime);
  const dead = await listen(server, folders.runtime);
  dead[Symbol.dispose]();
  await Bun.write(`${folders.runtime}/l/${dead.name}`, "");
  await server.tmux("rename-window", "-t", "main:", "x");
  await until("the living one is told", () => renamed(alive.heard).length === 1);
  await until(
    "the dead one is forgotten",
    async () =>
      !(await server.tmux("show-options", "-sv", "@agent_wizard_wants")).includes(dead.name),
  );
  expect(readdirSync(`${folders.runtime}/l`)).toEqual([alive.name]);
  expect(await server.tmux("show-options", "-sv", "@agent_wizard_wants")).toContain(alive.name);
});

test("a reader that stays drains by itself: events reach it and the others, and no process is started", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  const heard: Event[] = [];
  const edges = edgesOf(server);
  const follower = await Follower.start(edges, EVENT_NAMES, (events) => void heard.push(...events));
  using other = await listen(server, folders.runtime, ["tab.renamed"]);
  await edges.tmux.run(
    ...Array.from({ length: 50 }, (_, at) => ["rename-window", "-t", "main:", `n${at}`]),
  );
  const labels = Array.from({ length: 50 }, (_, at) => `n${at}`);
  await until(
    "all are told",
    () => renamed(heard).length,
    (count) => count >= 50,
  );
  await until(
    "the other is told",
    () => renamed(other.heard).length,
    (count) => count >= 50,
  );
  expect(renamed(heard)).toEqual(labels);
  expect(renamed(other.heard)).toEqual(labels);
  expect(drains(taw)).toBe(0);
  expect(await server.tmux("list-clients")).toBe("");

  await follower.close();
  await server.tmux("rename-window", "-t", "main:", "after");
  await until("a drainer tells it now", () => renamed(other.heard).at(-1) === "after");
  expect(drains(taw)).toBe(1);
  expect(renamed(heard).length).toBe(50);
});

test("a reader that stays misses no wake, however the entries come between its looks", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const edges = edgesOf(server);
  const heard: Event[] = [];
  const follower = await Follower.start(edges, EVENT_NAMES, (events) => void heard.push(...events));
  for (let round = 1; round <= 30; round += 1) {
    const names = [`a${round}`, `b${round}`];
    await edges.tmux.run(...names.map((name) => ["rename-window", "-t", "main:", name]));
    await until(`round ${round} is told`, () => renamed(heard).at(-1) === names[1]);
  }
  expect(renamed(heard).length).toBe(60);
  expect(drains(taw)).toBe(0);
  await follower.close();
}, 20_000);

test("two entries before a reader has come to wait leave its wake standing", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await wantEvents(edgeOf(server), "1-reader", ["tab.renamed"]);
  await server.tmux("set-option", "-s", "@agent_wizard_resident", "9999999999 1-reader");
  await server.tmux("set-option", "-s", "@agent_wizard_waiting", "1-reader.1");
  await server.tmux("rename-window", "-t", "main:", "a", ";", "rename-window", "-t", "main:", "b");
  expect(await edgeOf(server).waitFor("taw-1-reader.1", AbortSignal.timeout(4000))).toBe(true);
});

test("of two readers that stay one drains, and the other does when the first has gone", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const edges = edgesOf(server);
  const both: Event[][] = [[], []];
  const [first, second] = [
    await Follower.start(edges, EVENT_NAMES, (events) => void both[0]?.push(...events)),
    await Follower.start(edges, EVENT_NAMES, (events) => void both[1]?.push(...events)),
  ];
  await server.tmux("rename-window", "-t", "main:", "x");
  await until(
    "both are told",
    () => both.map((heard) => renamed(heard).length).join(),
    (counts) => counts === "1,1",
  );
  await first.close();
  await server.tmux("rename-window", "-t", "main:", "y");
  await until("the second is told", () => renamed(both[1] ?? []).at(-1) === "y");
  await second.close();
  await quiet(server);
  const left = await server.tmux("show-options", "-s");
  expect(
    left.match(/@agent_wizard_(wants|queue|panes|exited|resident|waiting|draining)/g),
  ).toBeNull();
});

test("a reader that stays hears again once taw was unloaded and is loaded again", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.01" });
  await using server = await tmuxServer({ box });
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const heard: Event[] = [];
  const edges = edgesOf(server);
  const follower = await Follower.start(edges, EVENT_NAMES, (events) => void heard.push(...events));
  await server.taw("tmux", "unload");
  await loadInto(server, taw.launcher);
  await until("it is heard", async () =>
    (await server.tmux("show-options", "-sqv", "@agent_wizard_wants")).includes(`<tab-name@`),
  );
  await server.tmux("rename-window", "-t", "main:", "again");
  await until("it hears", () => renamed(heard).at(-1) === "again");
  await follower.close();
});

test("what no hook of tmux tells is found by the reader that stays: windows of two workspaces that changed places", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.01" });
  await using server = await tmuxServer({ box });
  await loadInto(server, recorder(server).launcher);
  await server.tmux("new-session", "-d", "-s", "two", "cat");
  const heard: Event[] = [];
  const follower = await Follower.start(
    edgesOf(server),
    EVENT_NAMES,
    (events) => void heard.push(...events),
  );
  await server.tmux("swap-window", "-d", "-s", "main:0", "-t", "two:0");
  const moved = () =>
    heard
      .filter(({ name }) => name === "tab.moved")
      .map(({ about }) => `${about.tab} ${about.workspace}`);
  await until("both are told", () => moved().length === 2);
  expect(moved().toSorted()).toEqual(["@0 $1", "@1 $0"]);
  await follower.close();
});

test("a reader that stays notices that its server went", async () => {
  const server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  const edges = edgesOf(server);
  const follower = await Follower.start(edges, EVENT_NAMES, () => undefined);
  await server.tmux("kill-server");
  await until("it has ended", () => follower.ended.aborted);
  await follower.close();
  await server.close();
});

test("a large batch arrives whole", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  using reader = await listen(server, folders.runtime);
  const data = { text: "x".repeat(200_000) };
  const events: Event[] = [{ name: "changed", about: {}, data }];
  await deliver(edgeOf(server), folders.runtime, {
    events,
    world: await readWorld(edgeOf(server)),
  });
  await until("a large batch arrives whole", () => reader.heard.length === 1);
  expect(reader.heard[0]?.data).toEqual(data);
});
