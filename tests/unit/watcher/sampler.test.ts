import { describe, expect, test } from "bun:test";
import { Sampler } from "../../../watcher/sampler.ts";

const usual = { unusual: false, form: 1 };

/** Runs output at given times through the sampler; reads take no time and find what `finds` says. */
function readsOf(
  output: readonly (readonly [ms: number, form?: number, unusual?: boolean])[],
  finds: (ms: number) => boolean = () => false,
): number[] {
  const sampler = new Sampler();
  const reads: number[] = [];
  const readUntil = (ms: number) => {
    for (let due = sampler.deadline(); due !== null && due < ms; due = sampler.deadline()) {
      reads.push(Math.round(due));
      sampler.onRead(due);
      sampler.onAnswer(finds(due));
    }
  };
  for (const [ms, form = 1, unusual = false] of output) {
    readUntil(ms);
    sampler.onOutput(ms, { form, unusual });
  }
  readUntil(Number.POSITIVE_INFINITY);
  return reads;
}

const animation = (from: number, to: number, period: number, form = 1) => {
  const frames: (readonly [number, number])[] = [];
  for (let ms = from; ms <= to; ms += period) frames.push([ms, form]);
  return frames;
};

test("a silent pane is never read", () => {
  expect(new Sampler().deadline()).toBeNull();
});

test("a frame is read 25 ms after its last byte, and once", () => {
  expect(readsOf([[0], [4], [9]])).toEqual([34]);
});

describe("an animation", () => {
  test("that never pauses is read after 100 ms, then at distances that double to 700 ms", () => {
    expect(readsOf(animation(0, 3000, 12))).toEqual([100, 400, 900, 1700, 2500, 3150]);
  });

  test("is read at the ends of its frames, at distances that double to 700 ms", () => {
    expect(readsOf(animation(0, 2460, 60))).toEqual([25, 225, 625, 1345, 2065, 2610]);
  });

  test("that stops is read 150 ms later, whatever distance had grown", () => {
    expect(readsOf(animation(0, 1992, 12)).at(-1)).toBe(2142);
  });

  test("that goes on after a silence of 300 ms is read like a new one", () => {
    const reads = readsOf([...animation(0, 1500, 60), ...animation(1900, 2200, 60)]);
    expect(reads.filter((ms) => ms > 1700)).toEqual([1925, 2125, 2350]);
  });

  test("that shows another state is read at the least distance again", () => {
    const reads = readsOf(animation(0, 2000, 12), (ms) => ms > 1000 && ms < 1800);
    expect(reads.slice(0, 5)).toEqual([100, 400, 900, 1700, 1900]);
  });
});

test.each([
  ["drawn in a form not seen before", [2000, 7, false] as const],
  ["with another title, a bell or another screen", [2000, 1, true] as const],
])("a frame %s does not wait for the distance", (_, frame) => {
  const reads = readsOf([...animation(0, 1990, 60), frame, ...animation(2060, 2500, 60)]);
  expect(reads).toContain(2025);
});

test("output of ever new forms is read every 200 ms at most", () => {
  const reads = readsOf(animation(0, 2000, 50).map(([ms], at) => [ms, at]));
  const distances = reads.slice(1).map((ms, at) => ms - (reads[at] ?? 0));
  expect(Math.min(...distances.slice(3))).toBeGreaterThanOrEqual(195);
  expect(reads.length).toBe(12);
});

test("output that comes while a read is in flight is read again", () => {
  const sampler = new Sampler();
  sampler.onOutput(0, usual);
  sampler.onRead(25);
  sampler.onOutput(27, usual);
  sampler.onAnswer(false);
  expect(sampler.deadline()).toBe(177);
});

test("a form is new again after the state has changed", () => {
  const sampler = new Sampler();
  for (const ms of [0, 300, 600]) {
    sampler.onOutput(ms, usual);
    sampler.onRead(ms + 25);
    sampler.onAnswer(ms === 600);
  }
  sampler.onOutput(640, usual);
  expect(sampler.deadline()).toBe(725);
});
