import { expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { failureOf } from "../../support/answer.ts";
import { ask, serveSocket } from "../../support/herdr-socket.ts";
import { sandbox } from "../../support/sandbox.ts";
import { bin, taw } from "../../support/taw.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

interface Status {
  running: boolean;
  pid: number | null;
  path: string;
  option: string;
}

const status = async (server: TmuxServer): Promise<Status> =>
  ((await server.taw("socket", "status")).json as { result: Status }).result;

const served = (server: TmuxServer, butNot = 0): Promise<Status> =>
  until(
    "the socket is served",
    () => status(server),
    ({ running, pid }) => running && pid !== butNot,
  );

const variable = (server: TmuxServer): Promise<string> =>
  server
    .tmux("show-environment", "-g")
    .then((shown) => /^HERDR_SOCKET_PATH=.*$/m.exec(shown)?.[0] ?? "");

const ON = "set -g @agent-wizard-herdr-socket on";

test("on: served from the load on, for this user alone, and new panes get HERDR_SOCKET_PATH", async () => {
  await using server = await tmuxServer({ conf: ON });
  await server.taw("tmux", "load");
  const { path, option } = await served(server);
  expect(option).toBe("on");
  expect(path).toEndWith("/herdr.sock");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await ask(path, "ping", {})).toMatchObject({ result: { type: "pong" } });
  expect(await variable(server)).toBe(`HERDR_SOCKET_PATH=${path}`);
  const pane = await server.pane("sh", "-c", "echo at $HERDR_SOCKET_PATH; exec cat");
  const shown = async () => (await server.paneText(pane)).replaceAll("\n", "");
  await until("the pane prints its variable", async () => (await shown()).includes(path));
  expect((await server.taw("status")).stdout).toMatch(/^socket {5}on, served by process \d+$/m);
});

test.each(["auto", "off"])("%s: nobody serves, and panes are told nothing", async (option) => {
  await using server = await tmuxServer({ conf: `set -g @agent-wizard-herdr-socket ${option}` });
  await server.taw("tmux", "load");
  expect(await status(server)).toMatchObject({ running: false, pid: null, option });
  expect(await variable(server)).toBe("");
  expect((await server.taw("status")).stdout).toMatch(
    new RegExp(`^socket {5}${option}, not served$`, "m"),
  );
});

test("a variable of somebody else's is left as it is", async () => {
  await using server = await tmuxServer();
  await server.tmux("set-environment", "-g", "HERDR_SOCKET_PATH", "/their/herdr.sock");
  await server.taw("tmux", "load");
  await server.taw("tmux", "unload");
  expect(await variable(server)).toBe("HERDR_SOCKET_PATH=/their/herdr.sock");
});

test("it comes back after a crash, on a new inode, and once however often taw is loaded", async () => {
  await using server = await tmuxServer({ conf: ON });
  for (let load = 0; load < 3; load += 1) await server.taw("tmux", "load");
  const first = await served(server);
  const inode = statSync(first.path).ino;
  process.kill(first.pid ?? 0, "SIGKILL");
  const second = await served(server, first.pid ?? 0);
  expect(second.path).toBe(first.path);
  expect(statSync(second.path).ino).not.toBe(inode);
  expect(await ask(second.path, "pane.list", {})).toMatchObject({ result: { type: "pane_list" } });
});

test("it comes back when its folder went, as with a logout, and takes nobody else's socket along", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.02" });
  await using server = await tmuxServer({ box, conf: ON });
  await server.taw("tmux", "load");
  const first = await served(server);
  rmSync(dirname(first.path), { recursive: true });
  const second = await served(server, first.pid ?? 0);
  expect(second.path).toBe(first.path);
  await until("the first has ended", () => !isAlive(first.pid ?? 0));
  expect(await ask(second.path, "ping", {})).toMatchObject({ result: { type: "pong" } });
});

test("served by hand it ends when its socket was removed, and says so", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.02" });
  await using server = await tmuxServer({ box });
  const env = { ...box.env, TMUX: `${server.socketPath},0,0` };
  const serving = taw(["socket", "serve"], { env });
  const { path } = await served(server);
  rmSync(path);
  const ended = await serving;
  expect(failureOf(ended)).toMatchObject({ code: "io_error" });
  expect(failureOf(ended).message).toContain("run taw socket serve again");
});

