import { expect, test } from "bun:test";
import { join } from "node:path";
import { keepCrash } from "../../../src/system/crash.ts";
import { sandbox } from "../../support/sandbox.ts";

test("a bug's stack goes to a file, and the line says which", async () => {
  await using box = sandbox();
  const error = new Error("first line\nsecond line");
  const path = join(box.env["XDG_STATE_HOME"] ?? "", "tmux-agent-wizard/last-error.txt");
  expect(await keepCrash(box.env, ["pane", "list"], error)).toBe(
    `taw: unexpected error: first line; this is a bug, its stack is in ${path}`,
  );
  const kept = await Bun.file(path).text();
  expect(kept).toStartWith('taw ["pane","list"]\nError: first line\nsecond line\n');
  expect(kept).toContain("crash.test.ts");
});

test("the newest bug replaces the one before", async () => {
  await using box = sandbox();
  await keepCrash(box.env, [], new Error("old"));
  await keepCrash(box.env, [], "new, and no error at all");
  const path = join(box.env["XDG_STATE_HOME"] ?? "", "tmux-agent-wizard/last-error.txt");
  expect(await Bun.file(path).text()).toBe("taw []\nnew, and no error at all\n");
});

test("where no file can be written the stack is in the line", async () => {
  const line = await keepCrash({ HOME: "/dev/null" }, [], new Error("lost"));
  expect(line).toStartWith("taw: unexpected error: lost; this is a bug, and cannot ");
  expect(line).toContain("crash.test.ts");
});
