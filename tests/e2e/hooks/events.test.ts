import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import {
  KEEPS,
  heard,
  hears,
  heardNames,
  loadHooked,
  runnersOf,
  says,
  writeConfig,
} from "../../support/hooked.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const hooking = (...names: readonly string[]): string =>
  `[hooks]\n${names.map((name) => `"${name}" = ${JSON.stringify(KEEPS)}\n`).join("")}`;

const optionOf = (on: TmuxServer, name: string): Promise<string> =>
  on.tmux("display-message", "-p", `#{${name}}`);

test("a command hooked to tab.created hears of a window made by hand and by a verb, once each", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, hooking("tab.created"));
  await server.tmux("new-window", "-d", "-n", "by hand", "cat");
  await hears(server, 1);
  resultOf(await server.taw("tab", "create", "--label", "by verb"));
  const calls = await hears(server, 2);
  expect(calls.map((call) => [call["event"], call["tab_label"]])).toEqual([
    ["tab.created", "by hand"],
    ["tab.created", "by verb"],
  ]);
  expect(fieldsOf(calls[0], "tab")).toMatchObject({ tab_id: "w1:t2" });
});

test("a burst of renames is heard in order, none lost and none twice", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, hooking("tab.renamed"));
  const labels = Array.from({ length: 40 }, (_, at) => `n${at}`);
  for (const label of labels) await server.tmux("rename-window", "-t", "main:", label);
  const calls = await hears(server, labels.length);
  expect(calls.map((call) => fieldsOf(call, "data")["label"])).toEqual(labels);
}, 60_000);

test("a name with quotes, newlines, dollars and formats is data to a command, never shell text", async () => {
  await using server = await tmuxServer();
  const label = `it's "$(touch ~/X)" \`touch ~/X\` #(touch ~/X) #{pane_id} ; \\ $HOME`;
  const told = `printf %s "$TAW_LABEL" >~/label; cat >~/input`;
  await loadHooked(server, `[hooks]\n"tab.renamed" = '''${told}'''\n`);
  // tmux itself runs what a new name holds as a format, unless it is doubled.
  await server.tmux("rename-window", "-t", "main:", label.replaceAll("#", "##"));
  const shown = await server.format("%0", "#{window_name}");
  const input: unknown = JSON.parse(await says(server, "input", (text) => text.endsWith("}")));
  expect(shown).toContain("#(touch ~/X)");
  expect(fieldsOf(input, "data")["label"]).toBe(shown);
  expect(await says(server, "label")).toBe(shown);
  expect(existsSync(join(server.box.home, "X"))).toBe(false);
});

test("a command has the session's environment, TMUX, its own variables and nothing of herdr's", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, `[hooks]\n"pane.created" = "env >~/env; pwd >~/cwd"\n`);
  await server.tmux("set-environment", "-g", "HERDR_PANE_ID", "%calling");
  await server.tmux("set-environment", "-g", "TAW_STATE", "from outside");
  await server.tmux("set-environment", "-g", "TMUX_PANE", "%9");
  await server.tmux("set-environment", "-t", "main", "OWN", 'a "b" $c');
  await server.tmux("split-window", "-d", "-t", "main", "-c", server.box.root, "cat");
  await says(server, "cwd");
  const env = (await says(server, "env")).trim().split("\n");
  const pid = await optionOf(server, "pid");
  for (const line of [
    "TAW_EVENT=pane.created",
    "TAW_SESSION=main",
    "TAW_SESSION_ID=$0",
    "TAW_WINDOW=@0",
    "TAW_PANE=%1",
    "TAW_WORKSPACE_ID=w1",
    "TAW_TAB_ID=w1:t1",
    "TAW_PANE_ID=w1:p2",
    `TAW_DIR=${server.box.root}`,
    'OWN=a "b" $c',
    `TMUX=${server.socketPath},${pid},0`,
  ]) {
    expect(env).toContain(line);
  }
  expect(env.filter((line) => /^(HERDR_|TAW_STATE=|TAW_TEST=|TMUX_PANE=)/.test(line))).toEqual([]);
  expect(await says(server, "cwd")).toBe(`${server.box.root}\n`);
});

test("each command of a list runs after the one before, also when that failed", async () => {
  await using server = await tmuxServer();
  const list = `["echo one >>~/order; exit 3", "sleep 0.2; echo two >>~/order", "echo three >>~/order"]`;
  await loadHooked(server, `[hooks]\n"tab.created" = ${list}\n`);
  await server.tmux("new-window", "-d", "cat");
  await server.tmux("new-window", "-d", "cat");
  expect(await says(server, "order", (text) => text.split("\n").length === 7)).toBe(
    "one\ntwo\nthree\none\ntwo\nthree\n",
  );
});

test("one that fails is logged with its status and what it said last, and keeps no other back", async () => {
  await using server = await tmuxServer();
  const fails = `["printf 'first\\nno network\\n' >&2; exit 6", "touch ~/went-on"]`;
  await loadHooked(server, `[hooks]\n"tab.created" = ${fails}\n`);
  await server.tmux("new-window", "-d", "cat");
  const [line] = await until(
    "the log tells it",
    async () => linesOf(await server.taw("hooks", "log")),
    (lines) => lines.length > 0,
  );
  expect(line).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC tab\.created failed \(exit status 6\): printf .* \| no network$/,
  );
  await until("the next ran", () => existsSync(join(server.box.home, "went-on")));
  expect(resultOf(await server.taw("hooks", "log", "--lines", "0"))).toMatchObject({ count: 0 });
});

