import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { loadInto } from "../../support/loaded.ts";
import { bin } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("set-environment", "-g", "PS1", "ready$ ");
  // Else a fish that is new to this home makes completions out of all manuals first.
  mkdirSync(join(server.box.home, ".local/share/fish/generated_completions"), { recursive: true });
});
afterAll(() => server.close());

const SHELLS: Record<string, string[]> = {
  bash: ["bash", "--norc", "--noprofile"],
  zsh: ["env", "PROMPT=ready$ ", "zsh", "-f"],
  fish: ["fish", "-C", "function fish_prompt; echo -n 'ready$ '; end; function fish_greeting; end"],
};

/** A shell at its prompt that has printed `lines` lines. */
async function shell(name: keyof typeof SHELLS, lines = 100): Promise<string> {
  const pane = await server.pane(...(SHELLS[name] ?? []));
  await promptAfter(pane, "");
  if (lines > 0) {
    await server.tmux("send-keys", "-t", pane, "-l", `seq ${lines}`);
    await server.tmux("send-keys", "-t", pane, "Enter");
    await promptAfter(pane, `${lines}\n`);
  }
  return pane;
}

const promptAfter = (pane: string, text: string) =>
  until(
    `the shell is at its prompt after ${text}`,
    () => server.paneText(pane),
    (shown) => shown.endsWith(`${text}ready$`),
  );

const historyOf = (pane: string) => server.format(pane, "#{history_size}");
const clear = async (...words: string[]) => resultOf(await server.taw("pane", "clear", ...words));

test.each(Object.keys(SHELLS))(
  "%s at its prompt draws it and the line that is being typed again at the top",
  async (name) => {
    const pane = await shell(name);
    await server.tmux("send-keys", "-t", pane, "-l", "echo half");
    await until("the line is typed", async () => (await server.paneText(pane)).endsWith("half"));
    const answer = await clear(pane);
    const id = fieldsOf(resultOf(await server.taw("pane", "get", pane)), "pane")["pane_id"];
    expect(answer).toEqual({
      type: "ok",
      pane_id: id,
      history_cleared: true,
      screen_cleared: true,
    });
    expect(await server.paneText(pane)).toBe("ready$ echo half");
    expect(await historyOf(pane)).toBe("0");
  },
);

test("a screen that is clear already is not asked for anything", async () => {
  const pane = await shell("bash", 0);
  await server.tmux("send-keys", "-t", pane, "-l", "bind -x '\"\\C-l\": echo asked'");
  await server.tmux("send-keys", "-t", pane, "Enter");
  await server.tmux("send-keys", "-t", pane, "-l", "printf '\\033[H\\033[2J'");
  await server.tmux("send-keys", "-t", pane, "Enter");
  await until("the screen is clear", async () => (await server.paneText(pane)) === "ready$");
  expect(await clear(pane)).toMatchObject({ history_cleared: true, screen_cleared: true });
  expect(await server.paneText(pane)).toBe("ready$");
  expect(await historyOf(pane)).toBe("0");
});

test("with a program in front only the history is cleared, and nothing is typed", async () => {
  const pane = await shell("bash");
  await server.tmux("send-keys", "-t", pane, "-l", "cat -v");
  await server.tmux("send-keys", "-t", pane, "Enter");
  await until(
    "cat is in front",
    async () => (await server.format(pane, "#{pane_current_command}")) === "cat",
  );
  const before = await server.paneText(pane);
  const answer = await clear(pane);
  expect(answer).toMatchObject({ history_cleared: true, screen_cleared: false });
  expect(answer["note"]).toContain("a program is in front of its shell");
  expect(await historyOf(pane)).toBe("0");
  expect(await server.paneText(pane)).toBe(before);
});

test("a shell that is not bash, zsh or fish keeps its screen", async () => {
  const pane = await server.pane("sh", "-i");
  await promptAfter(pane, "");
  const answer = await clear(pane);
  expect(answer).toMatchObject({ history_cleared: true, screen_cleared: false });
  expect(answer["note"]).toContain("not bash, zsh or fish");
});

