import { afterEach, beforeEach, expect, test } from "bun:test";
import { failureOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { HOSTILE_NAMES } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeEach(async () => {
  server = await tmuxServer();
});
afterEach(() => server.close());

const title = (...words: string[]) => server.taw("terminal", "title", ...words);

test("the person's terminal gets the title, character for character, and no other workspace does", async () => {
  await using person = await attachClient(server);
  await server.tmux("new-session", "-d", "-s", "other");
  for (const wanted of [...HOSTILE_NAMES, "100% %H %d"].map((name) => name.trim())) {
    const shown = wanted.replace(/[\u0000-\u001f\u007f]/g, "");
    expect(resultOf(await title("set", "--", wanted))).toEqual({
      type: "client_window_title",
      changed: true,
      reason: "set",
    });
    await until(
      `the terminal's title is ${shown}`,
      () => person.drawn(),
      (drawn) => drawn.includes(`\x1b]0;${shown}\x07`) || drawn.includes(`\x1b]2;${shown}\x07`),
    );
  }
  expect(await server.tmux("show-options", "-t", "other")).toBe("");
});

test("clear gives back what the workspace had set itself, however often it was set", async () => {
  await using _person = await attachClient(server);
  await server.tmux("set-option", "-t", "main", "set-titles-string", "#{session_name} mine");
  const before = await server.tmux("show-options", "-t", "main");
  await title("set", "one");
  await title("set", "two");
  expect(resultOf(await title("clear"))).toMatchObject({ changed: true, reason: "cleared" });
  expect(await server.tmux("show-options", "-t", "main")).toBe(before);
  expect(resultOf(await title("clear"))).toMatchObject({ changed: false, reason: "cleared" });
});

test("nobody attached is told, and a title of nothing is refused", async () => {
  expect(resultOf(await title("set", "seen by nobody"))).toMatchObject({
    changed: false,
    reason: "no_foreground_client",
  });
  expect(failureOf(await title("set", "\u0001 ")).code).toBe("invalid_argument");
  const ran = await server.taw("--face=herdr", "terminal", "title", "set", " ");
  expect(failureOf(ran).code).toBe("invalid_params");
});
