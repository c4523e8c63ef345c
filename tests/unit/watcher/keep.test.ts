import { expect, test } from "bun:test";
import type { Memory } from "../../../watcher/agent.ts";
import { NOTHING, NO_TIMING } from "../../../watcher/agent.ts";
import { Evidence } from "../../../watcher/evidence.ts";
import { changesBetween, keptOf, memoryIn } from "../../../watcher/keep.ts";

const memory: Memory = {
  agent: {
    kind: "claude",
    pid: 7,
    start: "Mon Nov 30 20:51:00 2026",
    state: "blocked",
    sinceMs: 1_796_000_000_000,
    rule: "permission",
    source: "report",
    message: "approve; #{pid} $(x)",
    app: "claude",
    turn: 3,
  },
  timing: NO_TIMING,
  finalState: "",
};

function titled(title: string): Evidence {
  const evidence = new Evidence();
  evidence.restore(title, "", "", 0);
  return evidence;
}

test("what options keep of a memory is the whole of it", () => {
  expect(memoryIn(keptOf(memory, new Evidence()))).toEqual(memory);
  expect(memoryIn(keptOf(NOTHING, new Evidence()))).toEqual(NOTHING);
  const left: Memory = { ...NOTHING, finalState: "done" };
  expect(memoryIn(keptOf(left, new Evidence()))).toEqual(left);
});

test("options that tell of no agent, or of one without a state or a process, give none", () => {
  const kept = keptOf(memory, new Evidence());
  for (const name of ["@agent_kind", "@agent_state", "@agent_pid"] as const) {
    expect(memoryIn({ ...kept, [name]: "" }).agent).toBeNull();
    expect(memoryIn({ ...kept, [name]: "-" }).agent?.kind ?? null).toBe(
      name === "@agent_kind" ? "-" : null,
    );
  }
});

test("an agent that goes takes all of its options with it, and its title, and leaves its last state", () => {
  const before = keptOf(memory, titled("x"));
  const after = keptOf({ ...NOTHING, finalState: "blocked" }, titled("x"));
  const made = Object.fromEntries(changesBetween(before, after));
  expect(made["@agent_final_state"]).toBe("blocked");
  expect(Object.values(made).filter((value) => value !== "")).toEqual(["blocked"]);
  expect(made).toContainKeys(["@agent_kind", "@agent_pid", "@agent_state", "@agent_title"]);
  expect(made).toContainKey("@agent_name");
});

test("the name somebody gave an agent ends with its process, and not with a turn of it", () => {
  const agent = memory.agent;
  if (agent === null) throw new Error("the memory is of an agent");
  const made = (next: Partial<typeof agent>) =>
    changesBetween(
      keptOf(memory, titled("")),
      keptOf({ ...memory, agent: { ...agent, ...next } }, titled("")),
    ).map(([name]) => name);
  expect(made({ state: "working", turn: 4 })).not.toContain("@agent_name");
  expect(made({ pid: 8, start: "later" })).toContain("@agent_name");
  expect(
    changesBetween(keptOf(NOTHING, titled("")), keptOf(memory, titled(""))),
  ).not.toContainEqual(["@agent_name", ""]);
});

const changes = (from: string, to: string) =>
  changesBetween(keptOf(memory, titled(from)), keptOf(memory, titled(to)));

test("a title that only turns or blinks is not worth a call, one with other words is", () => {
  expect(changes("⠋ fix it", "⠙ fix it")).toEqual([]);
  expect(changes("[ ! ] Action Required", "[ . ] Action Required")).toEqual([]);
  expect(changes("fix it", "fix that")).toEqual([["@agent_title", "fix that"]]);
});
