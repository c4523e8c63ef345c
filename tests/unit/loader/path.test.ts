import { expect, test } from "bun:test";
import { parsePath, pathCommands } from "../../../src/loader/path.ts";

const pathAfter = (path: string, isWanted: boolean) =>
  pathCommands(path, "/s/bin", isWanted)[0]?.[3];

test("taw's folder goes in front once, and every other entry stays as it is", () => {
  expect(pathAfter("/a::/b c:/a", true)).toBe("/s/bin:/a::/b c:/a");
  expect(pathCommands("/s/bin:/a", "/s/bin", true)).toEqual([]);
  expect(pathAfter("/a:/s/bin", true)).toBe("/s/bin:/a");
});

test("it comes out again, and nothing is written where it was not in", () => {
  expect(pathAfter("/s/bin:/a::/b", false)).toBe("/a::/b");
  expect(pathCommands("/a", "/s/bin", false)).toEqual([]);
  expect(pathCommands(null, "/s/bin", true)).toEqual([]);
});

test("PATH is read from the environment's dump, and is nothing when hidden or unset", () => {
  expect(parsePath("A=1\nPATH=/a:/b\nZ=PATH=/no\n")).toBe("/a:/b");
  expect(parsePath("A=1\n-PATH\n")).toBeNull();
});
