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

test("keys are pressed in their order, in every spelling, and nothing is printed", async () => {
  const { pane, next } = await receiver(server);
  const keys = ["a", "Enter", "C-c", "c-c", "ctrl+c", "+", "plus", ";", "semicolon", "shift+tab"];
  const ran = await server.taw("pane", "send-keys", pane, ...keys, "-", "é", "F5");
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
  expect(await next()).toBe(
    `a\r\u0003\u0003\u0003++;;\u001b[Z-${Buffer.from("é").toString("latin1")}\u001b[15~`,
  );
});

test("cursor keys follow the mode that the program asked for; held keys do not", async () => {
  const plain = await receiver(server);
  const application = await receiver(server, "\\033[?1h");
  for (const { pane } of [plain, application]) {
    await server.taw("pane", "send-keys", pane, "up", "down", "left", "right", "ctrl+left");
  }
  expect(await plain.next()).toBe("\u001b[A\u001b[B\u001b[D\u001b[C\u001b[1;5D");
  expect(await application.next()).toBe("\u001bOA\u001bOB\u001bOD\u001bOC\u001b[1;5D");
});

test("one key that nobody knows, and none of them is pressed: tmux would type its letters", async () => {
  const { pane, next } = await receiver(server);
  for (const key of [
    "Backspace2",
    "C-x",
    "M-x",
    "BSpace",
    "ctrl+",
    "a+b",
    "",
    "f0",
    "f64",
    "0x41",
  ]) {
    const failure = failureOf(await server.taw("pane", "send-keys", pane, "a", key, "enter"));
    expect([key, failure.code, failure.exit]).toEqual([key, "invalid_key", 1]);
    expect(failure.message).toStartWith(`unsupported key ${key}`);
  }
  expect(await next()).toBe("");
});
