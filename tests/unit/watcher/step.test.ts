import { describe, expect, test } from "bun:test";
import type { ProgramStatus } from "../../../src/core/status-records.ts";
import type { RuleState } from "../../../src/detect/manifest.ts";
import type { Memory } from "../../../watcher/agent.ts";
import { NOTHING } from "../../../watcher/agent.ts";
import type { Sight } from "../../../watcher/rules.ts";
import type { Front, Seen } from "../../../watcher/step.ts";
import { step } from "../../../watcher/step.ts";

const agent = (pid = 7, kind = "claude", ageMs: number | null = 60_000): Front => ({
  is: "agent",
  kind,
  pid,
  start: `s${pid}`,
  ageMs,
});
const prompt: Front = { is: "prompt" };
const other: Front = { is: "other" };

const shows = (state: RuleState, strong: boolean, region = "whole_recent"): Sight => ({
  state,
  strong,
  skip: false,
  gist: "",
  rule: { id: `${state}_rule`, priority: 1, region, state, source: "manifest" },
});
const strongIdle = shows("idle", true);
const weakIdle = shows("idle", false);
const working = shows("working", true);
const blocked = shows("blocked", true);
const weakBlocked = shows("blocked", false);
const nothing: Sight = {
  state: "unknown",
  rule: null,
  strong: false,
  skip: false,
  gist: "",
};
const skip: Sight = { ...shows("unknown", false), skip: true };

const says = (state: ProgramStatus["state"], more: Partial<ProgramStatus> = {}): ProgramStatus => ({
  state,
  id: "",
  app: "claude",
  title: null,
  msg: null,
  progress: null,
  kind: null,
  failed: false,
  ...more,
});

type Look = Partial<Omit<Seen, "nowMs" | "unixMs">> & { readonly at: number };

/** Makes the looks one after the other; gives each change as `at state source`, `at gone` when the agent left. */
function changes(looks: readonly Look[], start: Memory = NOTHING): string[] {
  let memory = start;
  return looks.flatMap(({ at, ...look }) => {
    const before = memory.agent?.state;
    const { next } = step(memory, seenAt(at, look));
    memory = next;
    if (next.agent?.state === before) return [];
    return next.agent ? `${at} ${next.agent.state} ${next.agent.source}`.trim() : `${at} gone`;
  });
}

const seenAt = (at: number, look: Omit<Look, "at">): Seen => ({
  nowMs: at,
  unixMs: at,
  front: agent(),
  program: null,
  sighting: null,
  isLookedAt: false,
  ...look,
});

/** An agent that runs for long and was last seen in this state. */
function known(sighting: Sight, more: Omit<Look, "at"> = {}): Memory {
  const { next } = step(NOTHING, seenAt(0, { sighting, ...more }));
  return next;
}

const atWork = known(working);
const waiting = known(blocked);

const telling = (sighting: Sight, gist: string): Sight => ({ ...sighting, gist });
const messages = (looks: readonly Look[], start: Memory): (string | undefined)[] => {
  let memory = start;
  return looks.map(({ at, ...look }) => {
    memory = step(memory, seenAt(at, look)).next;
    return memory.agent?.message;
  });
};

describe("what the screen tells in one line", () => {
  test("is asked while the agent waits, another line when it asks another thing, none while it works", () => {
    const looks = [
      { at: 0, sighting: telling(blocked, "Bash: touch x") },
      { at: 1, sighting: telling(blocked, "Write: y") },
      { at: 2, sighting: telling(working, "") },
    ];
    expect(messages(looks, atWork)).toEqual(["Bash: touch x", "Write: y", ""]);
  });

  test("is what the look saw that decided, not the one before it", () => {
    const looks = [
      { at: 0, sighting: telling(weakIdle, "half a") },
      { at: 150, sighting: telling(weakIdle, "half a sentence.") },
    ];
    expect(messages(looks, atWork)).toEqual(["", "half a sentence."]);
  });

  test("is learned of an agent that was at rest before, and kept by a look that reads no screen", () => {
    const looks = [
      { at: 0, sighting: telling(strongIdle, "All is well.") },
      { at: 1, sighting: null },
      { at: 2, sighting: skip },
    ];
    expect(messages(looks, known(strongIdle))).toEqual(Array(3).fill("All is well."));
  });
});

