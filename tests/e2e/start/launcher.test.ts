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
mkdirSync(join(tree, "dist/quick"), { recursive: true });
for (const part of ["pane-list", "tab-rename"]) {
  writeFileSync(join(tree, `dist/quick/${part}.js`), `process.env.PART = "${part}";${PROBE}`);
}
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

/** Which part of the built program the launcher starts for these words; null for the whole. */
async function partFor(...words: string[]): Promise<string | null> {
  const { env } = await start(words);
  // What is over in a moment starts without compiled code.
  expect(env["BUN_JSC_useJIT"]).toBe(env["PART"] === undefined ? undefined : "0");
  return env["PART"] ?? null;
}

test("a verb that has a part of its own starts that part, wherever options put it", async () => {
  expect(await partFor("pane", "list")).toBe("pane-list");
  expect(await partFor("-L", "x", "pane", "list", "--workspace", "w1")).toBe("pane-list");
  expect(await partFor("--face=herdr", "-S", "/s", "tab", "rename", "@0", "x")).toBe("tab-rename");
  expect(await partFor("pane", "read", "%1")).toBeNull();
  expect(await partFor("PANE", "LIST")).toBeNull();
});

test("a verb's words among the arguments of another change nothing of how that one runs", async () => {
  expect(await partFor("open", "pane", "list")).toBeNull();
  expect(await partFor("worktree", "create", "--label", "pane", "list")).toBeNull();
  expect(await partFor("-L", "pane", "session", "open", "list")).toBeNull();
  expect(await partFor("run", "--", "git", "pane", "list")).toBeNull();
  expect(await partFor("run", "pane", "list")).toBeNull();
  expect(await partFor("-L", "pane")).toBeNull();
  expect(await partFor("-L")).toBeNull();
  expect(await partFor("../quick/pane", "list")).toBeNull();
});

test("a value kept is never read by a shell", async () => {
  const value = `"; echo PWNED; '$(echo PWNED)\``;
  const { env } = await start([], { ...box.env, BUN_OPTIONS: value });
  expect(env["TAW_KEPT_BUN_OPTIONS"]).toBe(value);
});

test("__watch starts the watcher with the words after it", async () => {
  // Also where they are a verb's.
  for (const words of [
    ["%1", "a b"],
    ["pane", "list"],
  ]) {
    const { stdout } = await run([launcher, "__watch", ...words], { env: box.env, cwd: box.home });
    const [first, second = ""] = stdout.split("\n");
    expect(first).toBe("watcher");
    expect(JSON.parse(second)[0]).toEqual(words);
  }
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
