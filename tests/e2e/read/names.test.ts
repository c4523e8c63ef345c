import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { literal, tmuxWord } from "../../../src/core/quote.ts";
import { until } from "../../support/until.ts";

/** Names that tmux stores as they are, once they are written as `quote.ts` writes them. */
const NAMES = [
  "a b",
  "日本",
  "🙂emoji",
  "q'uote",
  'dq"x',
  "x$(id)",
  "*",
  "{x}",
  "!bang",
  "x#{pid}",
  "#{session_name}",
  "C#Sharp",
  "#(touch PWNED)",
  "#[bg=red]",
  "##[x]#",
  "semi;",
  "-lead",
  "=lead",
  "@at",
  "%pc",
  "w1",
  "n".repeat(256),
];

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  for (const name of NAMES) {
    const given = tmuxWord(literal(name));
    await server.tmux("new-session", "-d", "-s", `made-${NAMES.indexOf(name)}`, "cat");
    await server.tmux("rename-session", "-t", `=made-${NAMES.indexOf(name)}`, "--", given);
    await server.tmux("rename-window", "-t", `=${name}:`, "--", given);
  }
});
afterAll(() => server.close());

const touched = () => existsSync(join(server.box.home, "PWNED"));

test("every workspace is listed under its name, byte for byte, and the name does nothing", async () => {
  const labels = listOf(await server.taw("workspace", "list"), "workspaces").map(
    ({ label }) => label,
  );
  expect(labels.toSorted()).toEqual(["main", ...NAMES].toSorted());
  expect(touched()).toBe(false);
});

test("every tab is listed under its name, byte for byte", async () => {
  const labels = listOf(await server.taw("tab", "list"), "tabs").map(({ label }) => label);
  expect(labels.toSorted()).toEqual(["1", ...NAMES].toSorted());
  expect(touched()).toBe(false);
});

test("a name is no id: a workspace called w1 is not taken for the workspace w1", async () => {
  const { workspace } = resultOf(await server.taw("workspace", "get", "w1"));
  expect(fieldsOf(workspace)["label"]).toBe("main");
});

describe("a pane's folder is told as it is", () => {
  const FOLDERS = [
    "a b",
    "#{pid}",
    "$(touch PWNED)",
    "';touch PWNED;'",
    "end;",
    "日本",
    "-x",
  ].concat(["$HOME", "\\$HOME", "\\\\${x} $$_ $5"]);
  for (const name of FOLDERS) {
    test(name, async () => {
      const folder = join(server.box.home, name);
      mkdirSync(folder, { recursive: true });
      const pane = await server.pane("sh", "-c", 'cd "$1" && exec cat', "sh", tmuxWord(folder));
      const record = await until(
        "the pane stands in its folder",
        async () => fieldsOf(resultOf(await server.taw("pane", "get", pane))["pane"]),
        ({ cwd }) => cwd === folder,
      );
      expect(record["foreground_cwd"]).toBe(folder);
      expect(touched()).toBe(false);
    });
  }

  test("a TAB or newline in it leaves every other field in its place", async () => {
    const folder = join(server.box.home, "tab\there\nand newline");
    mkdirSync(folder);
    const pane = await server.pane("sh", "-c", 'cd "$1" && exec cat', "sh", tmuxWord(folder));
    const record = await until(
      "the pane stands in its folder",
      async () => fieldsOf(resultOf(await server.taw("pane", "get", pane))["pane"]),
      ({ cwd }) => cwd === join(server.box.home, "tab here and newline"),
    );
    expect(record).toMatchObject({ agent_status: "unknown", revision: expect.any(Number) });
  });
});

test("a title with dollar signs is told as it was sent", async () => {
  const title = 'echo "$HOME" ${x} $5 $$_';
  const pane = await server.pane("cat");
  await server.tmux("select-pane", "-t", pane, "-T", title);
  const { pane: record } = resultOf(await server.taw("pane", "get", pane));
  expect(fieldsOf(record)["terminal_title"]).toBe(title);
});

test("a title that was sent with control characters and 4 KB of text stays one field", async () => {
  const title = `left\\tright${"x".repeat(4096)}`;
  const pane = await server.pane("sh", "-c", `printf '\\033]2;${title}\\007'; exec cat`);
  const record = await until(
    "the title is there",
    async () => fieldsOf(resultOf(await server.taw("pane", "get", pane))["pane"]),
    ({ terminal_title: shown }) => String(shown).startsWith("left"),
  );
  expect(record["terminal_title"]).toBe(`leftright${"x".repeat(4096)}`);
});

test("a pane whose program has set no title has none, though tmux shows the machine's name", async () => {
  const pane = await server.pane("cat");
  expect(await server.format(pane, "#{pane_title}")).not.toBe("");
  const { pane: record } = resultOf(await server.taw("pane", "get", pane));
  expect(fieldsOf(record)).not.toHaveProperty("terminal_title");
});
