import { expect, test } from "bun:test";
import { Pace } from "../../../watcher/pace.ts";

const KB = 1024;

/** The pauses behind pieces of so many bytes that come `everyMs`. */
function pauses(sizes: readonly number[], everyMs = 5): number[] {
  const pace = new Pace();
  return sizes.map((bytes, at) => pace.pauseMs(bytes, at * everyMs));
}

test("nothing waits behind what a program draws, also where it draws again and again", () => {
  expect(pauses([4 * KB, 30 * KB, 20 * KB, 9 * KB])).toEqual([0, 0, 0, 0]);
  expect(
    pauses(
      Array.from({ length: 50 }, () => 50 * KB),
      30,
    ).filter((ms) => ms > 0),
  ).toEqual([]);
});

test("in a flood the reader waits, the longer the smaller the pieces", () => {
  expect(pauses([60 * KB, 4 * KB, 31 * KB, 40 * KB, 100 * KB])).toEqual([0, 2, 2, 1, 1]);
});

test("nothing waits behind a piece as large as the pipe", () => {
  expect(pauses([200 * KB, 192 * KB, 300 * KB])).toEqual([0, 0, 0]);
});

test("a flood that has fallen silent is over", () => {
  const pace = new Pace();
  expect([pace.pauseMs(100 * KB, 0), pace.pauseMs(KB, 10), pace.pauseMs(KB, 40)]).toEqual([
    1, 2, 0,
  ]);
});
