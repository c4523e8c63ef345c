import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import type { Event } from "../../../src/core/events.ts";
import { deliver } from "../../../src/events/listeners.ts";
import { Follower } from "../../../src/events/follow.ts";
import { clockOf } from "../../../src/system/clock.ts";
import { holdLock } from "../../../src/system/lock.ts";
import { readWorld } from "../../../src/tmux/read.ts";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import {
  heard,
  hears,
  KEEPS,
  loadHooked,
  runnersOf,
  says,
  writeConfig,
} from "../../support/hooked.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const RENAMED = `[hooks]\n"tab.renamed" = ${JSON.stringify(KEEPS)}\n`;

const labelsOf = (on: TmuxServer): unknown[] =>
  heard(on).map((call) => fieldsOf(call, "data")["label"]);

const event = (label: string): Event => ({
  name: "tab.renamed",
  about: { tab: "@0" },
  data: { label },
});

const rename = (on: TmuxServer, label: string) => on.tmux("rename-window", "-t", "main:", label);

test("a burst is run by one process, which ends when there is nothing more", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await writeConfig(server, RENAMED);
  const { folders } = await loadInto(server, taw.launcher);
  resultOf(await server.taw("config", "reload"));
  const labels = Array.from({ length: 30 }, (_, at) => `n${at}`);
  for (const label of labels) await rename(server, label);
  await hears(server, labels.length);
  expect(labelsOf(server)).toEqual(labels);
  expect(taw.calls().filter((call) => call === "hooks run")).toHaveLength(1);
  await until("it has ended", () => !existsSync(`${folders.runtime}/hooks/socket`));
  expect(readdirSync(`${folders.runtime}/hooks`)).toEqual([]);
  await rename(server, "again");
  await hears(server, labels.length + 1);
}, 30_000);

test("where a reader stays, and drains, a command hears of each event once all the same", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, RENAMED);
  const { env } = server.box;
  const edges = { tmux: edgeOf(server), environment: env, clock: clockOf(env) };
  const told: Event[] = [];
  const reader = await Follower.start(
    edges,
    ["tab.renamed"],
    (events) => void told.push(...events),
  );
  const labels = ["one", "two", "three"];
  for (const label of labels) await rename(server, label);
  await hears(server, labels.length);
  await until("the reader has them", () => told.length >= labels.length);
  await reader.close();
  await rename(server, "four");
  await hears(server, labels.length + 1);
  expect(labelsOf(server)).toEqual([...labels, "four"]);
  expect(told.map(({ data }) => data["label"])).toEqual(labels);
});

test("after the process that runs commands was killed, the next event has one again", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, `[hooks]\n"tab.renamed" = "echo $TAW_LABEL >>~/labels; sleep 0.5"\n`);
  await rename(server, "one");
  await says(server, "labels");
  const [pid = 0] = await runnersOf(server);
  process.kill(pid, "SIGKILL");
  await rename(server, "two");
  expect(await says(server, "labels", (text) => text.split("\n").length === 3)).toBe("one\ntwo\n");
});

test("what was handed over while nobody ran commands is run before what comes next, and a line that is none is left out", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, RENAMED);
  const { folders } = await loadInto(server, "/nowhere/taw");
  const tmux = edgeOf(server);
  const world = await readWorld(tmux);
  await deliver(tmux, folders.runtime, { events: [event("lost?")], world });
  await Bun.write(`${folders.runtime}/hooks/000000002-odd.calls`, "{}\nnot json\n");
  resultOf(await server.taw("tmux", "load"));
  await deliver(tmux, folders.runtime, { events: [event("next")], world });
  await hears(server, 2);
  expect(labelsOf(server)).toEqual(["lost?", "next"]);
});

test("one that finds another at work leaves it to that one, and does the rest where that one ends without it", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, RENAMED);
  const spool = `${await server.tmux("display-message", "-p", "#{@agent_wizard_runtime}")}/hooks`;
  mkdirSync(spool, { mode: 0o700 });
  const release = holdLock(spool);
  await rename(server, "one");
  await until("it was started, and waits", async () => (await runnersOf(server)).length === 1);
  await until(
    "it said so",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_runner}"),
    (text) => text === "",
  );
  expect(heard(server)).toEqual([]);
  release?.();
  await hears(server, 1);
  expect(labelsOf(server)).toEqual(["one"]);
});
