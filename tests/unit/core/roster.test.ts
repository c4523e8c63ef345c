import { expect, test } from "bun:test";
import { parseRoster, printRoster } from "../../../src/core/roster.ts";

test("a roster is read as tmux prints it, the lowest workspace first, and printed so that it reads the same", () => {
  const roster = parseRoster("%1=@1=$12 %1=@1=$2 %3=@1=$2 %4=@2=$12 ");
  expect([...roster.panes]).toEqual([
    ["%1", "@1"],
    ["%3", "@1"],
    ["%4", "@2"],
  ]);
  expect(roster.tabs.get("@1")).toEqual(["$2", "$12"]);
  expect([...roster.workspaces]).toEqual([
    ["$12", ["@1", "@2"]],
    ["$2", ["@1"]],
  ]);
  expect(parseRoster(printRoster(roster))).toEqual(roster);
});

test("a token that is none is left out", () => {
  expect(parseRoster(" %1 %1=@1 x=@1=$1 %1=@1=$1=").panes.size).toBe(1);
});
