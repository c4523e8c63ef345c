import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { listen } from "../../support/listener.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const pane = (label: string) => ({ type: "pane", label, command: ["cat"] });
const ROOT = {
  type: "split",
  direction: "right",
  ratio: 0.4,
  first: pane("a"),
  second: { type: "split", direction: "down", ratio: 0.5, first: pane("b"), second: pane("c") },
};

test("a layout that replaces a tab is told once: the new tab and each of its panes, and the end of the old", async () => {
  await using server = await tmuxServer();
  const own = recorder(server);
  await server.tmux("new-window", "-d", "cat");
  const { folders } = await loadInto(server, own.launcher);
  using reader = await listen(server, folders.runtime);
  const ran = await server.taw("layout", "apply", "--tab", "@1", JSON.stringify(ROOT));
  const { tab_id: tab } = fieldsOf(resultOf(ran), "layout");
  const told = (name: string) => reader.heard.filter((event) => event.name === name);
  await until("the old tab's end is told", () => told("tab.closed").length);
  await until(
    "the panes are told",
    () => told("pane.created").length,
    (count) => count >= 3,
  );
  await server.tmux("rename-window", "-t", "@0", "last");
  await until("what comes after is told", () => told("tab.renamed").length);
  expect(told("tab.created").map(({ data }) => fieldsOf(data, "tab")["tab_id"])).toEqual([tab]);
  const created = told("pane.created").map(({ data }) => fieldsOf(data, "pane")["pane_id"]);
  expect(created.toSorted()).toEqual(["w1:p3", "w1:p4", "w1:p5"]);
  expect(told("tab.closed").map(({ data }) => data["tab_id"])).toEqual(["w1:t2"]);
  expect(told("pane.closed").map(({ data }) => data["pane_id"])).toEqual(["w1:p2"]);
  const layouts = told("layout.updated").map(({ data }) => fieldsOf(data, "layout")["tab_id"]);
  expect(new Set(layouts)).toEqual(new Set([tab]));
}, 20_000);

const says = (word: string) => ({
  type: "pane",
  command: ["sh", "-c", `printf ${word}; exec cat`],
});

test("every pane of a layout has its watcher's pipe from its first byte on", async () => {
  await using server = await tmuxServer();
  const own = recorder(server);
  await loadInto(server, own.launcher);
  const root = { ...ROOT, first: says("one"), second: { ...ROOT.second, second: says("three") } };
  expect((await server.taw("layout", "apply", JSON.stringify(root))).code).toBe(0);
  const [first = "", , third = ""] = (
    await server.tmux("list-panes", "-t", "@1", "-F", "#{pane_id}")
  ).split("\n");
  for (const [id, word] of [
    [first, "one"],
    [third, "three"],
  ] as const) {
    await until(
      `${word} is heard`,
      () => own.heard(id),
      (text) => text === word,
    );
  }
  const pipes = await server.tmux("list-panes", "-t", "@1", "-F", "#{pane_pipe}");
  expect(pipes).toBe("1\n1\n1");
}, 20_000);

test("a whole layout is made by two calls of tmux: the look, and the change", async () => {
  await using server = await tmuxServer();
  const programs = join(server.box.root, "bin");
  const log = join(server.box.root, "tmux.log");
  const script = `#!/bin/sh\necho call >>'${log}'\nexec '${Bun.which("tmux")}' "$@"\n`;
  await Bun.write(join(programs, "tmux"), script);
  chmodSync(join(programs, "tmux"), 0o755);
  const env = { ...server.box.env, PATH: `${programs}:${server.box.env["PATH"]}` };
  const apply = ["-L", server.name, "layout", "apply", JSON.stringify(ROOT)];
  expect((await taw(apply, { env, cwd: server.box.home })).code).toBe(0);
  expect(await Bun.file(log).text()).toBe("call\ncall\n");
});