const linesOf = (ran: Awaited<ReturnType<TmuxServer["taw"]>>): string[] => {
  const { lines } = resultOf(ran);
  return Array.isArray(lines) ? lines.map(String) : [];
};

test("one that takes too long is stopped, with what it started, and logged; another name does not wait for it", async () => {
  await using server = await tmuxServer();
  const slow = `"sleep 61.25 & echo $! >~/pid; wait"`;
  const config = `[hooks]\ntimeout_seconds = 1\n"tab.created" = ${slow}\n"pane.created" = "touch ~/pane"\n`;
  await loadHooked(server, config);
  await server.tmux("new-window", "-d", "cat");
  await until("the other name ran", () => existsSync(join(server.box.home, "pane")));
  const pid = Number(await says(server, "pid"));
  await until("what it started is gone", () => !isAlive(pid));
  const lines = await until(
    "the log tells it",
    async () => linesOf(await server.taw("hooks", "log")),
    (found) => found.length > 0,
  );
  expect(lines.join("\n")).toContain("tab.created failed (took longer than 1 s): sleep 61.25");
});

test("with 0 for its time a command has no limit, and ends with the tmux server soon after that", async () => {
  await using server = await tmuxServer();
  const config = `[hooks]\ntimeout_seconds = 0\n"tab.created" = "echo $$ >~/pid; exec sleep 62.5"\n`;
  await loadHooked(server, config);
  await server.tmux("new-window", "-d", "cat");
  const pid = Number(await says(server, "pid"));
  const [runner] = await runnersOf(server);
  expect(runner).toBeDefined();
  await server.tmux("kill-server");
  await until("the command is gone", () => !isAlive(pid), Boolean, 15_000);
  await until("its runner too", () => !isAlive(runner ?? 0), Boolean, 15_000);
});

test("a config that changes counts from the next verb on, without a reload", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, "");
  expect(await optionOf(server, "@agent_wizard_wants")).toBe("");
  await writeConfig(server, hooking("tab.renamed"));
  resultOf(await server.taw("pane", "list"));
  await until("it is wanted", () => optionOf(server, "@agent_wizard_wants"));
  await server.tmux("rename-window", "-t", "main:", "new");
  expect((await hears(server, 1)).length).toBe(1);
  await writeConfig(server, `[hooks]\n"tab.renamed" = "touch ~/other"\n`);
  await server.tmux("rename-window", "-t", "main:", "newer");
  await says(server, "other", () => existsSync(join(server.box.home, "other")));
  await writeConfig(server, "[hooks]\nbroken = \n");
  resultOf(await server.taw("config", "reload"));
  expect(await optionOf(server, "@agent_wizard_wants")).toContain("tab-name@0-hooks");
  await writeConfig(server, "");
  resultOf(await server.taw("config", "reload"));
  expect(await optionOf(server, "@agent_wizard_wants")).toBe("");
  expect(heard(server).length).toBe(1);
});

test("an unload takes the hooks' words out, and a load puts them in again", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, hooking("tab.renamed"));
  await loadHooked(server, hooking("tab.renamed"));
  expect(await optionOf(server, "@agent_wizard_wants")).toBe("<tab-name@0-hooks>");
  resultOf(await server.taw("tmux", "unload"));
  resultOf(await server.taw("pane", "list"));
  expect(await server.tmux("show-options", "-s")).not.toContain("@agent_wizard");
  await server.tmux("rename-window", "-t", "main:", "unheard");
  resultOf(await server.taw("tmux", "load"));
  await server.tmux("rename-window", "-t", "main:", "heard");
  const calls = await hears(server, 1);
  expect(calls.map((call) => fieldsOf(call, "data")["label"])).toEqual(["heard"]);
});

test("with nothing hooked an event starts no process and is not queued", async () => {
  await using server = await tmuxServer();
  await loadHooked(
    server,
    `[hooks]\npre_close = "true"\n"sandbox.started" = "true"\nodd = "true"\n`,
  );
  await server.tmux("rename-window", "-t", "main:", "new");
  for (const name of ["wants", "queue", "draining"]) {
    expect(await optionOf(server, `@agent_wizard_${name}`)).toBe("");
  }
});

test("a file that cannot be taken is told in the log, where an event would have run something", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, hooking("tab.renamed"));
  await writeConfig(server, "[hooks]\nbroken = \n");
  await server.tmux("rename-window", "-t", "main:", "new");
  const lines = await until(
    "the log tells it",
    async () => linesOf(await server.taw("hooks", "log")),
    (found) => found.length > 0,
  );
  expect(lines[0]).toContain("tab.renamed not run: ");
  expect(lines[0]).toContain("config.toml:2");
  expect(heardNames(server)).toEqual([]);
});

test("hooks list has every name with its commands, and what taw never fires under unknown", async () => {
  await using server = await tmuxServer();
  await writeConfig(server, `[hooks]\n"agent.done" = ["a", "b"]\n"agent.finished" = "true"\n`);
  const ran = await server.taw("hooks", "list");
  const hooks = listOf(ran, "hooks");
  expect(hooks.find(({ name }) => name === "agent.done")).toMatchObject({
    kind: "event",
    commands: ["a", "b"],
  });
  expect(hooks.find(({ name }) => name === "pre_close")).toMatchObject({
    kind: "veto",
    commands: [],
  });
  expect(hooks.length).toBe(28);
  expect(resultOf(ran)).toMatchObject({
    timeout_seconds: 30,
    veto_timeout_seconds: 10,
    log: join(server.box.home, ".local/state/tmux-agent-wizard/logs/hooks.log"),
    unknown: [{ name: "agent.finished", commands: ["true"] }],
  });
});
