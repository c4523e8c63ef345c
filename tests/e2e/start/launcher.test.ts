import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sandbox } from "../../support/sandbox.ts";
import { bin, root, run } from "../../support/taw.ts";

const box = sandbox();
afterAll(() => box.close());

/** Says with which words, where and with what environment the launcher started it. */
const PROBE = "console.log(JSON.stringify([Bun.argv.slice(2), process.cwd(), process.env]));\n";

/** A tree whose programs are probes, started by the launcher under test. */
const tree = realpathSync(join(box.root)) + "/a tree";
for (const folder of ["bin", "src", "watcher", "node_modules"]) {
  mkdirSync(join(tree, folder), { recursive: true });
}
cpSync(bin, join(tree, "bin/taw"));
symlinkSync(join(root, ".tools"), join(tree, ".tools"));
writeFileSync(join(tree, "src/main.ts"), PROBE);
writeFileSync(join(tree, "src/run.ts"), PROBE);
writeFileSync(join(tree, "watcher/main.ts"), `console.log("watcher");${PROBE}`);
const launcher = join(tree, "bin/taw");

interface Started {
  readonly words: unknown;
  readonly cwd: unknown;
  readonly env: Readonly<Record<string, string>>;
}

async function start(words: readonly string[], env = box.env, cwd = box.home): Promise<Started> {
  const { stdout } = await run([launcher, ...words], { env, cwd });
  const [argv, folder, environment] = JSON.parse(stdout);
  return { words: argv, cwd: folder, env: environment };
}

test("words reach the program as they were given", async () => {
  const words = ["a b", "", "--", "-x", "*", "$HOME", "new\nline", "é"];
  expect((await start(words)).words).toEqual(words);
});

test("the program starts in / and is told the caller's folder; PWD and OLDPWD stay the caller's", async () => {
  const script = `cd "$2" && cd "$3" && exec "$1"`;
  const argv = ["sh", "-c", script, "sh", launcher, box.home, tree];
  const [, cwd, env] = JSON.parse((await run(argv, { env: box.env })).stdout);
  expect(cwd).toBe("/");
  expect(env.TAW_CWD).toBe(tree);
  expect(env.PWD).toBe(tree);
  const without = Object.fromEntries(Object.entries(box.env).filter(([name]) => name !== "OLDPWD"));
  expect((await start([], without)).env["OLDPWD"]).toBeUndefined();
});

test("what would change how Bun runs is kept under another name, also when it is empty", async () => {
  const { env } = await start([], { ...box.env, BUN_OPTIONS: "--smol", NODE_OPTIONS: "", A: "b" });
  expect(env["BUN_OPTIONS"]).toBeUndefined();
  expect(env["NODE_OPTIONS"]).toBeUndefined();
  expect(env["TAW_KEPT_BUN_OPTIONS"]).toBe("--smol");
  expect(env["TAW_KEPT_NODE_OPTIONS"]).toBe("");
  expect(env["A"]).toBe("b");
});

const jit = async (...words: string[]) => (await start(words)).env["BUN_JSC_useJIT"];

test("verbs that only read start without compiled code, and a program of the user's never inherits that", async () => {
  expect(await jit("-L", "x", "agent", "list")).toBe("0");
  expect(await jit("pane", "read", "%1")).toBeUndefined();
  expect(await jit("run", "--", "git", "stash", "list")).toBeUndefined();
  expect(await jit("-L", "x", "run", "pass", "get", "key")).toBeUndefined();
});

test("a verb's words among the arguments of another change nothing of how that one runs", async () => {
  expect(await jit("tab", "rename", "@0", "x")).toBe("0");
  expect(await jit("--face=herdr", "-S", "/s", "workspace", "close", "w1")).toBe("0");
  expect(await jit("open", "tab")).toBeUndefined();
  expect(await jit("pane", "wait-output", "%1", "--match", "tab", "list")).toBeUndefined();
  expect(await jit("worktree", "create", "--label", "pane", "list")).toBeUndefined();
  expect(await jit("-L", "workspace", "session", "open", "tab")).toBeUndefined();
  expect(await jit("-L", "tab")).toBeUndefined();
  expect(await jit("-L")).toBeUndefined();
});

test("a value kept is never read by a shell", async () => {
  const value = `"; echo PWNED; '$(echo PWNED)\``;
  const { env } = await start([], { ...box.env, BUN_OPTIONS: value });
  expect(env["TAW_KEPT_BUN_OPTIONS"]).toBe(value);
});

test("__watch starts the watcher with the words after it", async () => {
  const { stdout } = await run([launcher, "__watch", "%1", "a b"], { env: box.env, cwd: box.home });
  const [first, second = ""] = stdout.split("\n");
  expect(first).toBe("watcher");
  expect(JSON.parse(second)[0]).toEqual(["%1", "a b"]);
});

test("without a Bun of the pinned version, or without the packages, it says what to run", async () => {
  const bare = join(box.root, "bare");
  mkdirSync(join(bare, "bin"), { recursive: true });
  cpSync(bin, join(bare, "bin/taw"));
  mkdirSync(join(bare, "other"));
  writeFileSync(join(bare, "other/bun"), "#!/bin/sh\necho 1.0.0\n", { mode: 0o755 });
  const env = { ...box.env, PATH: `${bare}/other:/usr/bin:/bin` };
  const withoutBun = await run([join(bare, "bin/taw"), "--version"], { env });
  expect([withoutBun.code, withoutBun.stdout]).toEqual([1, ""]);
  expect(withoutBun.stderr).toMatch(
    /^taw: Bun \d+\.\d+\.\d+ is not here: run .*\/bin\/setup .*\n$/,
  );

  rmSync(join(bare, "other/bun"));
  symlinkSync(process.execPath, join(bare, "other/bun"));
  const withoutPackages = await run([join(bare, "bin/taw"), "--version"], { env });
  expect([withoutPackages.code, withoutPackages.stdout]).toEqual([1, ""]);
  expect(withoutPackages.stderr).toMatch(
    /^taw: the packages taw needs are not here: run .*setup\n$/,
  );
});
