import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sandbox } from "../../support/sandbox.ts";
import { bin, root, run, taw } from "../../support/taw.ts";

const box = sandbox();
afterAll(() => box.close());

/** Everything in a folder that Bun, node or a shell could take for orders. Whatever runs says PWNED. */
const TRAPS: Readonly<Record<string, string>> = {
  "bunfig.toml": 'preload = ["./trap.ts"]\n[run]\nbun = false\n',
  ".bunfig.toml": 'preload = ["./trap.ts"]\n',
  "trap.ts": 'console.log("PWNED"); console.error("PWNED"); process.exit(66);\n',
  ".env": "BUN_OPTIONS=--preload=./trap.ts\nTAW_FACE=nonsense\nTMUX_TMPDIR=/PWNED\n",
  ".env.local": "TAW_FACE=nonsense\n",
  ".env.production": "TAW_FACE=nonsense\n",
  "package.json":
    '{"name":"x","type":"commonjs","imports":{"#*":"./trap.ts"},"scripts":{"preinstall":"echo PWNED"}}\n',
  "tsconfig.json":
    '{"compilerOptions":{"paths":{"*":["./trap.ts"]},"baseUrl":".","jsxImportSource":"./trap"}}\n',
  "node_modules/citty/package.json": '{"name":"citty","main":"index.ts"}\n',
  "node_modules/citty/index.ts": 'console.log("PWNED"); process.exit(66);\n',
  "node_modules/confbox/index.js": 'console.log("PWNED"); process.exit(66);\n',
  "src/main.ts": 'console.log("PWNED");\n',
};
const BROKEN: Readonly<Record<string, string>> = {
  "bunfig.toml": "preload = [",
  ".env": "\0=\n",
  "package.json": '{ "name": <<<<<<< HEAD',
  "tsconfig.json": '{ "extends": ',
};

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(box.root, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const trapped = folderWith("trapped folder", TRAPS);
const broken = folderWith("broken", BROKEN);
const inside = join(trapped, "deeper/still");
mkdirSync(inside, { recursive: true });

const version = async (cwd: string, env = box.env) => {
  const { code, stdout, stderr } = await taw(["--version"], { env, cwd });
  return { code, stdout, stderr };
};
const plain = await version(box.home);

test("the program under test is there and says its version", () => {
  expect(plain).toEqual({ code: 0, stdout: plain.stdout, stderr: "" });
  expect(plain.stdout).toMatch(/^taw \d+\.\d+\.\d+\n$/);
});

describe("nothing of the folder taw is called in is run or read", () => {
  for (const [what, folder] of [
    ["whose files would run code", trapped],
    ["below one whose files would run code", inside],
    ["whose files are broken", broken],
  ] as const) {
    test(`in a folder ${what}`, async () => {
      expect(await version(folder)).toEqual(plain);
    });

    test(`in a folder ${what}, for a verb that loads packages`, async () => {
      const here = await taw(["--help"], { env: box.env, cwd: folder });
      const there = await taw(["--help"], { env: box.env, cwd: box.home });
      expect(here.stdout).toBe(there.stdout);
      expect(here.stdout).toContain("pane");
      expect(here.stderr).toBe("");
    });

    test(`in a folder ${what}, for a watcher`, async () => {
      const { code, stdout, stderr } = await taw(["__watch"], { env: box.env, cwd: folder });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toBe("taw: a watcher is started by tmux: run 'taw watch attach-all'\n");
    });

    test(`in a folder ${what}, for the demo`, async () => {
      const { code, stdout, stderr } = await taw(["demo"], { env: box.env, cwd: folder });
      expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    });
  }
});

test("a home whose .bunfig.toml would run code runs nothing", async () => {
  writeFileSync(join(box.home, ".bunfig.toml"), `preload = ["${trapped}/trap.ts"]\n`);
  expect(await version(box.home)).toEqual(plain);
});

test("variables that change what Bun runs do not reach it", async () => {
  const trap = join(trapped, "trap.ts");
  for (const variables of [
    { BUN_OPTIONS: `--preload=${trap}` },
    { BUN_INSPECT_PRELOAD: trap },
    { NODE_OPTIONS: `--require=${trap}` },
    { NODE_PATH: join(trapped, "node_modules") },
    { BUN_BE_BUN: "1" },
    { NODE_CHANNEL_FD: "1" },
  ]) {
    expect(await version(box.home, { ...box.env, ...variables })).toEqual(plain);
  }
});

test("taw starts by every kind of link, from every folder, with spaces in its path", async () => {
  const links = join(box.root, "some links");
  mkdirSync(links);
  symlinkSync(root, join(links, "the tree"));
  symlinkSync("the tree/bin/taw", join(links, "relative"));
  symlinkSync(join(links, "relative"), join(links, "taw"));
  for (const [word, cwd] of [
    [join(links, "the tree/bin/taw"), "/"],
    [join(links, "taw"), "/"],
    ["./relative", links],
    ["some links/taw", box.root],
    ["../some links/taw", links],
  ] as const) {
    const { code, stdout, stderr } = await run([word, "--version"], {
      env: { ...box.env, CDPATH: "/tmp:/usr" },
      cwd,
    });
    expect([word, code, stdout, stderr]).toEqual([word, 0, plain.stdout, ""]);
  }
  const byPath = { ...box.env, PATH: `${links}:${box.env["PATH"]}` };
  expect((await run(["sh", "-c", "taw --version"], { env: byPath })).stdout).toBe(plain.stdout);
});

test("taw starts in a folder that is gone, and without HOME", async () => {
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "$1" --version`;
  const gone = await run(["sh", "-c", script, "sh", bin], { env: box.env, cwd: box.root });
  expect([gone.code, gone.stdout]).toEqual([0, plain.stdout]);
  const homeless = Object.fromEntries(Object.entries(box.env).filter(([name]) => name !== "HOME"));
  expect(await version("/", homeless)).toEqual(plain);
});
