import { expect, test } from "bun:test";
import { join } from "node:path";
import { parseCast } from "../../../demo/cast.ts";
import { SCENE } from "../../../demo/scene.ts";

const HEADER = '{"version":2,"width":120,"height":40}';

test("a recording is output and states with their times in ms", () => {
  expect(parseCast(`${HEADER}\n[0.25,"o","\\u001b[H hi"]\n[1.5,"m","blocked"]\n`)).toEqual({
    width: 120,
    height: 40,
    events: [
      { atMs: 250, output: "\u001b[H hi", state: null },
      { atMs: 1500, output: "", state: "blocked" },
    ],
  });
});

test("a line that is no event is refused by its number", () => {
  expect(() => parseCast(`${HEADER}\n[0,"o","x"]\n[1,"i","y"]`)).toThrow("line 3 of the recording");
  expect(() => parseCast("{}")).toThrow("line 1 of the recording has no width and height");
});

test.each(SCENE.map(({ kind }) => kind))(
  "the recording of %s works, ends at rest, and its times go forward",
  async (kind) => {
    const path = join(import.meta.dir, "../../../demo/recordings", `${kind}.cast`);
    const { width, height, events } = parseCast(await Bun.file(path).text());
    expect([width, height]).toEqual([120, 40]);
    const times = events.map(({ atMs }) => atMs);
    expect(times.toSorted((one, other) => one - other)).toEqual(times);
    const states = events.flatMap(({ state }) => (state === null ? [] : [state]));
    expect([states[0], states.at(-1)]).toEqual(["working", "idle"]);
  },
);

test("five agents play, each under its own name and in its own tab", () => {
  expect(new Set(SCENE.map(({ kind }) => kind)).size).toBe(5);
  expect(new Set(SCENE.map(({ workspace, tab }) => `${workspace} ${tab}`)).size).toBe(5);
});
