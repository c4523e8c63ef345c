import { expect, test } from "bun:test";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findPane } from "../../../src/core/world.ts";
import { Resident } from "../../../src/socket/resident.ts";
import { clockOf } from "../../../src/system/clock.ts";
import { attachClient } from "../../support/client.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { run } from "../../support/taw.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const residentOf = (server: TmuxServer): Resident =>
  new Resident(
    { tmux: edgeOf(server), environment: { ...server.box.env }, clock: clockOf(server.box.env) },
    server.box.root,
  );

/** Processes that stand in for a channel to this server's tmux. */
const channels = async (server: TmuxServer): Promise<string[]> => {
  const { stdout } = await run(["ps", "-A", "-ww", "-o", "args="], { env: server.box.env });
  return stdout.split("\n").filter((words) => words.includes(`source-file ${server.box.root}/`));
};

/** A pane whose program asks for focus reports, and what it was typed. */
async function focusAware(server: TmuxServer, session: string): Promise<() => string> {
  const heard = join(server.box.root, `heard-${session}`);
  await Bun.write(heard, "");
  const aware = join(server.box.root, "aware");
  copyFileSync("/bin/cat", aware);
  const script = `stty raw -echo; printf '\\033[?1004hready'; exec '${aware}' >>'${heard}'`;
  await server.tmux("new-session", "-d", "-s", session, "-x", "90", "-y", "30", "sh", "-c", script);
  await until(`${session} asks for focus reports`, async () =>
    (await server.tmux("capture-pane", "-p", "-t", session)).includes("ready"),
  );
  return () => readFileSync(heard, "utf8");
}

/** Everything that a person, a script or a hook could notice. */
async function facts(server: TmuxServer) {
  const window = "#{window_id} #{window_width}x#{window_height} #{window_layout} #{@agent_state}";
  const session = "#{session_id} #{session_attached} #{session_last_attached} #{session_activity}";
  return {
    windows: await server.tmux("list-windows", "-a", "-F", window),
    sessions: await server.tmux("list-sessions", "-F", session),
    clients: await server.tmux("list-clients"),
    environment: await server.tmux("show-environment", "-t", "main"),
    hooked: await server.tmux("show-options", "-sqv", "@hooked"),
  };
}

/** Counts every hook that runs for a client or a focus. */
async function countHooks(server: TmuxServer): Promise<void> {
  for (const hook of ["client-attached", "client-detached", "client-session-changed"]) {
    await server.tmux("set-hook", "-g", hook, "set-option -sa @hooked x");
  }
  for (const hook of ["pane-focus-in", "pane-focus-out"]) {
    await server.tmux("set-hook", "-gw", hook, "set-option -sa @hooked x");
  }
}

async function comeAndGo(server: TmuxServer, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    const resident = residentOf(server);
    const worlds = [await resident.look(), await resident.look()];
    expect(worlds.map(({ clients }) => clients.filter(({ isControl }) => isControl))).toEqual([
      [],
      [],
    ]);
    await resident.close();
  }
}

test("its coming and going changes nothing beside a person, 50 times, whatever reports of focus are asked for", async () => {
  await using server = await tmuxServer({ conf: "set -g focus-events on" });
  const heard = await focusAware(server, "aware");
  await loadInto(server, recorder(server).launcher);
  await using person = await attachClient(server, { session: "aware", columns: 110, rows: 35 });
  person.type("x");
  await until("the person's pane is in front", async () => heard().endsWith("x"));
  await countHooks(server);
  const before = { ...(await facts(server)), heard: heard() };
  await comeAndGo(server, 50);
  expect({ ...(await facts(server)), heard: heard() }).toEqual(before);
});

test("nor does it with nobody attached, 50 times, where done stays done", async () => {
  await using server = await tmuxServer();
  const heard = await focusAware(server, "aware");
  await loadInto(server, recorder(server).launcher);
  await countHooks(server);
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_state", "done");
  const before = await facts(server);
  await comeAndGo(server, 50);
  expect(await facts(server)).toEqual(before);
  expect(heard()).toBe("");
});

