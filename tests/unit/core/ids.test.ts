import { expect, test } from "bun:test";
import {
  parseNumber,
  parsePaneId,
  parseTabId,
  parseWorkspaceId,
  printNumber,
  publicPaneId,
  publicTabId,
  publicWorkspaceId,
} from "../../../src/core/ids.ts";

test("public numbers are bijective base 32 without I, L, O, U", () => {
  const spelled = [1, 9, 10, 31, 32, 33, 64, 65].map(printNumber);
  expect(spelled).toEqual(["1", "9", "A", "Z", "0", "11", "10", "21"]);
  for (const n of [1, 31, 32, 33, 1023, 1024, 1025, 40_000])
    expect(parseNumber(printNumber(n))).toBe(n);
});

test("public ids are tmux's own number plus one, each with the workspace in front", () => {
  expect(publicWorkspaceId("$0")).toBe("w1");
  expect(publicTabId("$0", "@9")).toBe("w1:tA");
  expect(publicPaneId("$32", "%6")).toBe("w11:p7");
});

test("tmux ids are accepted wherever a public id is, and a moved pane resolves by its old id", () => {
  expect(parseWorkspaceId("$3")).toBe("$3");
  expect(parseWorkspaceId("w4")).toBe("$3");
  expect(parseTabId("@9")).toBe("@9");
  expect(parseTabId("w1:tA")).toBe("@9");
  expect(parsePaneId("%6")).toBe("%6");
  expect(parsePaneId("w1:p7")).toBe("%6");
  expect(parsePaneId("w2:p7")).toBe("%6");
});

test("what is no id is refused: empty, a flag, a letter, a target pattern, an id of another thing", () => {
  for (const text of [
    "",
    "-X",
    ".",
    ":",
    "%",
    "%-1",
    "%1.5",
    "w",
    "wI",
    "w1",
    "$1",
    "w1:t1",
    "p7",
    "=a",
  ]) {
    expect(parsePaneId(text)).toBeNull();
  }
  for (const text of ["", "w", "$", "w1:p1", "%1", "W1", "wi"])
    expect(parseWorkspaceId(text)).toBeNull();
});
