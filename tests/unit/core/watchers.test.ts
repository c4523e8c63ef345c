import { expect, test } from "bun:test";
import { parseWatcher } from "../../../src/core/watchers.ts";

test("a watcher's name gives its process and its nudge socket", () => {
  expect(parseWatcher("41 123_4 /run/user/1/taw/a b/w41-x")).toEqual({
    pid: 41,
    start: "123_4",
    socket: "/run/user/1/taw/a b/w41-x",
  });
  expect(parseWatcher("41 0 -")).toEqual({ pid: 41, start: "0", socket: null });
  for (const text of [null, "", "x 1 /s", "41"]) expect(parseWatcher(text)).toBeNull();
});
