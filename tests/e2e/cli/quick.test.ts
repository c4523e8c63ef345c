import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Ran } from "../../support/taw.ts";
import { root, run } from "../../support/taw.ts";
import { FIRSTS } from "../../../tools/firsts.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_kind", "claude");
});
afterAll(() => server.close());

const BUN = [process.execPath, "--no-install", "--no-env-file", "--config=/dev/null"];

const start = (entry: string, words: readonly string[]): Promise<Ran> =>
  run([...BUN, join(root, "src", entry), "-L", server.name, ...words], server.box);

const PARTS = Object.keys(FIRSTS).map((path) => path.replace("src/", ""));

test("one quick part answers as the whole program does, the others say nothing", async () => {
  const calls = [
    ["agent", "list"],
    ["agent", "get", "%0"],
    ["agent", "get", "nobody"],
    ["pane", "list", "--workspace", "w1"],
    ["pane", "list", "--workspace=w9"],
    ["pane", "get", "--", "-x"],
    ["pane", "current"],
    ["--face=herdr", "tab", "get", "w1:t9"],
    ["--face=herdr", "tab", "list"],
    ["workspace", "list"],
    ["workspace", "get", "$0"],
    ["pane", "send-text", "%999", "--help"],
    ["pane", "send-keys", "%0", "nokey"],
    ["--face=herdr", "pane", "run", "nowhere", "make"],
    ["tab", "rename", "w1:t1", "name"],
    ["--face=herdr", "pane", "close", "w1:p9"],
    ["workspace", "focus", "w9"],
    ["api", "snapshot"],
    ["--face=herdr", "layout", "set-split-ratio", "--ratio", "0.5"],
  ];
  for (const words of calls) {
    const whole = await start("main.ts", words);
    const parts = await Promise.all(PARTS.map((part) => start(part, words)));
    const [answer, ...others] = parts.filter(({ stdout, stderr }) => stdout + stderr !== "");
    expect([words, others]).toEqual([words, []]);
    expect([answer?.code, answer?.stdout, answer?.stderr]).toEqual([
      whole.code,
      whole.stdout,
      whole.stderr,
    ]);
  }
}, 30_000);

test("the quick parts leave help, usage errors and every other verb to the whole program, without a word", async () => {
  const calls = [
    ["pane", "list", "--help"],
    ["pane", "lst"],
    ["pane", "list", "--nope"],
    ["pane", "get"],
    ["pane", "send-text", "--help"],
    ["pane", "send-keys", "%0"],
    ["pane", "run", "--nope"],
    ["pane", "layout"],
    ["tab", "rename"],
    ["worktree", "list", "--nope"],
    ["pane", "split", "--direction", "right", "--env", "X"],
    ["tab", "create", "--env", "X"],
    ["--version"],
    ["--nope"],
    [],
  ];
  for (const words of calls) {
    for (const { code, stdout, stderr } of await Promise.all(
      PARTS.map((part) => start(part, words)),
    )) {
      expect([words, code, stdout, stderr]).toEqual([words, 0, "", ""]);
    }
  }
}, 30_000);
