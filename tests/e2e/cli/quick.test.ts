import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Ran } from "../../support/taw.ts";
import { root, run } from "../../support/taw.ts";
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

test("the quick part answers as the whole program does", async () => {
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
  ];
  for (const words of calls) {
    const [quick, whole] = await Promise.all([start("quick.ts", words), start("main.ts", words)]);
    expect(quick.stdout + quick.stderr).not.toBe("");
    expect([quick.code, quick.stdout, quick.stderr]).toEqual([
      whole.code,
      whole.stdout,
      whole.stderr,
    ]);
  }
}, 20_000);

test("the quick part leaves help, usage errors and every other verb to the whole program, without a word", async () => {
  const calls = [
    ["pane", "list", "--help"],
    ["pane", "lst"],
    ["pane", "list", "--nope"],
    ["pane", "get"],
    ["pane", "send-text", "--help"],
    ["pane", "send-keys", "%0"],
    ["pane", "run", "--nope"],
    ["pane", "layout"],
    ["--version"],
    ["--nope"],
    [],
  ];
  for (const words of calls) {
    const { code, stdout, stderr } = await start("quick.ts", words);
    expect([words, code, stdout, stderr]).toEqual([words, 0, "", ""]);
  }
}, 20_000);
