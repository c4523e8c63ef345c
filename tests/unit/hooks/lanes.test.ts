import { expect, test } from "bun:test";
import { Lanes, MOST_WAITING } from "../../../src/hooks/lanes.ts";

/** Lanes whose work ends when the test says so. */
function held() {
  const begun: string[] = [];
  const lost: [string, number][] = [];
  const ends: (() => void)[] = [];
  const lanes = new Lanes<string>(
    (item) => {
      begun.push(item);
      return new Promise((resolve) => ends.push(resolve));
    },
    async (name, count) => void lost.push([name, count]),
  );
  const endNext = async () => {
    ends.shift()?.();
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return { lanes, begun, lost, endNext };
}

test("what has one name is worked off one after another, and other names do not wait for it", async () => {
  const { lanes, begun, endNext } = held();
  let idle = 0;
  lanes.onIdle(() => (idle += 1));
  lanes.add("a", "a1");
  lanes.add("a", "a2");
  lanes.add("b", "b1");
  expect(begun).toEqual(["a1", "b1"]);
  await endNext();
  expect(begun).toEqual(["a1", "b1", "a2"]);
  await endNext();
  await endNext();
  expect({ idle, isIdle: lanes.isIdle }).toEqual({ idle: 1, isIdle: true });
});

test("of a name that falls far behind the oldest that wait are left out, and that is told once", async () => {
  const { lanes, begun, lost, endNext } = held();
  for (let count = 0; count < MOST_WAITING + 4; count += 1) lanes.add("a", `a${count}`);
  expect(lost).toEqual([]);
  await endNext();
  expect(begun).toEqual(["a0", "a4"]);
  expect(lost).toEqual([["a", 3]]);
  lanes.clear();
  await endNext();
  expect(lanes.isIdle).toBe(true);
});