test("it stays through more questions than one client of it can answer, and leaves no process and no file", async () => {
  await using server = await tmuxServer();
  const resident = residentOf(server);
  for (let round = 0; round < 700; round += 1) {
    const worlds = await Promise.all([resident.look(), resident.look()]);
    expect(worlds.map(({ panes }) => panes.length)).toEqual([1, 1]);
  }
  expect((await channels(server)).length).toBeGreaterThan(0);
  await resident.close();
  await until("no process is left", async () => (await channels(server)).length === 0);
  expect(readdirSync(server.box.root).filter((name) => name.startsWith("q"))).toEqual([]);
});

test("the tmux server ends with its last session, and when it is told to, also while somebody asks", async () => {
  for (const end of [["kill-server"], ["kill-session", "-t", "main"]]) {
    await using server = await tmuxServer();
    await using socket = await serveSocket(server);
    const pid = Number(await server.format("%0", "#{pid}"));
    await socket.ask("pane.list");
    await server.tmux(...end);
    expect(await socket.exited).toBe(0);
    await until("the tmux server has ended", () => !isAlive(pid));
    expect(await channels(server)).toEqual([]);
  }
});

test("a server that is killed takes its channel along, so that tmux can end", async () => {
  await using server = await tmuxServer();
  await using socket = await serveSocket(server);
  const runtime = dirname(socket.path);
  await socket.ask("pane.list");
  expect(readdirSync(runtime).some((name) => name.startsWith("q"))).toBe(true);
  socket.kill("SIGKILL");
  await socket.exited;
  const pid = Number(await server.format("%0", "#{pid}"));
  await server.tmux("kill-session", "-t", "main");
  await until("the tmux server has ended", () => !isAlive(pid));
});

test("a tmux server that hangs is said to hang, within 5 s, and answered from again when it goes on", async () => {
  await using server = await tmuxServer();
  const resident = residentOf(server);
  await resident.look();
  const pid = Number(await server.format("%0", "#{pid}"));
  process.kill(pid, "SIGSTOP");
  const sinceMs = performance.now();
  try {
    const looks = await Promise.allSettled([resident.look(), resident.look()]);
    const codes = looks.map((one) => (one.status === "rejected" ? one.reason.code : "answered"));
    expect(codes).toEqual(["tmux_error", "tmux_error"]);
    expect(performance.now() - sinceMs).toBeLessThan(5_500);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect((await resident.look()).panes).toHaveLength(1);
  await resident.close();
});

test("a change made by a bare tmux command is in the next answer, and so is the client's own", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await using socket = await serveSocket(server);
  const labels = async () => {
    const { result } = await socket.ask("tab.list");
    const tabs = (result?.["tabs"] ?? []) as { label: string }[];
    return tabs.map(({ label }) => label);
  };
  for (let round = 0; round < 30; round += 1) {
    await server.tmux("rename-window", "-t", "main:", `bare-${round}`);
    expect(await labels()).toEqual([`bare-${round}`]);
    await socket.ask("tab.rename", { tab_id: "w1:t1", label: `own-${round}` });
    expect(await labels()).toEqual([`own-${round}`]);
  }
});

test("without taw's hooks every answer is read anew", async () => {
  await using server = await tmuxServer();
  const resident = residentOf(server);
  for (let round = 0; round < 10; round += 1) {
    await server.tmux("select-pane", "-t", "%0", "-T", `title-${round}`);
    expect(findPane(await resident.look(), "%0")?.title).toBe(`title-${round}`);
  }
  await resident.close();
});

test("a World stays while nothing changes, and what no event tells is at most a second old", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  const resident = residentOf(server);
  await until("nothing changes any more", async () => {
    const looks = [await resident.look(), await resident.look(), await resident.look()];
    return new Set(looks).size === 1;
  });
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_label", "told by nobody");
  const sinceMs = performance.now();
  await until(
    "the label is seen",
    async () => findPane(await resident.look(), "%0")?.label,
    Boolean,
  );
  expect(performance.now() - sinceMs).toBeLessThan(1300);
  await resident.close();
});

test("where there is no place for a channel, or tmux would read its path as a pattern, answers come all the same", async () => {
  await using server = await tmuxServer();
  for (const folder of [join(server.box.root, "gone"), join(server.box.root, "*")]) {
    const edges = {
      tmux: edgeOf(server),
      environment: server.box.env,
      clock: clockOf(server.box.env),
    };
    const resident = new Resident(edges, folder);
    for (let round = 0; round < 5; round += 1) {
      expect((await resident.look()).panes).toHaveLength(1);
    }
    await resident.close();
  }
});
