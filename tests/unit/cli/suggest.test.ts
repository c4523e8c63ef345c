import { expect, test } from "bun:test";
import { editDistance, suggestion } from "../../../src/cli/suggest.ts";

test("the distance counts letters put in, taken out, changed and swapped", () => {
  expect(editDistance("list", "list")).toBe(0);
  expect(editDistance("lst", "list")).toBe(1);
  expect(editDistance("lits", "list")).toBe(1);
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("only a near word is suggested, the nearest of several", () => {
  expect(suggestion("pane lst", ["pane list", "pane get"])).toBe("pane list");
  expect(suggestion("--worksapce", ["--workspace", "--workspaces"])).toBe("--workspace");
  expect(suggestion("zzz", ["pane list"])).toBeNull();
});
