import { expect, test } from "bun:test";
import type { Settings } from "../../../tui/settings.ts";
import { busy, Cockpit, hello } from "../../support/cockpit.ts";

const LINE = " Tab goes to who needs you, Enter goes there, ? shows every key";

const started = (usedHints: readonly string[] | null, settings: Partial<Settings> = {}): Cockpit =>
  new Cockpit(120, 40, settings).recall({ usedHints }).feed(hello(), busy());

const line = (app: Cockpit): string => app.lines.at(-2)?.trimEnd() ?? "";
const kept = (app: Cockpit): unknown[] =>
  app.cmds.flatMap((cmd) => (cmd.type === "remember" ? [cmd.fact] : []));

test("at the first run one line above the footer names the keys that work", () => {
  expect(line(started([]))).toBe(LINE);
});

test("it leaves for good with ?, at once", () => {
  const app = started([]).press("?");
  expect(kept(app)).toEqual([{ what: "hint", action: "help" }]);
  expect(line(app.press("Esc"))).not.toBe(LINE);
  expect(line(started(["help"]))).not.toBe(LINE);
});

test("it leaves for good once three different keys of it were used, over several runs", () => {
  const first = started([]).press("Tab", "Tab", "j");
  expect(kept(first)).toEqual([{ what: "hint", action: "next_up" }]);
  const second = started(["next_up"]).press("Enter");
  expect(kept(second)).toEqual([{ what: "hint", action: "go" }]);
  expect(line(second)).toBe(LINE);
  expect(line(started(["next_up", "go", "help"]))).not.toBe(LINE);
});

test("what another version counted does not count", () => {
  expect(line(started(["next_up", "dance", "sing", "go"]))).toBe(LINE);
});

test("where nothing can be remembered it is not shown, or it would never leave", () => {
  expect(line(started(null))).not.toBe(LINE);
  expect(kept(started(null).press("Tab"))).toEqual([]);
});

test("it names the keys as they are bound, and none that is not", () => {
  expect(line(started([], { keys: { next_up: ["n"], go: [] } }))).toBe(
    " n goes to who needs you, ? shows every key",
  );
  expect(line(started([], { preset: "search" }))).toBe(
    " Tab goes to who needs you, Enter goes there, F1 shows every key",
  );
});

test("a letter typed into the filter is text, not a key of the line", () => {
  expect(kept(started([]).press("/", "?"))).toEqual([]);
});

test("the list gives the line its row and takes it back, the selected row always in view", () => {
  const app = new Cockpit(40, 12).recall().feed(hello(), busy()).press("G");
  const selected = () => app.lines.findIndex((row) => row.startsWith("▌"));
  expect([app.lines.at(-2)?.trimEnd(), selected()]).toEqual([
    " Tab next, Enter go, ? every key",
    8,
  ]);
  app.press("?", "Esc", "k", "j");
  expect(selected()).toBe(9);
});
