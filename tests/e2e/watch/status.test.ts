import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { loadInto, recorder } from "../../support/loaded.ts";
import type { Recorder } from "../../support/loaded.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** What `taw watch status` says of every pane, by tmux id. */
async function states(server: TmuxServer): Promise<Record<string, string>> {
  const { json } = await server.taw("watch", "status");
  const { result } = json as { result: { watchers: { tmux_id: string; state: string }[] } };
  return Object.fromEntries(result.watchers.map(({ tmux_id, state }) => [tmux_id, state]));
}

/** Puts a process's name on a pane, as its watcher would; with a nudge socket that answers where one is given. */
async function nameWatcher(server: TmuxServer, paneId: string, pid: number, socket = "-") {
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  await server.tmux(
    "set-option",
    "-p",
    "-t",
    paneId,
    "@agent_watcher",
    `${pid} ${start} ${socket}`,
  );
}

const startsOf = (taw: Recorder, paneId: string): number =>
  taw.calls().filter((call) => call.startsWith(`__watch ${paneId} `)).length;

test("watch status tells for each pane whether it is watched, and why not", async () => {
  await using server = await tmuxServer({ conf: "set -gw remain-on-exit on" });
  const foreign = await server.pane();
  await server.tmux("pipe-pane", "-t", foreign, "cat >/dev/null");
  const unread = await server.pane();
  expect(await states(server)).toMatchObject({ [foreign]: "foreign", [unread]: "none" });

  const dead = await server.pane("false");
  await until("it is dead", async () => (await server.format(dead, "#{pane_dead}")) === "1");

  await loadInto(server, recorder(server).launcher);
  const lost = await server.pane();
  await server.tmux("set-option", "-p", "-t", lost, "@agent_watcher", `${process.pid} 1 -`);
  const running = await server.pane();
  await nameWatcher(server, running, process.pid);
  const silent = await server.pane();
  const socket = `${server.box.root}/silent`;
  const listener = Bun.listen({ unix: socket, socket: { data: () => undefined } });
  await nameWatcher(server, silent, process.pid, listener.unix);
  const answering = await server.pane();
  using answers = Bun.listen({
    unix: `${server.box.root}/answers`,
    socket: { open: (open) => void open.end("done\n"), data: () => undefined },
  });
  await nameWatcher(server, answering, process.pid, answers.unix);
  expect(await states(server)).toEqual({
    "%0": "starting",
    [foreign]: "foreign",
    [unread]: "starting",
    [dead]: "ended",
    [lost]: "lost",
    [running]: "running",
    [silent]: "stalled",
    [answering]: "running",
  });
  listener.stop(true);
  await server.tmux("set-option", "-p", "-t", unread, "@agent_pipe", "1700000000");
  expect((await states(server))[unread]).toBe("lost");
});

test("watch attach-all opens what has no watcher, replaces what is lost, and leaves a foreign pipe alone", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  const refused = await server.taw("watch", "attach-all");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("run 'taw tmux load'");
  await loadInto(server, taw.launcher);
  const [closed, lost, foreign, fine] = [
    await server.pane(),
    await server.pane(),
    await server.pane(),
    await server.pane(),
  ];
  await until("all were started", () => taw.calls().length === 5);
  rmSync(`${server.box.root}/calls`);
  await server.tmux("pipe-pane", "-t", closed);
  await server.tmux("set-option", "-p", "-t", lost, "@agent_watcher", `${process.pid} 1 -`);
  await server.tmux("set-option", "-pu", "-t", foreign, "@agent_pipe");
  await nameWatcher(server, fine, process.pid);

  const { json } = await server.taw("watch", "attach-all");
  expect(json).toMatchObject({
    result: { type: "watch_attached", opened: ["w1:p2"], replaced: ["w1:p3"], foreign: ["w1:p4"] },
  });
  await until(
    "two were started",
    () => taw.calls().length,
    (count) => count === 2,
  );
  expect([closed, lost].map((pane) => startsOf(taw, pane))).toEqual([1, 1]);
  expect(await server.format(lost, "[#{@agent_watcher}]")).toBe("[]");
  expect(await server.format(fine, "#{@agent_watcher}")).toContain(String(process.pid));
});

test("watch attach-all --restart replaces every watcher of ours, and ends one that is stopped", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const [fine, stopped] = [await server.pane(), await server.pane()];
  await until("all were started", () => taw.calls().length === 3);
  rmSync(`${server.box.root}/calls`);
  await nameWatcher(server, fine, process.pid);
  const child = Bun.spawn(["sleep", "60"]);
  using listener = Bun.listen({
    unix: `${server.box.root}/stopped`,
    socket: { data: () => undefined },
  });
  await nameWatcher(server, stopped, child.pid, listener.unix);

  const { json } = await server.taw("watch", "attach-all", "--restart");
  expect(json).toMatchObject({ result: { opened: [], replaced: ["w1:p1", "w1:p2", "w1:p3"] } });
  await until(
    "all three were started",
    () => taw.calls().length,
    (count) => count === 3,
  );
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  expect(isAlive(process.pid)).toBe(true);
});

test("a new pane is watched also after the runtime folder went, as with a logout, and nobody but tmux was there since", async () => {
  await using server = await tmuxServer();
  await server.taw("tmux", "load");
  const runtime = await server.tmux("show-options", "-sv", "@agent_wizard_runtime");
  await until("the first pane is watched", async () => (await states(server))["%0"] === "running");
  rmSync(runtime, { recursive: true });
  const pane = await server.pane();
  const socket = await until("its watcher has a socket", async () => {
    const name = await server.tmux("show-options", "-pqv", "-t", pane, "@agent_watcher");
    return name.split(" ")[2] ?? "";
  });
  expect(socket).toStartWith(`${runtime}/w`);
  expect((await states(server))[pane]).toBe("running");
});
