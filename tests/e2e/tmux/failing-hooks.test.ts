import { afterAll, beforeAll, expect, test } from "bun:test";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** Behind these commands a hook of the user's runs one that tmux refuses. */
const HOOKED = [
  "new-session",
  "new-window",
  "split-window",
  "rename-window",
  "rename-session",
  "select-window",
  "select-pane",
  "resize-pane",
  "select-layout",
  "set-option",
  "paste-buffer",
  "send-keys",
  "kill-pane",
];

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  for (const command of HOOKED) {
    await server.tmux("set-hook", "-g", `after-${command}`, "new-session -d -s main");
  }
});
afterAll(() => server.close());

test("what was done is answered as done, whatever a hook of the user's fails at behind it", async () => {
  const sessions = () => server.tmux("list-sessions", "-F", "#{session_name}");
  resultOf(await server.taw("workspace", "create", "--label", "made"));
  expect(await sessions()).toBe("made\nmain");
  resultOf(await server.taw("workspace", "rename", "w2", "renamed"));
  expect(await sessions()).toBe("main\nrenamed");
  const tab = fieldsOf(resultOf(await server.taw("tab", "create", "--label", "t")), "tab");
  resultOf(await server.taw("tab", "rename", `${tab["tab_id"]}`, "u"));
  resultOf(await server.taw("tab", "focus", `${tab["tab_id"]}`));
  const split = ["pane", "split", "%0", "--direction", "right"];
  const pane = fieldsOf(resultOf(await server.taw(...split)), "pane");
  resultOf(await server.taw("pane", "focus", `${pane["pane_id"]}`));
  resultOf(await server.taw("pane", "resize", "--direction", "left"));
  resultOf(await server.taw("pane", "zoom", "%0"));
  resultOf(await server.taw("pane", "move", `${pane["pane_id"]}`, "--new-workspace"));
  resultOf(await server.taw("pane", "close", `${pane["pane_id"]}`));
  const run = await server.taw("pane", "run", "%0", "typed once");
  expect([run.code, run.stderr]).toEqual([0, ""]);
  await until(
    "it was typed",
    () => server.paneText("%0"),
    (text) => text.includes("typed once"),
  );
});
