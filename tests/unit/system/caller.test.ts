import { expect, test } from "bun:test";
import { traceCaller } from "../../../src/system/caller.ts";
import { clockOf } from "../../../src/system/clock.ts";
import type { Clock } from "../../../src/system/clock.ts";

const clock = clockOf({});

/** No process: the line of ancestors is read up to the machine's first. */
const NO_SERVER = -1;

/** A clock of a machine that does something else for a while whenever it is asked. */
const busyClock: Clock = {
  ...clock,
  monotonicMs: () => {
    Bun.sleepSync(60);
    return clock.monotonicMs();
  },
};

test("a process that was just started is placed on a machine that is busy, too", async () => {
  const child = Bun.spawn(["cat"], { stdin: "pipe" });
  try {
    const caller = { pid: child.pid, seenMs: clock.monotonicMs() };
    const trace = await traceCaller(caller, NO_SERVER, busyClock);
    expect(trace.line.slice(0, 2)).toEqual([child.pid, process.pid]);
    expect(trace.isWhole).toBe(true);
  } finally {
    child.kill();
  }
});

test("a process that is younger than what is known of its pid is another one", async () => {
  const child = Bun.spawn(["cat"], { stdin: "pipe" });
  try {
    const seenMs = clock.monotonicMs() - 5_000;
    const trace = await traceCaller({ pid: child.pid, seenMs }, NO_SERVER, clock);
    expect(trace).toMatchObject({ line: [], isWhole: false });
  } finally {
    child.kill();
  }
});
