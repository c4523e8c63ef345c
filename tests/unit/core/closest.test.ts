import { expect, test } from "bun:test";
import { closest } from "../../../src/core/closest.ts";

const WORDS = ["layout", "preview", "depth", "show_git"];

test("a letter changed, dropped, added or swapped still finds the word that was meant", () => {
  expect(
    ["layaut", "layot", "layoutt", "laoyut", "shwo_git"].map((word) => closest(word, WORDS)),
  ).toEqual(["layout", "layout", "layout", "layout", "show_git"]);
});

test("the nearest of several words is taken", () => {
  expect(closest("tab.create", ["tab.closed", "tab.created", "tab.renamed"])).toBe("tab.created");
});

test("of two words that are as near, the first is taken", () => {
  expect(closest("tab.x", ["tab.a", "tab.b"])).toBe("tab.a");
});

test("a word that differs in more than a third is another word", () => {
  expect(closest("colour", WORDS)).toBeNull();
  expect(closest("x", WORDS)).toBeNull();
  expect(closest("", WORDS)).toBeNull();
});

test("a mistyped command or flag finds its own", () => {
  expect(closest("pane lst", ["pane list", "pane get"])).toBe("pane list");
  expect(closest("--worksapce", ["--workspace", "--workspaces"])).toBe("--workspace");
  expect(closest("zzz", ["pane list"])).toBeNull();
});
