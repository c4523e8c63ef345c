import { expect, test } from "bun:test";
import { judge, wrongSightings } from "../../lab/run-log.ts";
import type { RunLog, Sighting, Truth } from "../../lab/run-log.ts";

const truth = (atMs: number, status: Truth["status"], sinceMs = atMs): Truth => ({
  atMs,
  sinceMs,
  status,
  why: "test",
});
const saw = (atMs: number, status: Sighting["status"]): Sighting => ({
  atMs,
  status,
  source: "screen",
  rule: "r",
});
const log = (truths: Truth[], sightings: Sighting[]): RunLog => ({
  agent: "claude",
  package: "p@1",
  isProxied: false,
  date: "2026-01-01",
  tmux: "tmux 3.3a",
  identifiedAs: "",
  truths,
  sightings,
});

test("a truth is judged by the first agreeing sighting after it", () => {
  const judged = judge(
    log(
      [truth(0, "idle"), truth(1000, "working"), truth(5000, "idle")],
      [saw(10, "idle"), saw(1030, "working"), saw(5200, "done")],
    ),
  );
  expect(judged.map((one) => one.delayMs)).toEqual([10, 30, 200]);
});

test("an agent's own word may come before the driver could know, and counts as early", () => {
  const judged = judge(
    log(
      [truth(1000, "working", 850), truth(5000, "blocked", 4300)],
      [saw(900, "working"), saw(4400, "blocked")],
    ),
  );
  expect(judged.map((one) => one.delayMs)).toEqual([-100, -600]);
});

test("a state that taw never says while it is true is told as never seen", () => {
  const judged = judge(
    log(
      [truth(0, "working"), truth(5000, "blocked"), truth(9000, "idle")],
      [saw(0, "working"), saw(9100, "idle")],
    ),
  );
  expect(judged[1]?.seen).toBeNull();
  expect(judged[2]?.delayMs).toBe(100);
});

test("a state that nothing near it makes true is wrong; unknown claims nothing", () => {
  const wrong = wrongSightings(
    log(
      [truth(0, "idle"), truth(10_000, "working"), truth(20_000, "idle")],
      [
        saw(0, "unknown"),
        saw(5000, "blocked"),
        saw(10_030, "working"),
        saw(15_000, "idle"),
        saw(20_100, "done"),
      ],
    ),
  );
  expect(wrong.map((one) => [one.atMs, one.status])).toEqual([
    [5000, "blocked"],
    [15_000, "idle"],
  ]);
});
