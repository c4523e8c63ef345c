import { expect, test } from "bun:test";
import { keysTable } from "../../../src/config/table/keys.ts";
import { helpLines } from "../../../tui/help.ts";
import { ACTIONS, BINDINGS, bindingOf } from "../../../tui/keymap.ts";
import { actionOf, configKey, keysOf, makeKeymap, tmuxKey } from "../../../tui/keys.ts";
import { pressOf } from "../../../tui/view/press.ts";

test("config, tmux and keyboard spell a key alike", () => {
  expect(["ctrl+d", "shift+tab", "alt+n", "G", "space", "f1", "plus"].map(configKey)).toEqual([
    "C-d",
    "S-Tab",
    "M-n",
    "G",
    "Space",
    "F1",
    "+",
  ]);
  expect(["C-b", "BTab", "M-Space", "None", "", "a", "A", "C-Space", "PPage"].map(tmuxKey)).toEqual(
    ["C-b", "S-Tab", "M-Space", "", "", "a", "A", "C-Space", "PgUp"],
  );
  expect(configKey("cmd+k")).toBeNull();
  const raw = { name: "", ctrl: false, meta: false, option: false, shift: false, sequence: "" };
  expect(pressOf({ ...raw, name: "g", shift: true, sequence: "G" })).toEqual({
    key: "G",
    typed: "G",
  });
  expect(pressOf({ ...raw, name: "n", meta: true, sequence: "\u001bn" })).toEqual({
    key: "M-n",
    typed: "",
  });
  expect(pressOf({ ...raw, name: "tab", shift: true, sequence: "\u001b[Z" })).toEqual({
    key: "S-Tab",
    typed: "",
  });
  expect(pressOf({ ...raw, name: "space", sequence: " " })).toEqual({ key: "Space", typed: " " });
  expect(pressOf({ ...raw, name: "linefeed", sequence: "\n" })).toEqual({ key: "C-j", typed: "" });
  expect(pressOf({ ...raw, sequence: "\u001b[999z" })).toBeNull();
  expect(pressOf({ ...raw, sequence: "é" })).toEqual({ key: "é", typed: "é" });
});

test("[keys] says of an action that it is not used yet while its key says so, and no longer", () => {
  const effects = new Map<string, string>(
    Object.entries(keysTable).map(([name, { effect }]) => [name, effect]),
  );
  for (const action of ACTIONS) {
    const isLater = bindingOf(action).later !== undefined;
    expect([action, effects.get(`keys.${action}`)]).toEqual([action, isLater ? "later" : "now"]);
  }
});

test("no key of a preset is bound twice in one place", () => {
  for (const preset of ["modal", "search"] as const) {
    const { problems, keys } = makeKeymap(preset, {});
    expect(problems).toEqual([]);
    for (const action of ACTIONS)
      expect([action, keys.get(action)]).toEqual([action, [...bindingOf(action)[preset]]]);
  }
});

test("no default outside text fields is tmux's prefix, and Enter, Space, Esc and Tab never answer", () => {
  const answering = ["approve", "approve_always", "deny", "choose"] as const;
  for (const preset of ["modal", "search"] as const) {
    const map = makeKeymap(preset, {});
    expect(actionOf(map, "list", "C-b")).toBeNull();
    for (const place of ["list", "query", "filter", "peek"] as const)
      for (const key of ["Enter", "Space", "Esc", "Tab", "S-Tab"])
        expect(answering.some((name) => name === actionOf(map, place, key))).toBe(false);
  }
});

test("[keys] lays over the preset, an empty list unbinds, the first of a key bound twice keeps it", () => {
  const map = makeKeymap("modal", {
    close: [],
    peek: ["ctrl+o"],
    explain: ["ctrl+o", "?"],
    sort: ["cmd+s"],
  });
  expect(keysOf(map, "close")).toEqual([]);
  expect(actionOf(map, "list", "x")).toBeNull();
  expect(actionOf(map, "list", "C-o")).toBe("peek");
  expect(actionOf(map, "list", "?")).toBe("explain");
  expect(keysOf(map, "help")).toEqual([":", "F1"]);
  expect(map.problems).toEqual([
    'keys.sort: no terminal sends "cmd+s"',
    "keys.explain: C-o is bound to peek already and stays with it",
  ]);
});

test("the help names every action, with the keys that the user set", () => {
  const lines = helpLines(makeKeymap("modal", { quit: ["ctrl+q"] }));
  expect(new Set(lines.map(({ words }) => words))).toEqual(
    new Set(ACTIONS.map((name) => BINDINGS[name].help)),
  );
  expect(lines.find(({ action }) => action === "quit")).toMatchObject({
    keys: "C-q",
    isChanged: true,
  });
  expect(lines.find(({ action }) => action === "move_down")?.keys).toBe("j k ↓ ↑");
  expect(lines.find(({ action }) => action === "choose")?.keys).toBe("1-9");
});