describe("a new agent", () => {
  const young = agent(7, "claude", 100);
  test("is there at once, and unknown for 3 s whatever its screen shows", () => {
    const looks = [0, 500, 2899, 2900].map((at) => ({ at, front: young, sighting: working }));
    expect(changes(looks)).toEqual(["0 unknown", "2900 working screen"]);
  });

  test("is looked at when the 3 s are over, though it prints nothing", () => {
    expect(step(NOTHING, seenAt(0, { front: young })).againMs).toBe(2900);
  });

  test("of unknown age gets the whole 3 s, one that runs for long gets none", () => {
    const ageless = agent(7, "claude", null);
    expect(step(NOTHING, seenAt(0, { front: ageless })).againMs).toBe(3000);
    expect(changes([{ at: 0, sighting: working }])).toEqual(["0 working screen"]);
  });

  test("that says itself what it does is believed before that", () => {
    const looks = [{ at: 50, front: young, program: says("working") }];
    expect(changes(looks)).toEqual(["50 working report"]);
  });

  test("found at rest is idle, never done: it has ended no turn", () => {
    expect(changes([{ at: 0, sighting: weakIdle }])).toEqual(["0 idle screen"]);
  });
});

describe("a look on which no rule matches", () => {
  test("keeps what was known, whether or not somebody has the pane before them", () => {
    for (const isLookedAt of [true, false]) {
      const look = { at: 9_000, sighting: nothing, isLookedAt };
      expect(changes([look], atWork)).toEqual([]);
      expect(changes([look], waiting)).toEqual([]);
    }
  });

  test("leaves done what nobody has looked at, and makes idle what somebody has", () => {
    const done = step(atWork, seenAt(5_000, { sighting: strongIdle })).next;
    expect(done.agent?.state).toBe("done");
    expect(changes([{ at: 9_000, sighting: nothing }], done)).toEqual([]);
    expect(changes([{ at: 9_000, sighting: nothing, isLookedAt: true }], done)).toEqual([
      "9000 idle screen",
    ]);
  });
});

describe("the end of a turn", () => {
  test("on a strong sign is told at once, done while nobody looks and idle where somebody does", () => {
    expect(changes([{ at: 9, sighting: strongIdle }], atWork)).toEqual(["9 done screen"]);
    const looked = [{ at: 9, sighting: strongIdle, isLookedAt: true }];
    expect(changes(looked, atWork)).toEqual(["9 idle screen"]);
  });

  test("on a weak sign wants a second look 150 ms later", () => {
    const looks = [0, 100, 149, 150].map((at) => ({ at, sighting: weakIdle }));
    expect(changes(looks, atWork)).toEqual(["150 done screen"]);
    expect(step(atWork, seenAt(40, { sighting: weakIdle })).againMs).toBe(190);
  });

  test.each([
    ["working", working],
    ["a blocker", blocked],
    ["nothing known", nothing],
    ["a viewer", skip],
  ])("on a weak sign is called off by a look that finds %s", (_, sighting) => {
    const looks = [
      { at: 0, sighting: weakIdle },
      { at: 60, sighting },
      { at: 150, sighting: weakIdle },
    ];
    expect(changes(looks, atWork).filter((change) => change.includes("done"))).toEqual([]);
  });

  test("on a weak sign is not called off by a look that did not read the screen", () => {
    const looks = [{ at: 0, sighting: weakIdle }, { at: 60 }, { at: 150, sighting: weakIdle }];
    expect(changes(looks, atWork)).toEqual(["150 done screen"]);
  });

  test("after a wait is held like one after work", () => {
    const looks = [0, 150].map((at) => ({ at, sighting: weakIdle }));
    expect(changes(looks, waiting)).toEqual(["150 done screen"]);
  });

  test("stays done until somebody looks, then is idle", () => {
    const looks = [
      { at: 0, sighting: strongIdle },
      { at: 10, sighting: strongIdle },
      { at: 20, sighting: nothing, isLookedAt: true },
    ];
    expect(changes(looks, atWork)).toEqual(["0 done screen", "20 idle screen"]);
  });
});

