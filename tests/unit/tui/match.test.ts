import { expect, test } from "bun:test";
import { filterRows } from "../../../tui/filter.ts";
import { findTerm, haystack, parseQuery } from "../../../tui/match.ts";
import { busy } from "../../support/cockpit.ts";

function found(text: string, query: string, isLoose = true): string | null {
  const term = parseQuery(query, "search")[0]?.[0];
  if (term === undefined) return null;
  const hit = findTerm(haystack(text), term, isLoose);
  return hit === null ? null : hit.at.map((at) => text[at]).join("");
}

test("letters are found in order with others between them, whole words first", () => {
  expect(found("feat/login", "fl")).toBe("fl");
  expect(found("feat/login", "lf")).toBeNull();
  expect(
    findTerm(
      haystack("catalog log"),
      { kind: "fuzzy", isNot: false, text: "log", isCased: false },
      true,
    )?.at,
  ).toEqual([8, 9, 10]);
});

test("what a pane says is searched for whole words only", () => {
  expect(found("fixing 2 of 214 tests", "fts", false)).toBeNull();
  expect(found("fixing 2 of 214 tests", "tests", false)).toBe("tests");
});

test("capitals ask for capitals", () => {
  expect(found("README", "readme")).toBe("README");
  expect(found("readme", "README")).toBeNull();
});

function names(query: string): string[] {
  return filterRows(busy(), parseQuery(query, "search"), "flat").rows.body.map((row) =>
    row.key.slice(row.key.indexOf(":") + 1),
  );
}

test("the search preset's signs: and, not, exact, start, end, or", () => {
  expect(names("claude infra")).toEqual(["w5:p24"]);
  expect(names("claude !infra !api")).toEqual(["w3:p21", "w7:p27"]);
  expect(names("'cdx")).toEqual([]);
  expect(names("cdx")).toEqual(["w5:p23", "w1:p17"]);
  expect(names("^gem tra")).toEqual(["w6:p25"]);
  expect(names("hass | garden")).toEqual(["w8:p28", "w8:p29"]);
  expect(names("den$")).toEqual(["w8:p28"]);
});

test("modal's filter has no signs: they are searched for as they are", () => {
  expect(
    parseQuery("!x ^y", "modal")
      .flat()
      .map(({ text, isNot }) => [text, isNot]),
  ).toEqual([
    ["!x", false],
    ["^y", false],
  ]);
});
