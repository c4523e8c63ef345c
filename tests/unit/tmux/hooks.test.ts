import { expect, test } from "bun:test";
import { HOOKS, hookCommands, unhookCommands } from "../../../src/tmux/hooks.ts";

const names = (commands: readonly (readonly string[])[]) => commands.map((command) => command[2]);

test("the table is sorted and names every hook once", () => {
  const hooks = HOOKS.map((row) => row.hook);
  expect(hooks).toEqual([...new Set(hooks)].toSorted());
});

test("a tmux gets only the hooks that it has", () => {
  const old = names(hookCommands([3, 2]));
  expect(old).not.toContain("client-focus-in[7300]");
  expect(old).toContain("pane-focus-in[7300]");
  const now = names(hookCommands([3, 3]));
  expect(now).toContain("client-focus-in[7300]");
  expect(now).not.toContain("pane-focus-in[7300]");
});

test("only entries of ours are taken off, those of other versions too, and none that is put in", () => {
  const shown = [
    "after-new-window[0] display-message mine",
    "after-new-window[7300] set -g @x 1",
    "pane-exited[7301] set -g @x 1",
    "pane-exited[73001] display-message mine",
    "window-renamed",
  ].join("\n");
  expect(names(unhookCommands(shown))).toEqual(["after-new-window[7300]", "pane-exited[7301]"]);
  const kept = unhookCommands(shown, [["set-hook", "-g", "after-new-window[7300]", "x"]]);
  expect(names(kept)).toEqual(["pane-exited[7301]"]);
});
