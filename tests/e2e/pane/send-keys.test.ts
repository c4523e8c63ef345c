import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf } from "../../support/answer.ts";
import { parseSentKey } from "../../../src/core/keys.ts";
import { keyBytes } from "../../../src/core/keystrokes.ts";
import { isAtLeast, parseVersion } from "../../../src/tmux/version.ts";
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

const KEYS = [
  ..."enter esc tab backspace space up down left right home end pageup pagedown insert delete".split(
    " ",
  ),
  ...Array.from({ length: 63 }, (_, at) => `f${at + 1}`),
  ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).map((char) =>
    char === "+" ? "plus" : char,
  ),
  "é",
  "日",
  "😀",
];
const HELD = [
  "",
  "shift+",
  "alt+",
  "ctrl+",
  "ctrl+alt+",
  "ctrl+shift+",
  "alt+shift+",
  "cmd+",
  "hyper+ctrl+",
];

test("every key, held in every way, is the bytes of a terminal to a program that asked for nothing", async () => {
  const { pane, next } = await receiver(server);
  for (const held of HELD) {
    const keys = KEYS.map((key) => `${held}${key}`);
    const ran = await server.taw("pane", "send-keys", pane, ...keys);
    expect([held, ran.code, ran.stderr]).toEqual([held, 0, ""]);
    const bytes = keys.flatMap((key) => {
      const combo = parseSentKey(key);
      return (combo && keyBytes(combo)) ?? [];
    });
    expect([held, await next()]).toEqual([held, Buffer.from(bytes).toString("latin1")]);
  }
});

test("a program that asked for longer keys is told which modifier was held, where tmux can tell it", async () => {
  const version = parseVersion(await server.tmux("display-message", "-p", "#{version}"));
  const keys = ["shift+enter", "ctrl+enter", "ctrl+tab", "enter", "up"];
  await server.tmux("set-option", "-s", "extended-keys", "on");
  const { pane, next } = await receiver(server, "\\033[>4;2m");
  await server.taw("pane", "send-keys", pane, ...keys);
  const longer = "\u001b[27;2;13~\u001b[27;5;13~\u001b[27;5;9~\r\u001b[A";
  expect(await next()).toBe(isAtLeast(version, [3, 5]) ? longer : "\r\r\t\r\u001b[A");
  await server.tmux("set-option", "-s", "extended-keys", "off");
});

test("thousands of keys at once arrive in their order", async () => {
  const { pane, next } = await receiver(server);
  const keys = Array.from({ length: 3000 }, (_, at) => ["up", "a", "ctrl+b"][at % 3] ?? "");
  expect((await server.taw("pane", "send-keys", pane, ...keys)).code).toBe(0);
  expect(await next()).toBe("\u001b[Aa\u0002".repeat(1000));
});
