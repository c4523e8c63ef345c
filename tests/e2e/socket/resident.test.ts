import { expect, test } from "bun:test";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPane, focusOf } from "../../../src/core/world.ts";
import { Resident } from "../../../src/socket/resident.ts";
import { clockOf } from "../../../src/system/clock.ts";
import { readWorld } from "../../../src/tmux/read.ts";
import { attachClient } from "../../support/client.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const residentOf = (server: TmuxServer): Resident =>
  new Resident({
    tmux: edgeOf(server),
    environment: { ...server.box.env },
    clock: clockOf(server.box.env),
  });

const controlClients = async (server: TmuxServer): Promise<string[]> => {
  const listed = await server.tmux("list-clients", "-F", "#{client_control_mode} #{session_name}");
  return listed.split("\n").flatMap((line) => (line.startsWith("1 ") ? line.slice(2) : []));
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

/** Everything that a person, a script or taw could notice, but for the control client itself. */
async function facts(server: TmuxServer) {
  const format = "#{window_id} #{window_width}x#{window_height} #{window_layout} #{@agent_state}";
  const world = await readWorld(edgeOf(server));
  return {
    windows: await server.tmux("list-windows", "-a", "-F", format),
    focus: focusOf(world)?.pane.id,
    clients: world.clients
      .filter(({ isControl }) => !isControl)
      .map(({ name, paneId }) => [name, paneId]),
    environment: await server.tmux("show-environment", "-t", "main"),
    options: await server.tmux("show-options", "-t", "main"),
  };
}

async function comeAndGo(server: TmuxServer, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    const resident = residentOf(server);
    await resident.look();
    await until("the control client sits", async () => (await controlClients(server)).length === 1);
    await resident.look();
    await resident.close();
    expect(await controlClients(server)).toEqual([]);
  }
}

test("its coming and going changes nothing beside a person, 50 times", async () => {
  await using server = await tmuxServer();
  const heard = await focusAware(server, "aware");
  await loadInto(server, recorder(server).launcher);
  await using person = await attachClient(server, { session: "aware", columns: 110, rows: 35 });
  await using other = await attachClient(server, { session: "main", columns: 80, rows: 24 });
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_state", "done");
  person.type("x");
  await until("the person's pane is in front", async () => heard().endsWith("x"));
  const before = { ...(await facts(server)), heard: heard() };
  await comeAndGo(server, 50);
  expect({ ...(await facts(server)), heard: heard() }).toEqual(before);
  expect(other.name).not.toBe(person.name);
});

test("nor does it with nobody attached, 50 times, where done stays done", async () => {
  await using server = await tmuxServer();
  const heard = await focusAware(server, "aware");
  await loadInto(server, recorder(server).launcher);
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_state", "done");
  const usedAt = Number(await server.format("aware:", "#{session_activity}"));
  await until("another second has begun", () => Date.now() / 1000 > usedAt + 1);
  await server.tmux("new-session", "-d", "-s", "used-last", "cat");
  const before = await facts(server);
  await comeAndGo(server, 50);
  expect(await facts(server)).toEqual(before);
  expect(heard()).toBe("");
});

test("it keeps away where a pane in front would be told of a focus that nobody has", async () => {
  await using server = await tmuxServer();
  const heard = await focusAware(server, "aware");
  await server.tmux("kill-session", "-t", "main");
  const resident = residentOf(server);
  for (let round = 0; round < 5; round += 1) await resident.look();
  expect(await controlClients(server)).toEqual([]);
  await resident.close();
  expect(heard()).toBe("");
});

test("it moves along with the person, and comes back when its session ends or attach -d took it off", async () => {
  await using server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "two", "cat");
  await using person = await attachClient(server, { session: "main" });
  const resident = residentOf(server);
  const sitsIn = (session: string) =>
    until(`it sits in ${session}`, async () => {
      await resident.look();
      const seats = await controlClients(server);
      return seats.length === 1 && seats[0] === session;
    });
  await sitsIn("main");
  await server.tmux("switch-client", "-c", person.name, "-t", "two");
  await sitsIn("two");
  await server.tmux("detach-client", "-a", "-t", person.name);
  await sitsIn("two");
  await server.tmux("switch-client", "-c", person.name, "-t", "main");
  await sitsIn("main");
  await server.tmux("set-option", "-g", "detach-on-destroy", "off");
  await server.tmux("kill-session", "-t", "main");
  await sitsIn("two");
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
