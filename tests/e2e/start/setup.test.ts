import { afterAll, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { FIRSTS } from "../../../tools/firsts.ts";
import { sandbox } from "../../support/sandbox.ts";
import { root, run } from "../../support/taw.ts";

const box = sandbox();
afterAll(() => box.close());

const SYSTEM_PATH = "/usr/bin:/bin";

/** Folders with just the programs that a story has on its PATH. */
function programs(name: string, scripts: Readonly<Record<string, string>>): string {
  const folder = join(box.root, name);
  mkdirSync(folder);
  for (const [program, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, program), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  return folder;
}

/** One package from a folder, so that it is installed without a network. */
const PACKAGES: Readonly<Record<string, string>> = {
  "part/package.json": '{ "name": "part", "version": "1.0.0" }\n',
  "package.json": '{ "name": "small", "dependencies": { "part": "file:./part" } }\n',
  "bun.lock": `{
  "lockfileVersion": 2,
  "configVersion": 1,
  "workspaces": { "": { "name": "small", "dependencies": { "part": "file:./part" } } },
  "packages": { "part": ["part@file:part", {}] }
}
`,
};

const COPIED = [
  "bin/taw",
  "bin/setup",
  "tools/build.ts",
  "tools/firsts.ts",
  "src/quick/fresh.ts",
  "src/system/build.ts",
];

/** A small program in a tree like taw's own. */
function smallTree(name: string): string {
  const tree = join(box.root, name);
  for (const path of COPIED) {
    cpSync(join(root, path), join(tree, path));
  }
  mkdirSync(join(tree, "part"));
  for (const [path, text] of Object.entries(PACKAGES)) writeFileSync(join(tree, path), text);
  for (const entry of ["src/main.ts", "src/run.ts", "watcher/main.ts"]) {
    mkdirSync(join(tree, entry, ".."), { recursive: true });
    writeFileSync(
      join(tree, entry),
      `declare const TAW_BUILD: string | undefined;
import { greeting } from "${entry.startsWith("src") ? "." : "../src"}/words.ts";
console.log(greeting, typeof TAW_BUILD === "undefined" ? "source" : "built");
`,
    );
  }
  const part = `import { isFresh, startWhole } from "./fresh.ts";
if (isFresh() && process.argv[4] === "quickly") process.exit(7);
void startWhole();
`;
  for (const source of Object.keys(FIRSTS)) writeFileSync(join(tree, source), part);
  writeFileSync(join(tree, "src/words.ts"), 'export const greeting = "hello";\n');
  return tree;
}

const withBun = programs("with bun", { npm: "exit 1" });
symlinkSync(process.execPath, join(withBun, "bun"));
const env = { ...box.env, PATH: `${withBun}:${SYSTEM_PATH}` };
const setup = (tree: string, environment = env) =>
  run([join(tree, "bin/setup")], { env: environment });
const says = async (tree: string, ...words: string[]) =>
  (await run([join(tree, "bin/taw"), ...words], { env })).stdout.trim();

/** Root may write everywhere, so there the set-up runs as a root that may not. */
const asSomebodyElse: readonly string[] =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];

const asThem = (...argv: string[]) => run([...asSomebodyElse, ...argv], { env });

test("a checkout that somebody else has set up runs though it cannot be written, and one that is not says so", async () => {
  const tree = smallTree("of somebody else");
  mkdirSync(join(tree, ".tools"), { mode: 0o555 });
  const refused = await asThem(join(tree, "bin/setup"));
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `taw: cannot write in ${tree}/.tools: run ${tree}/bin/setup as its owner, or clone taw into a folder of yours\n`,
  ]);
  chmodSync(join(tree, ".tools"), 0o755);
  expect((await setup(tree)).code).toBe(0);
  chmodSync(join(tree, ".tools"), 0o555);
  expect(await asThem(join(tree, "bin/setup"))).toMatchObject({ code: 0, stderr: "" });
  expect((await asThem(join(tree, "bin/taw"))).stdout).toBe("hello built\n");
  chmodSync(join(tree, ".tools"), 0o755);
});

test("set-up takes the pinned Bun that is there, builds, and says nothing the next time", async () => {
  const tree = smallTree("plain");
  const unready = await run([join(tree, "bin/taw")], { env });
  expect([unready.code, unready.stderr.includes("run ")]).toEqual([1, true]);
  const first = await setup(tree);
  expect([first.code, first.stdout, first.stderr]).toEqual([
    0,
    "",
    "taw: getting the packages of bun.lock\ntaw: building\n",
  ]);
  expect(await says(tree)).toBe("hello built");
  expect(await says(tree, "__watch")).toBe("hello built");
  const codes = [
    ["pane", "list", "quickly"],
    ["pane", "list", "slowly"],
    ["pane", "layout", "quickly"],
    ["list", "pane", "quickly"],
  ].map(async (words) => (await run([join(tree, "bin/taw"), ...words], { env })).code);
  expect(await Promise.all(codes)).toEqual([7, 0, 0, 0]);
  const second = await setup(tree);
  expect([second.code, second.stdout, second.stderr]).toEqual([0, "", ""]);
});

