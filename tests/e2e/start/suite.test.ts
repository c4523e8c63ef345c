import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sandbox } from "../../support/sandbox.ts";
import { root, run } from "../../support/taw.ts";
import { isAlive } from "../../support/tmux.ts";

const box = sandbox();
afterAll(() => box.close());

const tree = join(box.root, "tree");
mkdirSync(join(tree, "tests"), { recursive: true });
cpSync(join(root, "tools/test.ts"), join(tree, "tools/test.ts"));

/** Runs the suite runner on one small test file; `closing` is its last line on stdout. */
async function suite(code: string) {
  writeFileSync(
    join(tree, "tests/small.test.ts"),
    `import { test, expect } from "bun:test";\n${code}\n`,
  );
  const argv = [process.execPath, "--config=/dev/null", "tools/test.ts", "tests/small.test.ts"];
  const {
    code: exit,
    stdout,
    stderr,
  } = await run(argv, {
    env: { ...box.env, TMUX: "/tmp/theirs,1,0" },
    cwd: tree,
  });
  return { exit, closing: stdout.trimEnd().split("\n").at(-1), stderr };
}

test("the last line counts what passed, failed and was skipped, from the runner's report", async () => {
  const passing = await suite(
    'test("a", () => {}); test("b", () => {}); test.skip("c", () => {});',
  );
  expect([passing.exit, passing.closing]).toEqual([0, "2 passed, 0 failed, 1 skipped"]);
  const failing = await suite('test("a", () => {}); test("b", () => expect(1).toBe(2));');
  expect([failing.exit, failing.closing]).toEqual([1, "1 passed, 1 failed"]);
});

test("a run in which nothing ran, or a file that cannot be loaded, fails", async () => {
  const nothing = await suite("");
  expect([nothing.exit, nothing.closing]).toEqual([1, "0 passed, 1 failed"]);
  const broken = await suite('import { gone } from "./gone.ts"; gone;');
  expect(broken.exit).toBe(1);
  expect(broken.closing).toMatch(/^0 passed, [1-9]\d* failed$/);
});

test("a process that a test leaves running fails the run and is ended", async () => {
  const { exit, closing, stderr } = await suite(
    `test("leaves", () => { Bun.spawn(["sleep", "71"], { stdio: ["ignore", "ignore", "ignore"], detached: true }).unref(); });`,
  );
  expect([exit, closing]).toEqual([1, "1 passed, 1 failed"]);
  const pid = Number(/left running by a test: (\d+) sleep 71/.exec(stderr)?.[1]);
  expect(isAlive(pid)).toBe(false);
});

test("tests run in a home of their own, without the caller's tmux", async () => {
  const { exit, stderr } = await suite(
    `test("home", () => { console.error(["HOME", "TMUX", "TMPDIR"].map((name) => process.env[name]).join(" ")); });`,
  );
  expect(exit).toBe(0);
  expect(stderr).toMatch(/\/tmp\/taw-run-\w+\/home {2}\/tmp\/taw-run-\w+\/t\n/);
});