describe("what the screen shows", () => {
  test.each([
    ["blocked", blocked],
    ["blocked on a weak sign", weakBlocked],
  ])("%s is told at once, and so is work after it", (_, sighting) => {
    const looks = [
      { at: 0, sighting },
      { at: 1, sighting: working },
    ];
    expect(changes(looks, atWork)).toEqual(["0 blocked screen", "1 working screen"]);
  });

  test("and no rule knows leaves everything as it was", () => {
    const looks = [0, 400, 800].map((at) => ({ at, sighting: nothing }));
    expect(changes(looks, atWork)).toEqual([]);
    expect(changes(looks, waiting)).toEqual([]);
  });

  test("in a viewer leaves everything as it was", () => {
    expect(changes([{ at: 0, sighting: skip }], waiting)).toEqual([]);
  });

  test("by its title is told by the title", () => {
    const title = shows("working", true, "osc_title");
    expect(changes([{ at: 0, sighting: title }], known(strongIdle))).toEqual(["0 working title"]);
  });
});

describe("an agent's own word", () => {
  const rested = known(strongIdle);
  test("of work or of a wait counts at once, without a look at the screen", () => {
    const looks = [
      { at: 0, program: says("working") },
      { at: 1, program: says("blocked", { msg: "approve Bash", kind: "permission" }) },
      { at: 2, program: says("working") },
    ];
    expect(changes(looks, rested)).toEqual([
      "0 working report",
      "1 blocked report",
      "2 working report",
    ]);
  });

  test("tells what is asked, by its kind and its message", () => {
    const program = says("blocked", { msg: "approve Bash", kind: "permission" });
    const { agent } = step(rested, seenAt(0, { program })).next;
    expect([agent?.rule, agent?.message]).toEqual(["permission", "approve Bash"]);
  });

  test("without words of its own takes those of a screen that shows the same, and keeps them between looks", () => {
    const program = says("blocked");
    const asking = { ...blocked, gist: "Bash: touch x" };
    const asked = step(rested, seenAt(0, { program, sighting: asking })).next;
    expect(asked.agent?.message).toBe("Bash: touch x");
    expect(step(asked, seenAt(1, { program })).next.agent?.message).toBe("Bash: touch x");
    const other = { ...strongIdle, gist: "Done." };
    expect(step(rested, seenAt(0, { program, sighting: other })).next.agent?.message).toBe("");
    const spoken = says("blocked", { msg: "approve Bash" });
    const heard = step(asked, seenAt(1, { program: spoken, sighting: asking })).next;
    expect(heard.agent?.message).toBe("approve Bash");
    const busy = step(rested, seenAt(0, { program: says("working", { msg: "reads x" }) })).next;
    const still = step(busy, seenAt(1, { program: says("working") })).next;
    expect([busy.agent?.message, still.agent?.message]).toEqual(["reads x", ""]);
  });

  test("of work outlives a screen at rest, whatever sign that shows", () => {
    const looks = [0, 200, 900].map((at) => ({
      at,
      program: says("working"),
      sighting: strongIdle,
    }));
    expect(changes(looks, atWork)).toEqual([]);
  });

  test("never lowers a blocker whose control is on the screen, but one that only looks like it", () => {
    const program = says("working");
    expect(changes([{ at: 0, program, sighting: blocked }], waiting)).toEqual([]);
    expect(changes([{ at: 0, program, sighting: weakBlocked }], waiting)).toEqual([
      "0 working report",
    ]);
  });

  test("of a blocker whose control is on the screen is raised though it says work", () => {
    const looks = [{ at: 0, program: says("working"), sighting: blocked }];
    expect(changes(looks, atWork)).toEqual(["0 blocked screen"]);
  });

  test.each(["done", "idle"] as const)("of %s waits for one look at the screen", (state) => {
    const program = says(state);
    expect(changes([{ at: 0, program }], atWork)).toEqual([]);
    const confirmed = [{ at: 0, program, sighting: weakIdle }];
    expect(changes(confirmed, atWork)).toEqual(["0 done report"]);
    expect(changes([{ at: 0, program, sighting: nothing }], atWork)).toEqual(["0 done report"]);
  });

  test("of rest against a screen that shows work is believed after 700 ms", () => {
    const looks = [0, 300, 699, 700].map((at) => ({
      at,
      program: says("done"),
      sighting: working,
    }));
    expect(changes(looks, atWork)).toEqual(["700 done report"]);
    const [first] = looks;
    expect(first && step(atWork, seenAt(0, first)).againMs).toBe(700);
  });

  test("of an error ends the turn, and says so", () => {
    const program = says("done", { failed: true });
    const { agent } = step(atWork, seenAt(0, { program, sighting: nothing })).next;
    expect([agent?.state, agent?.rule]).toEqual(["done", "error"]);
  });

  test("is not heard from a program of another name, and is from one without a name", () => {
    const codex = [{ at: 0, program: says("blocked", { app: "codex" }) }];
    expect(changes(codex, atWork)).toEqual([]);
    const nameless = [{ at: 0, program: says("blocked", { app: null }) }];
    expect(changes(nameless, atWork)).toEqual(["0 blocked report"]);
  });
});

