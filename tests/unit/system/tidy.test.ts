import { expect, test } from "bun:test";
import { Tidy } from "../../../src/system/tidy.ts";
import { until } from "../../support/until.ts";

/** A tidy that counts what it was told before each time it gave memory back. */
function counted(most: { bytes: number; pieces: number }) {
  const told: number[] = [];
  const given: number[] = [];
  const tidy = new Tidy({ ...most, overMs: 1 }, () => given.push(told.length));
  return { given, tell: (bytes: number) => tidy.passed(told.push(bytes) && bytes) };
}

const once = (given: readonly number[]) =>
  until(
    "memory is given back",
    () => given.length,
    (times) => times > 0,
  );

test("memory is given back once after a flood, when nothing has come for a while", async () => {
  const { given, tell } = counted({ bytes: 100, pieces: 1000 });
  for (const bytes of [60, 60, 60]) tell(bytes);
  expect(given).toEqual([]);
  await once(given);
  expect(given).toEqual([3]);
});

test("many small pieces are a flood too, and the next one is counted from nothing", async () => {
  const { given, tell } = counted({ bytes: 1000, pieces: 2 });
  tell(1);
  tell(1);
  await once(given);
  tell(1);
  const other = counted({ bytes: 1, pieces: 1 });
  other.tell(1);
  await once(other.given);
  expect(given).toEqual([2]);
});