test("it stays away when it was stopped, or is not wanted any more, and status says so", async () => {
  await using server = await tmuxServer({ conf: ON });
  await server.taw("tmux", "load");
  const { path, pid } = await served(server);
  expect((await server.taw("socket", "stop")).json).toMatchObject({ result: { type: "ok", pid } });
  expect(existsSync(path)).toBe(false);
  expect(await status(server)).toMatchObject({ running: false });
  expect((await server.taw("status")).stdout).toContain(
    "the herdr socket is on, and nobody serves it",
  );
  await server.taw("tmux", "load");
  const again = await served(server);
  await server.tmux("set", "-g", "@agent-wizard-herdr-socket", "auto");
  await server.taw("tmux", "load");
  expect(isAlive(again.pid ?? 0)).toBe(false);
  expect(await variable(server)).toBe("");
  expect(await server.tmux("show-options", "-sqv", "@agent_wizard_socket")).toBe("");
});

test("unload ends it and takes the variable off", async () => {
  await using server = await tmuxServer({ conf: ON });
  await server.taw("tmux", "load");
  const { pid, path } = await served(server);
  await server.taw("tmux", "unload");
  expect(isAlive(pid ?? 0)).toBe(false);
  expect(existsSync(path)).toBe(false);
  expect(await variable(server)).toBe("");
});

test("a live server is never taken over, and a stale socket is replaced", async () => {
  await using server = await tmuxServer();
  await using socket = await serveSocket(server);
  const second = await server.taw("socket", "serve");
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toContain("another taw serves");
  expect(await server.taw("socket", "serve", "--supervised")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "",
  });
  expect(await socket.ask("ping")).toMatchObject({ result: { type: "pong" } });
  socket.kill("SIGKILL");
  await socket.exited;
  expect(existsSync(socket.path)).toBe(true);
  await using next = await serveSocket(server);
  expect(next.path).toBe(socket.path);
  expect(await next.ask("ping")).toMatchObject({ result: { type: "pong" } });
});

test("it ends with the tmux server and leaves no socket behind", async () => {
  await using server = await tmuxServer();
  await using socket = await serveSocket(server);
  await socket.ask("pane.list");
  await server.tmux("kill-server");
  expect(await socket.exited).toBe(0);
  expect(existsSync(socket.path)).toBe(false);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s ends it, and tmux keeps nothing of it",
  async (signal) => {
    await using server = await tmuxServer();
    await using socket = await serveSocket(server);
    await socket.ask("pane.list");
    socket.kill(signal);
    expect(await socket.exited).toBe(0);
    expect(existsSync(socket.path)).toBe(false);
    expect(await server.tmux("show-options", "-s")).not.toContain("@agent_wizard_socket");
    expect(await server.tmux("list-clients")).toBe("");
  },
);

test("without a server it says so, exit 1", async () => {
  await using server = await tmuxServer();
  const { box } = server;
  const child = Bun.spawn([bin, "-L", "taw-test-nobody", "socket", "serve"], {
    env: { ...box.env },
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await child.exited).toBe(1);
  expect(await child.stderr.text()).toContain('"code":"tmux_error"');
});

test("served from the load on, it keeps no tmux server alive: that ends with its last session, and so does all of it", async () => {
  await using server = await tmuxServer({ conf: ON });
  await server.taw("tmux", "load");
  const { path, pid } = await served(server);
  expect(await ask(path, "pane.list", {})).toMatchObject({ result: { type: "pane_list" } });
  const tmuxPid = Number(await server.format("%0", "#{pid}"));
  await server.tmux("kill-session", "-t", "main");
  await until(
    "tmux and the socket's server have ended",
    () => !isAlive(tmuxPid) && !isAlive(pid ?? 0),
  );
  expect(existsSync(path)).toBe(false);
});

test("500 clients in a row leave no file open behind", async () => {
  await using server = await tmuxServer();
  await using socket = await serveSocket(server);
  const open = () => readdirSync(`/proc/${socket.pid}/fd`).length;
  for (let round = 0; round < 50; round += 1) await socket.ask("session.snapshot");
  const before = open();
  for (let round = 0; round < 500; round += 1) await socket.ask("session.snapshot");
  await until("no more files are open than before", () => open() <= before + 3);
});

test("served from tmux.conf on, also while that takes its time before the first session is there", async () => {
  const slow = "run-shell 'sleep 0.7'";
  const conf = [ON, `run-shell '${bin} tmux load >/dev/null 2>&1 || :'`, slow].join("\n");
  await using server = await tmuxServer({ conf });
  const { path } = await served(server);
  expect(await ask(path, "pane.list", {})).toMatchObject({ result: { type: "pane_list" } });
  const tmuxPid = Number(await server.format("%0", "#{pid}"));
  await server.tmux("kill-session", "-t", "main");
  await until("tmux has ended", () => !isAlive(tmuxPid));
});
