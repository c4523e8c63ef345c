import { expect, test } from "bun:test";
import { countingTmux } from "../../support/counting-tmux.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { idleSubscriber, subscribe } from "../../support/subscriber.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

test("who does not read is told that events are lost and let go, and delays nobody: not a reader, not an answer", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await using socket = await serveSocket(server);
  using idle = await idleSubscriber(socket.path, server.box.root, "tab.renamed");
  using reader = await subscribe(socket.path, "tab.renamed");
  const labels = Array.from({ length: 900 }, (_, at) => `${at} ${"long ".repeat(500)}end`);
  for (let from = 0; from < labels.length; from += 100) {
    const renames = labels.slice(from, from + 100);
    await edgeOf(server).run(...renames.map((name) => ["rename-window", "-t", "main:0", name]));
    expect((await socket.ask("ping")).result?.type).toBe("pong");
  }
  await reader.hears("the last name", ({ data }) => data["label"] === labels.at(-1));
  expect(reader.events().map(({ data }) => data["label"])).toEqual(labels);
  idle.goOn();
  expect(await idle.exited).toBe(0);
  const [, ...told] = (await idle.lines()).map((line) => JSON.parse(line));
  expect(told.pop()).toMatchObject({ id: "sub", error: { code: "events_lost" } });
  expect(told.map(({ data }) => data.label)).toEqual(labels.slice(0, told.length));
}, 20_000);

test("100 events that nobody wants start no process: not tmux's, and not the socket server's", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const tmux = countingTmux(server);
  await using socket = await serveSocket(server, { PATH: tmux.path });
  using reader = await subscribe(socket.path, "workspace.renamed");
  await until("the pane's watcher is started", () => taw.calls().length === 1);
  await until("server and reader wait", () => tmux.count("wait-for") === 2);
  // The server asks once more whether tmux is there, a moment after its start.
  const count = () => tmux.count() - tmux.count("display-message") + taw.calls().length;
  const started = count();
  const renames = Array.from({ length: 100 }, (_, at) => [
    "rename-window",
    "-t",
    "main:0",
    `n${at}`,
  ]);
  await edgeOf(server).run(...renames);
  expect(await server.format("main:0", "#{window_name}")).toBe("n99");
  expect(count()).toBe(started);
  await server.tmux("rename-session", "-t", "main", "wanted");
  await reader.hears("the wanted one", ({ data }) => data["label"] === "wanted");
  expect(reader.events().length).toBe(1);
});

test("when tmux hangs, its subscribers are told that events are lost, and who comes after that hears again", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await using socket = await serveSocket(server, { TAW_TEST_TIMERS: "0.05" });
  using reader = await subscribe(socket.path, "tab.renamed");
  const pid = Number(await server.format("main:0", "#{pid}"));
  process.kill(pid, "SIGSTOP");
  try {
    await until("it is told", () => reader.lines.length > 1, Boolean, 12_000);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await reader.closed;
  expect(JSON.parse(reader.lines.at(-1) ?? "")).toMatchObject({ error: { code: "events_lost" } });
  using again = await subscribe(socket.path, "tab.renamed");
  await server.tmux("rename-window", "-t", "main:0", "again");
  await again.hears("the name", ({ data }) => data["label"] === "again");
}, 30_000);