describe("an agent that leaves", () => {
  test("in a turn ends it first, done where nobody looks, and leaves with the next look", () => {
    const looks = [
      { at: 0, front: prompt },
      { at: 1, front: prompt },
    ];
    expect(changes(looks, atWork)).toEqual(["0 done exit", "1 gone"]);
    const { againMs } = step(atWork, seenAt(0, { front: prompt }));
    expect(againMs).toBe(0);
  });

  test("in a turn that somebody watches ends it as idle", () => {
    const looks = [{ at: 0, front: prompt, isLookedAt: true }];
    expect(changes(looks, waiting)).toEqual(["0 idle exit"]);
  });

  test("at rest is gone at once, and leaves its last state", () => {
    const { next } = step(known(strongIdle), seenAt(0, { front: { is: "gone" } }));
    expect([next.agent, next.finalState]).toEqual([null, "idle"]);
  });

  test("for another program in front is kept for 3 s, and for good when it comes back", () => {
    const back = [
      { at: 0, front: other },
      { at: 2000, sighting: working },
      { at: 2500, front: other },
      { at: 5499, front: other },
    ];
    expect(changes(back, atWork)).toEqual([]);
    const away = [0, 2999, 3000, 3001].map((at) => ({ at, front: other }));
    expect(changes(away, atWork)).toEqual(["3000 done exit", "3001 gone"]);
    expect(step(atWork, seenAt(5, { front: other })).againMs).toBe(3005);
  });

  test("for another process of its kind is another agent, seen at the next look", () => {
    const looks = [
      { at: 0, front: agent(8), sighting: working },
      { at: 1, front: agent(8), sighting: working },
    ];
    expect(changes(looks, known(strongIdle))).toEqual(["0 gone", "1 working screen"]);
    expect(step(known(strongIdle), seenAt(0, { front: agent(8) })).againMs).toBe(0);
  });
});

test("a turn is counted when work or a wait begins after a rest, not in between", () => {
  const turnAfter = (...sightings: Sight[]): number | undefined => {
    let memory: Memory = known(strongIdle);
    for (const sighting of sightings) memory = step(memory, seenAt(0, { sighting })).next;
    return memory.agent?.turn;
  };
  expect(turnAfter()).toBe(0);
  expect(turnAfter(working, blocked, working)).toBe(1);
  expect(turnAfter(working, strongIdle, blocked, strongIdle, working)).toBe(3);
});

test("a look that finds the same again changes nothing of what is known", () => {
  expect(step(atWork, seenAt(99, { sighting: working })).next).toEqual(atWork);
});
