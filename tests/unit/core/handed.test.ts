import { expect, test } from "bun:test";
import type { Event } from "../../../src/core/events.ts";
import { handedFor, parseHanded } from "../../../src/core/handed.ts";
import { sampleWorld } from "../../../src/hooks/sample.ts";

const world = sampleWorld("agent.done", "/src", null);
const event = (name: Event["name"]): Event => ({ name, about: { pane: "%999999" }, data: {} });

const shapes = (names: readonly string[], name: Event["name"]) =>
  handedFor(names, world, event(name)).map((handed) => Object.keys(handed).join());

test("an event that is hooked is handed over as a call, and the end of a turn as news where notification is hooked", () => {
  expect(shapes(["agent.done"], "agent.done")).toEqual(["call"]);
  expect(shapes(["agent.done", "notification"], "agent.done")).toEqual(["call", "news"]);
  expect(shapes(["notification"], "agent.blocked")).toEqual(["news"]);
  expect(shapes(["notification"], "agent.working")).toEqual([]);
  expect(shapes(["notification"], "notification")).toEqual(["call"]);
  expect(shapes(["tab.created"], "agent.done")).toEqual([]);
});

test("what is handed over is read back as it was, and what is none is nothing", () => {
  for (const handed of handedFor(["agent.done", "notification"], world, event("agent.done"))) {
    expect(parseHanded(JSON.stringify(handed))).toEqual(handed);
  }
  for (const line of [
    "",
    "{}",
    "[]",
    '{"news":{"stateSeq":1}}',
    '{"news":{"event":{"name":"odd"},"stateSeq":1}}',
  ]) {
    expect(parseHanded(line)).toBe(null);
  }
});
