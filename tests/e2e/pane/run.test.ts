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

const BRACKETS = "\\033[?2004h";

test("run types the command and Enter, bracketed where the program asked for it", async () => {
  const plain = await receiver(server);
  const asking = await receiver(server, BRACKETS);
  for (const { pane } of [plain, asking]) {
    expect((await server.taw("pane", "run", pane, "make", "-k", "two\nlines;")).code).toBe(0);
  }
  expect(await plain.next()).toBe("make -k two\nlines;\r");
  expect(await asking.next()).toBe("\u001b[200~make -k two\nlines;\u001b[201~\r");
});

test("send-input pastes its text, then presses its keys; either may be absent", async () => {
  const { pane, next } = await receiver(server, BRACKETS);
  await server.taw("pane", "send-input", pane, "--text", "é;", "--keys=ctrl+c", "--keys=enter");
  expect(await next()).toBe(
    `\u001b[200~${Buffer.from("é;").toString("latin1")}\u001b[201~\u0003\r`,
  );
  await server.taw("pane", "send-input", pane, "--keys=up");
  expect(await next()).toBe("\u001b[A");
  await server.taw("pane", "send-input", pane, "--text=only text");
  expect(await next()).toBe("\u001b[200~only text\u001b[201~");
  expect((await server.taw("pane", "send-input", pane)).code).toBe(0);
  expect(await next()).toBe("");
});

test("text that would end its own bracket is refused in every spelling, and nothing is typed", async () => {
  const { pane, next } = await receiver(server, BRACKETS);
  const ends = [
    "x\u001b[201~rm -rf y",
    "x\u001b[0201~y",
    "x\u001b[201;1~y",
    "x\u001b[2\n01~y",
    "x\u001b\u0007[201~y",
    "x\u009b201~y",
    "x\u009b0201;2~y",
    "x\u06db201~y",
    "x\u001b[20\u001b[201~1~y",
  ];
  for (const text of ends) {
    for (const words of [
      ["pane", "run", pane, text],
      ["pane", "send-input", pane, `--text=${text}`],
    ]) {
      const failure = failureOf(await server.taw(...words));
      expect([text, failure.code]).toEqual([text, "invalid_argument"]);
    }
  }
  expect(await next()).toBe("");
});

test("other escape sequences are no end of a paste, and arrive as they are", async () => {
  const { pane, next } = await receiver(server, BRACKETS);
  for (const text of ["\u001b[200~", "\u001b[2010~", "\u001b[31m201~", "\u001b[1;201~", "\u001b"]) {
    await server.taw("pane", "run", pane, text);
    expect(await next()).toBe(`\u001b[200~${text}\u001b[201~\r`);
  }
});
