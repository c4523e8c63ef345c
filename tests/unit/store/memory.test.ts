import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Fact } from "../../../src/store/memory.ts";
import { openMemory } from "../../../src/store/memory.ts";
import { sandbox } from "../../support/sandbox.ts";

const NOW = 1_800_000_000_000;
const DAY = 24 * 60 * 60 * 1000;

/** A state folder, and the memory of a cockpit that opens it at some time for some tmux server. */
function place() {
  const box = sandbox();
  const folder = join(box.root, "state");
  const open = (server = "4711 1799990000", nowMs = NOW, machine = "studio") =>
    openMemory({ folder, machine, server, nowMs: () => nowMs });
  return {
    path: join(folder, "state.db"),
    open,
    /** Keeps facts as a cockpit of its own would. */
    keep: async (facts: readonly Fact[], nowMs = NOW) => {
      const memory = await open("4711 1799990000", nowMs);
      for (const fact of facts) expect(memory.keep(fact)).toBe("");
      memory.close();
    },
    recalled: async (...how: Parameters<typeof open>) => {
      const memory = await open(...how);
      memory.close();
      return memory.recalled;
    },
    [Symbol.asyncDispose]: () => box.close(),
  };
}

const heard = (server: string, state: string): Fact => ({
  what: "heard",
  server,
  hello: '{"type":"hello"}',
  state,
});

test("at the first start nothing is known, and no hint was used", async () => {
  await using at = place();
  expect(await at.recalled()).toEqual({
    heard: null,
    divider: null,
    usedHints: [],
    themes: new Map(),
    problem: "",
  });
});

test("the lines that a tmux server's feed said last are there for the same server only", async () => {
  await using at = place();
  await at.keep([heard("4711 1799990000", "old"), heard("4711 1799990000", "new")]);
  await at.keep([heard("99 1799990000", "another")], NOW + 5);
  expect((await at.recalled()).heard).toEqual({
    hello: '{"type":"hello"}',
    state: "new",
    heardUnixMs: NOW,
  });
  expect((await at.recalled("4711 1799990001")).heard).toBeNull();
  expect((await at.recalled("")).heard).toBeNull();
  expect((await at.recalled("4711 1799990000", NOW, "other")).heard).toBeNull();
  expect((await at.recalled("99 1799990000")).heard?.state).toBe("another");
});

test("of many servers the newest eight are kept, whatever the clock says the one just heard among them", async () => {
  await using at = place();
  for (let pid = 1; pid <= 12; pid += 1) await at.keep([heard(`${pid} 1`, "state")], NOW + pid);
  await at.keep([heard("20 1", "state")], NOW - 5 * DAY);
  const kept = [];
  for (let pid = 1; pid <= 20; pid += 1)
    if ((await at.recalled(`${pid} 1`)).heard !== null) kept.push(pid);
  expect(kept).toEqual([6, 7, 8, 9, 10, 11, 12, 20]);
});

test("a line that is longer than any machine's is not kept", async () => {
  await using at = place();
  await at.keep([heard("4711 1799990000", "x".repeat(9 * 1024 * 1024))]);
  expect((await at.recalled()).heard).toBeNull();
});

test("the divider and the hints that were used are remembered, whichever cockpit kept them", async () => {
  await using at = place();
  const [one, other] = [await at.open(), await at.open()];
  one.keep({ what: "hint", action: "go" });
  other.keep({ what: "hint", action: "help" });
  one.keep({ what: "hint", action: "go" });
  one.keep({ what: "divider", columns: 60 });
  other.keep({ what: "divider", columns: 52 });
  one.close();
  other.close();
  const { divider, usedHints } = await at.recalled();
  expect({ divider, usedHints: usedHints?.toSorted() }).toEqual({
    divider: 52,
    usedHints: ["go", "help"],
  });
});

test("a terminal is light or dark for thirty days after it was found so", async () => {
  await using at = place();
  await at.keep([{ what: "theme", terminal: "xterm_kitty", mode: "light" }]);
  await at.keep([{ what: "theme", terminal: "foot", mode: "dark" }], NOW + 10 * DAY);
  const themes = async (nowMs: number) => [...(await at.recalled("", nowMs)).themes].toSorted();
  expect(await themes(NOW + 29 * DAY)).toEqual([
    ["foot", "dark"],
    ["xterm_kitty", "light"],
  ]);
  expect(await themes(NOW + 31 * DAY)).toEqual([["foot", "dark"]]);
  await at.keep([{ what: "theme", terminal: "foot", mode: "light" }], NOW + 31 * DAY);
  using database = new Database(at.path);
  expect(database.query("SELECT name, value FROM cockpit").all()).toEqual([
    { name: "theme:foot", value: "light" },
  ]);
});

test("rows that another version wrote are read as far as they make sense", async () => {
  await using at = place();
  await at.keep([]);
  using database = new Database(at.path);
  for (const [name, value, at] of [
    ["divider", "-3", 1],
    ["theme:foot", "sepia", NOW],
    ["theme:kitty", "dark", 0],
    ["theme:vte", "dark", NOW + 90 * DAY],
    ["something:new", "x", NOW],
  ] as const)
    database.run("INSERT INTO cockpit VALUES (?, ?, ?)", [name, value, at]);
  database.run("INSERT INTO last_heard VALUES ('studio', '4711 1799990000', '', '{}', 5)");
  expect(await at.recalled()).toEqual({
    heard: null,
    divider: null,
    usedHints: [],
    themes: new Map(),
    problem: "",
  });
});

test("where nothing can be kept no hint counts, and the reason is told once", async () => {
  const memory = await openMemory({
    folder: "/dev/null/taw",
    machine: "studio",
    server: "1 2",
    nowMs: () => NOW,
  });
  expect(memory.recalled).toMatchObject({ usedHints: null, heard: null });
  expect(memory.recalled.problem).toContain("cannot make the folder /dev/null/taw");
  expect(memory.keep({ what: "divider", columns: 60 })).toBe("");
  memory.close();
});