test("a source that changed is run from source until the next build; one only touched needs none", async () => {
  const tree = smallTree("edited");
  await setup(tree);
  appendFileSync(join(tree, "src/main.ts"), 'console.log("more");\n');
  expect(await says(tree)).toBe("hello source\nmore");
  expect((await setup(tree)).stderr).toBe("taw: building\n");
  expect(await says(tree)).toBe("hello built\nmore");

  const quickly = async () =>
    (await run([join(tree, "bin/taw"), "pane", "list", "quickly"], { env })).code;
  expect(await quickly()).toBe(7);
  utimesSync(join(tree, "src/quick/read.ts"), new Date(0), new Date(0));
  expect(await quickly()).toBe(0);

  utimesSync(join(tree, "src/words.ts"), new Date(0), new Date(0));
  expect(await says(tree)).toBe("hello source\nmore");
  expect((await setup(tree)).stderr).toBe("");
  expect(await says(tree)).toBe("hello built\nmore");
});

test("a watcher of an older build keeps its pieces, and a source that is as it was is built anew", async () => {
  const tree = smallTree("older");
  const builds = () =>
    readdirSync(join(tree, "dist")).filter((name) => /^[0-9a-f]{16}$/.test(name));
  await setup(tree);
  const [oldest = ""] = builds();
  const greet = async (word: string) => {
    writeFileSync(join(tree, "src/words.ts"), `export const greeting = "${word}";\n`);
    await setup(tree);
    return says(tree);
  };
  const words = ["one", "two", "three", "four", "five", "six"];
  for (const word of words) expect(await greet(word)).toBe(`${word} built`);
  const parts = builds().map((name) => readdirSync(join(tree, "dist", name)).length);
  expect(parts.filter((count) => count > 1)).toHaveLength(4);
  expect(parts).toHaveLength(7);
  expect(readdirSync(join(tree, "dist", oldest))).toEqual(["watcher-main"]);
  expect(await greet("hello")).toBe("hello built");
  expect(readdirSync(join(tree, "dist", oldest))).toContain("src-main.js");
});

test("several set-ups at once make one build and leave nothing half done", async () => {
  const tree = smallTree("at once");
  const ended = await Promise.all([setup(tree), setup(tree), setup(tree), setup(tree)]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(ended.filter(({ stderr }) => stderr.includes("building"))).toHaveLength(1);
  expect(await says(tree)).toBe("hello built");
  expect(readdirSync(join(tree, ".tools")).filter((name) => /^(work|lock)/.test(name))).toEqual([]);
  expect(readdirSync(join(tree, "dist")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("the lock of a set-up that was killed is taken over", async () => {
  const tree = smallTree("killed");
  mkdirSync(join(tree, ".tools"));
  const dead = Bun.spawnSync(["true"]).pid;
  symlinkSync(`${dead}`, join(tree, ".tools/lock"));
  expect((await setup(tree)).code).toBe(0);
  expect(existsSync(join(tree, ".tools/lock"))).toBe(false);
});

test("when npm cannot give Bun, set-up says why and what to do, and fails", async () => {
  const tree = smallTree("offline");
  const npm = "echo 'npm error network request failed, reason: no route' >&2; exit 1";
  const offline = programs("offline npm", { npm });
  const { code, stdout, stderr } = await setup(tree, { ...env, PATH: `${offline}:${SYSTEM_PATH}` });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^taw: getting Bun .* from npm\n {2}npm error .*no route\ntaw: npm could not give @oven\/bun-\S+ \(reason above\): check the network, then run bin\/setup again\n$/,
  );
  expect(readdirSync(join(tree, ".tools"))).toEqual([]);
});

test("where neither npm nor Bun is, set-up names both", async () => {
  const tree = smallTree("bare");
  const few = join(box.root, "few programs");
  mkdirSync(few);
  for (const name of "sh dirname mkdir ln rm mv cp uname grep ls cat cksum sed tail chmod readlink sleep".split(
    " ",
  )) {
    symlinkSync(Bun.which(name, { PATH: SYSTEM_PATH }) ?? "", join(few, name));
  }
  const { code, stderr } = await setup(tree, { ...env, PATH: few });
  expect(code).toBe(1);
  expect(stderr).toContain("taw: neither npm nor Bun is here: install Node.js");
});

test("a build that fails keeps the sources running and says where it failed", async () => {
  const tree = smallTree("wrong");
  writeFileSync(join(tree, "src/unfinished.ts"), "export const x = ;\n");
  writeFileSync(join(tree, "watcher/main.ts"), 'import { x } from "../src/unfinished.ts";\nx;\n');
  const { code, stderr } = await setup(tree);
  expect(code).toBe(1);
  expect(stderr).toContain("unfinished.ts");
  expect(stderr).toEndWith("taw: the build failed (reason above)\n");
  expect(await says(tree)).toBe("hello source");
  expect(readdirSync(join(tree, "dist"))).toEqual([]);
});
