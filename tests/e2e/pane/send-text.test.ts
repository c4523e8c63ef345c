import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf } from "../../support/answer.ts";
import { receiver } from "../../support/receiver.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

/** Words that tmux, a shell or a terminal would read as something else than themselves. */
const TEXTS = [
  "a;",
  ";",
  "a\\;",
  "back\\slash\\",
  "Up",
  "C-c",
  "Enter",
  "-x",
  "--help",
  "nl\n",
  "\n",
  "cr\r",
  "tab\there",
  "q'\"$HOME`#{pane_id}#(id)##%H",
  "~/x {a} %if",
  "esc\u001b[A",
  "\u0001\u0003\u001a\u007f\u0080\u009b",
  "é→😀 日本 e\u0301",
  "\u001b[201~",
  " ",
  "x".repeat(20_000),
];

test("text arrives byte for byte, once, whatever it holds and whatever it ends with", async () => {
  const { pane, next } = await receiver(server);
  for (const text of TEXTS) {
    const ran = await server.taw("pane", "send-text", pane, text);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
    expect(await next()).toBe(latin1(text));
  }
});

test("words are joined by blanks, and nothing is typed for no text at all", async () => {
  const { pane, next } = await receiver(server);
  await server.taw("pane", "send-text", pane, "two", "words  ", "-l", "--");
  expect(await next()).toBe("two words   -l --");
  expect((await server.taw("pane", "send-text", pane, "")).code).toBe(0);
  expect(await next()).toBe("");
});

test("send-text brackets nothing, also for a program that asked for it", async () => {
  const { pane, next } = await receiver(server, "\\033[?2004h");
  await server.taw("pane", "send-text", pane, "plain\n");
  expect(await next()).toBe("plain\n");
});

test("a pane that is not there is told from one that is, on both faces, and nothing is left behind", async () => {
  const buffers = await server.tmux("list-buffers");
  for (const pane of ["%999", "w1:p0000", "%", "", "main", "$0"]) {
    const taw = failureOf(await server.taw("pane", "send-text", pane, "lost"));
    expect([pane, taw.code, taw.exit]).toEqual([pane, "not_found", 1]);
    const herdr = failureOf(await server.taw("--face=herdr", "pane", "send-text", pane, "lost"));
    expect([pane, herdr.code]).toEqual([pane, "pane_not_found"]);
  }
  expect(await server.tmux("list-buffers")).toBe(buffers);
});

test("the user's buffers are as they were, the newest included", async () => {
  const { pane, next } = await receiver(server);
  await server.tmux("set-buffer", "mine");
  const before = await server.tmux("list-buffers");
  await server.taw("pane", "send-text", pane, "typed");
  expect(await next()).toBe("typed");
  expect(await server.tmux("list-buffers")).toBe(before);
  expect(await server.tmux("show-buffer")).toBe("mine");
});
