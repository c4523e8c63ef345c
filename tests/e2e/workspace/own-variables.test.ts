import { expect, test } from "bun:test";
import { sandbox } from "../../support/sandbox.ts";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { run, taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";

test("a tmux server that taw starts has the variables of its caller, and none of taw's own", async () => {
  await using box = sandbox({ NODE_OPTIONS: "--title=mine", BUN_CONFIG_VERBOSE_FETCH: "false" });
  const options = { env: box.env, cwd: box.home };
  const tmux = (...words: string[]) => run(["tmux", "-L", "fresh", ...words], options);
  try {
    const made = await taw(["-L", "fresh", "workspace", "create", "--label", "first"], options);
    expect([made.code, made.stderr]).toEqual([0, ""]);
    const { stdout } = await tmux("show-environment", "-g");
    expect(stdout).toMatch(/^NODE_OPTIONS=--title=mine$/m);
    expect(stdout).toMatch(/^BUN_CONFIG_VERBOSE_FETCH=false$/m);
    expect(stdout).not.toMatch(/^(TAW_KEPT|TAW_LEAN|TAW_CWD|BUN_JSC|BUN_RUNTIME)/m);
  } finally {
    await tmux("kill-server");
  }
});

test("a relative folder is the caller's, also of a built taw", async () => {
  await using server = await tmuxServer();
  await run(["mkdir", "-p", `${server.box.home}/here/inner`], { env: server.box.env });
  const ran = await taw(["-L", server.name, "tab", "create", "--cwd", "inner"], {
    env: server.box.env,
    cwd: `${server.box.home}/here`,
  });
  const { root_pane: pane } = resultOf(ran);
  expect(fieldsOf(pane)["cwd"]).toBe(`${server.box.home}/here/inner`);
});
