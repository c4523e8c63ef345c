import { expect, test } from "bun:test";
import { revisionOf } from "../../../src/core/revision.ts";

const START = 1_790_000_000;
const CURSOR = { cursorX: 2, cursorY: 5 };
const look = {
  drawn: { atUnix: START + 60, ...CURSOR },
  historySize: 7,
  isOnAlternateScreen: false,
  title: "build",
};
const drawnAt = (atUnix: number) => ({ ...look, drawn: { atUnix, ...CURSOR } });

test("output of a later second gives a greater number, whatever the pane showed before", () => {
  for (let second = 0; second < 200; second += 1) {
    const before = {
      ...drawnAt(START + second),
      title: `title ${second}`,
      historySize: second * 31,
    };
    expect(revisionOf(START, drawnAt(START + second + 1))).toBeGreaterThan(
      revisionOf(START, before),
    );
  }
});

test("within one second another cursor, history, title or screen gives another number, and the same gives the same", () => {
  const others = [
    { ...look, drawn: { ...look.drawn, cursorX: 3 } },
    { ...look, drawn: { ...look.drawn, cursorY: 6 } },
    { ...look, historySize: 8 },
    { ...look, title: "built" },
    { ...look, isOnAlternateScreen: true },
  ];
  const numbers = [look, ...others].map((one) => revisionOf(START, one));
  expect(new Set(numbers).size).toBe(6);
  expect(revisionOf(START, structuredClone(look))).toBe(revisionOf(START, look));
});

test("it is a whole number that JSON keeps, after a century as well and for a clock that was set back", () => {
  const late = revisionOf(START, drawnAt(START + 100 * 366 * 86_400));
  expect(Number.isSafeInteger(late)).toBe(true);
  const early = revisionOf(START, drawnAt(START - 5));
  expect(early).toBeGreaterThanOrEqual(0);
  expect(Number.isSafeInteger(early)).toBe(true);
});
