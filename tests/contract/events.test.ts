import { expect, test } from "bun:test";
import type { Event } from "../../src/core/events.ts";
import { EVENTS } from "../../src/core/events.ts";
import { faced, FACES } from "../../src/core/face.ts";
import { queueAppend } from "../../src/core/queue.ts";
import { listen } from "../support/listener.ts";
import { edgeOf, loadInto, recorder } from "../support/loaded.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { lines, mismatches } from "./herdr.ts";

const NAMES = (await lines("event-names.txt")).map((line) => {
  const [name = "", hook, spec, sub] = line.split(" ");
  return { name, isHookable: hook === "hook", isPromised: spec === "spec", sub };
});

/** What tmux has nothing for (docs/PARITY.md): its sessions have no order, and nothing tells that a pane printed. */
const NEVER_TOLD = new Set(["pane.output_changed", "workspace.moved", "workspace.reordered"]);
/** Told to those alone who subscribe to one pane's. */
const OF_ONE_PANE = new Set(["pane.output_matched", "pane.scroll_changed"]);

const OWN = [
  "agent.blocked",
  "agent.done",
  "agent.idle",
  "agent.working",
  "changed",
  "notification",
];

test("every event of herdr's is told but those that tmux has nothing for, and taw's own beside them", () => {
  const told = NAMES.map(({ name }) => name).filter(
    (name) => !NEVER_TOLD.has(name) && !OF_ONE_PANE.has(name),
  );
  expect(Object.keys(EVENTS).toSorted()).toEqual([...told, ...OWN].toSorted());
});

test("the list has the spec's 19 and herdr's 22 hookable names, and the first are all told", () => {
  expect(NAMES.filter(({ isHookable }) => isHookable).length).toBe(22);
  const promised = NAMES.filter(({ isPromised }) => isPromised).map(({ name }) => name);
  expect(promised.length).toBe(19);
  expect(promised.filter((name) => !(name in EVENTS))).toEqual([]);
});

const STORY: readonly (readonly string[])[] = [
  ["split-window", "-d", "-t", "%0", "cat"],
  ["select-pane", "-t", "%1"],
  ["break-pane", "-d", "-s", "%1", "-n", "own"],
  ["rename-window", "-t", "@1", "named"],
  ["move-window", "-s", "@1", "-t", "main:7"],
  ["new-window", "-d", "-t", "main:3", "cat"],
  ["move-window", "-s", "@1", "-t", "main:2"],
  ["new-session", "-d", "-s", "two", "-x", "80", "-y", "24", "cat"],
  ["rename-session", "-t", "two", "three"],
  ["join-pane", "-d", "-s", "%2", "-t", "%0"],
  ["resize-pane", "-t", "%0", "-y", "5"],
  ["set-option", "-p", "-t", "%0", "@agent_kind", "claude"],
  ["set-option", "-p", "-t", "%0", "@agent_state", "blocked"],
  queueAppend("agent", "%0"),
  queueAppend("status", "%0"),
  queueAppend("updated", "%0"),
  ["set-option", "-pu", "-t", "%0", "@agent_kind"],
  ["set-option", "-p", "-t", "%0", "@agent_final_state", "done"],
  queueAppend("agent", "%0"),
  queueAppend("workspace-changed", "$0"),
  queueAppend("workspace-metadata", "$0"),
  ["respawn-pane", "-k", "-t", "%3", "true"],
  ["kill-pane", "-t", "%2"],
];

/** What herdr's readers would be sent. */
const problemsOf = ({ name, data }: Event): string[] => {
  const { type: _type, ...sent } = faced(FACES.herdr, { type: name, ...data });
  return mismatches(name, sent);
};

const quiet = (server: TmuxServer) =>
  until(
    "the queue is empty and nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );

test("what every event says is herdr's, field for field", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  using reader = await listen(server, folders.runtime);
  for (const command of STORY) {
    await edgeOf(server).run(command);
    await quiet(server);
  }
  const told = new Set<string>(reader.names().filter((name) => !OWN.includes(name)));
  const untold = Object.keys(EVENTS).filter(
    (name) => !OWN.includes(name) && !told.has(name) && !name.startsWith("worktree."),
  );
  expect(untold).toEqual([]);
  const problems = reader.heard
    .filter(({ name }) => !OWN.includes(name))
    .flatMap((event) => problemsOf(event).map((problem) => `${problem} of ${event.name}`));
  expect(problems).toEqual([]);
  const moved = reader.heard.filter(({ name }) => name === "pane.moved").map(({ data }) => data);
  expect(moved[0]).toMatchObject({
    previous_pane_id: "w1:p2",
    previous_tab_id: "w1:t1",
    pane: { pane_id: "w1:p2", tab_id: "w1:t2" },
    created_tab: { tab_id: "w1:t2", label: "own" },
  });
  expect(moved[1]).toMatchObject({ previous_tab_id: "w1:t3", closed_tab_id: "w1:t3" });
  const detected = reader.heard.filter(({ name }) => name === "pane.agent_detected");
  expect(detected.map(({ data }) => data)).toEqual([
    { pane_id: "w1:p1", workspace_id: "w1", agent: "claude" },
    { pane_id: "w1:p1", workspace_id: "w1", released: true, final_status: "done" },
  ]);
});