test("in a synchronised tab no pane is typed into", async () => {
  const pane = await shell("bash", 3);
  const other = await server.tmux(
    "split-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    pane,
    "cat",
    "-v",
  );
  await server.tmux("set-option", "-w", "-t", pane, "synchronize-panes", "on");
  const answer = await clear(pane);
  expect(answer).toMatchObject({ history_cleared: true, screen_cleared: false });
  expect(answer["note"]).toContain("synchronised");
  expect(await server.paneText(other)).toBe("");
});

test("on the alternate screen nothing is changed", async () => {
  const pane = await shell("bash");
  await server.tmux("send-keys", "-t", pane, "-l", "printf '\\033[?1049h'; cat");
  await server.tmux("send-keys", "-t", pane, "Enter");
  await until("it is there", async () => (await server.format(pane, "#{alternate_on}")) === "1");
  const before = await historyOf(pane);
  expect(Number(before)).toBeGreaterThan(10);
  const answer = await clear(pane);
  expect(answer).toMatchObject({ history_cleared: false, screen_cleared: false });
  expect(answer).toContainKey("note");
  expect(await historyOf(pane)).toBe(before);
});

test.each(["mode", "input"])("a pane that takes no keys (%s) keeps its screen", async (why) => {
  const pane = await shell("bash", 3);
  if (why === "mode") await server.tmux("copy-mode", "-t", pane);
  else await server.tmux("select-pane", "-d", "-t", pane);
  const answer = await clear(pane);
  expect(answer).toMatchObject({ history_cleared: true, screen_cleared: false });
  expect(answer["note"]).toContain(why);
});

test("what a shell takes as text is taken back out", async () => {
  const vi = await shell("bash", 3);
  await server.tmux(
    "send-keys",
    "-t",
    vi,
    "-l",
    "set -o vi; bind -m vi-insert '\"\\C-l\": self-insert'",
  );
  await server.tmux("send-keys", "-t", vi, "Enter");
  await until("it is at its prompt", async () =>
    (await server.paneText(vi)).endsWith("self-insert'\nready$"),
  );
  const read = await shell("zsh", 3);
  await server.tmux("send-keys", "-t", read, "-l", "read answer");
  await server.tmux("send-keys", "-t", read, "Enter");
  await until("it reads", async () => (await server.paneText(read)).endsWith("read answer"));
  for (const pane of [vi, read]) {
    await server.tmux("send-keys", "-t", pane, "-l", "yes");
    await until("it is typed", async () => (await server.paneText(pane)).endsWith("yes"));
    const before = await server.paneText(pane);
    const answer = await clear(pane);
    expect(answer).toMatchObject({ history_cleared: true, screen_cleared: false });
    expect(answer["note"]).toMatch(/took Ctrl-L as text, and a Backspace took it out again$/);
    expect(await server.paneText(pane)).toBe(before);
  }
});

test("a shell that gives no sign within three seconds keeps its screen", async () => {
  const pane = await shell("bash", 3);
  await server.tmux("send-keys", "-t", pane, "-l", 'bind \'"\\C-l": ""\'');
  await server.tmux("send-keys", "-t", pane, "Enter");
  await until("it is at its prompt", async () =>
    (await server.paneText(pane)).endsWith(': ""\'\nready$'),
  );
  const started = performance.now();
  const answer = await clear(pane);
  expect(answer).toMatchObject({ history_cleared: true, screen_cleared: false });
  expect(answer["note"]).toContain("did not answer");
  expect(performance.now() - started).toBeLessThan(6000);
});

test("@agent-wizard-clear-key clears the pane in front, and is unbound with taw", async () => {
  await server.tmux("set-option", "-g", "@agent-wizard-clear-key", "M-k");
  await loadInto(server, bin);
  const pane = await shell("bash");
  await server.tmux("select-window", "-t", pane);
  await using person = await attachClient(server);
  person.type("\x02\x1bk");
  await until("it is cleared", async () => (await historyOf(pane)) === "0");
  await until("the screen too", async () => (await server.paneText(pane)) === "ready$");
  expect((await server.taw("tmux", "unload")).code).toBe(0);
  expect(await server.tmux("list-keys")).not.toContain("pane clear");
});

test("a pane that is not there is not found on both faces", async () => {
  expect(failureOf(await server.taw("pane", "clear", "%999")).code).toBe("not_found");
  const herdr = await server.taw("--face=herdr", "pane", "clear", "%999");
  expect(failureOf(herdr)).toMatchObject({ code: "pane_not_found", exit: 1 });
});
