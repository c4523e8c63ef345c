import { afterAll, beforeAll, expect, test } from "bun:test";
import { fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { onTerminal } from "../../support/terminal.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("split-window", "-d", "-t", "=other:", "cat");
});
afterAll(() => server.close());

const focusedPane = async () =>
  fieldsOf(resultOf(await server.taw("pane", "current"))["pane"])["pane_id"];

const attach = (...words: string[]) =>
  onTerminal(["tmux", "-L", server.name, ...words], { env: server.box.env });

const clientCount = async () =>
  (await server.tmux("list-clients")).split("\n").filter(Boolean).length;

test("the focus is where the person's client is, pane by pane", async () => {
  await using client = attach("attach", "-t", "=other");
  await until("the client is attached", clientCount, (count) => count === 1);
  expect(await focusedPane()).toBe("w2:p2");
  await server.tmux("select-pane", "-t", "%2");
  expect(await focusedPane()).toBe("w2:p3");
  const focused = listOf(await server.taw("workspace", "list"), "workspaces")
    .filter(({ focused: isFocused }) => isFocused === true)
    .map(({ workspace_id: id }) => id);
  expect(focused).toEqual(["w2"]);
  client.close();
});

test("a control client is nobody: its coming and going moves no focus", async () => {
  await using person = attach("attach", "-t", "=other");
  await until("the person is attached", clientCount, (count) => count >= 1);
  const before = await focusedPane();
  await using control = attach("-C", "attach", "-t", "=main");
  await until("the control client is attached", clientCount, (count) => count === 2);
  expect(await focusedPane()).toBe(before);
  expect(await focusedPane()).toStartWith("w2:");
  control.close();
  person.close();
});
