import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";
import { dirname, join, normalize } from "node:path";
import { AGENTS } from "../../src/agents/index.ts";

const root = join(import.meta.dir, "../..");
const sources = [...new Glob("{src,tui,watcher,remote,demo}/**/*.ts").scanSync(root)].toSorted();

/**
 * Who may import whom, at run time (house §3). The longest matching prefix names the layer. A layer may always
 * import itself.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "src/core": [],
  "src/detect": ["src/core"],
  "src/agents": ["src/core"],
  "src/config": ["src/core", "src/system"],
  "src/store": ["src/core", "src/system"],
  "src/tmux": ["src/core", "src/system"],
  "src/system": ["src/core"],
  "src/events": ["src/core", "src/tmux", "src/system"],
  "src/loader": ["src/core", "src/tmux", "src/system"],
  "src/layout": ["src/core", "src/tmux", "src/system"],
  "src/session": ["src/core", "src/hooks", "src/loader", "src/tmux", "src/system"],
  "src/identify": ["src/core", "src/agents", "src/system"],
  "src/verbs": [
    "src/core",
    "src/detect",
    "src/agents",
    "src/config",
    "src/tmux",
    "src/system",
    "src/events",
    "src/loader",
    "src/layout",
    "src/session",
    "src/identify",
    "src/proxy",
    "src/worktree",
    "src/hooks",
    "remote",
  ],
  "src/proxy": ["src/core", "src/system"],
  "src/hooks": ["src/core", "src/config", "src/events", "src/system", "src/tmux"],
  "src/worktree": ["src/core", "src/session", "src/config", "src/store", "src/system", "src/tmux"],
  "src/cli": ["src/core", "src/verbs"],
  "src/edges.ts": ["src/core", "src/tmux", "src/system", "src/guard.ts"],
  "src/guard.ts": ["src/core", "src/system"],
  "src/socket": [
    "src/core",
    "src/cli",
    "src/verbs",
    "src/loader",
    "src/events",
    "src/tmux",
    "src/system",
    "src/guard.ts",
  ],
  "src/call.ts": ["src/core", "src/cli", "src/edges.ts", "src/system"],
  "src/main.ts": [
    "src/core",
    "src/cli",
    "src/system",
    "src/tmux",
    "src/store",
    "src/socket",
    "src/call.ts",
    "tui",
  ],
  "src/run.ts": ["src/system", "src/proxy"],
  "src/quick": ["src/core", "src/cli", "src/verbs", "src/system", "src/call.ts"],
  watcher: ["src/core", "src/detect", "src/agents", "src/identify", "src/tmux", "src/system"],
  remote: ["src/core", "src/agents", "src/system", "src/tmux", "src/events"],
  tui: ["src/core", "src/config", "remote", "src/system"],
  demo: ["src/core", "src/system"],
};

/** What touches the world, and the only files that may (house §3). Every pattern is a fact about text. */
const CAPABILITIES: readonly { what: string; pattern: RegExp; files: readonly string[] }[] = [
  {
    what: "start a process",
    pattern: /Bun\.spawn|child_process|Bun\.\$/,
    files: [
      "src/tmux/client.ts",
      "src/tmux/channel.ts",
      "src/system/process.ts",
      "src/system/pty.ts",
      "demo/main.ts",
      "demo/player.ts",
    ],
  },
  {
    what: "read the clock",
    pattern: /Date\.now|new Date\(\)|performance\.now|Bun\.nanoseconds/,
    files: ["src/system/clock.ts", "demo/player.ts"],
  },
  {
    what: "read the environment",
    pattern: /process\.env|Bun\.env/,
    files: ["src/system/env.ts", "src/system/start.ts"],
  },
  {
    what: "end the process",
    pattern: /process\.exit\(/,
    files: [
      "src/main.ts",
      "src/quick/answer.ts",
      "src/run.ts",
      "watcher/main.ts",
      "demo/main.ts",
      "demo/player.ts",
    ],
  },
  { what: "open a database", pattern: /new Database\(/, files: ["src/store/connect.ts"] },
  {
    what: "print an answer",
    pattern: /console\.log|process\.stdout/,
    files: ["src/main.ts", "src/system/output.ts", "tui/view/terminal.ts"],
  },
];

/** Every package that is loaded at run time, and by whom. Nothing that a user starts loads another. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@opentui/core": ["tui/view/surface.ts", "tui/view/terminal.ts"],
  citty: ["src/cli/help.ts"],
  "confbox/toml": ["src/config/positions.ts"],
  fuzzysort: ["tui/help.ts"],
  "toml-eslint-parser": ["src/config/positions.ts"],
  valibot: ["remote/feed/protocol.ts", "src/core/fields.ts", "src/verbs/explain/saved.ts"],
};

const layerOf = (file: string): string =>
  Object.keys(MAY_IMPORT)
    .filter((layer) => file === layer || file.startsWith(`${layer}/`))
    .toSorted((a, b) => b.length - a.length)[0] ?? "";

const codeOf = (file: string): Promise<string> => Bun.file(join(root, file)).text();

const codes = await Promise.all(sources.map(async (file) => ({ file, code: await codeOf(file) })));

/** What the sources import at run time, as they spell it. */
const imports = codes.flatMap(({ file, code }) =>
  new Bun.Transpiler({ loader: "ts" })
    .scanImports(code)
    .map(({ path, kind }) => ({ file, path, isAtStart: kind === "import-statement" })),
);

const fileImports = imports
  .filter(({ path }) => path.startsWith("."))
  .map(({ file, path, isAtStart }) => ({
    file,
    target: normalize(join(dirname(file), path)),
    isAtStart,
  }));

const bareCodes = codes.map(({ file, code }) => ({
  file,
  code: code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""),
}));

const filesWith = (pattern: RegExp): string[] =>
  bareCodes.filter(({ code }) => pattern.test(code)).map(({ file }) => file);

test("every source file belongs to a layer of the import table", () => {
  expect(sources.filter((file) => layerOf(file) === "")).toEqual([]);
});

test("no layer imports what the table does not allow", () => {
  const broken = fileImports.filter(({ file, target }) => {
    const [layer, targetLayer] = [layerOf(file), layerOf(target)];
    return targetLayer !== layer && !MAY_IMPORT[layer]?.includes(targetLayer);
  });
  expect(broken).toEqual([]);
});

test("no file imports itself in a circle", () => {
  const targets = Map.groupBy(
    fileImports.filter(({ isAtStart }) => isAtStart),
    ({ file }) => file,
  );
  const reached = (from: string): Set<string> => {
    const found = new Set<string>();
    const waiting = [from];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const next = targets.get(file)?.filter(({ target }) => !found.has(target)) ?? [];
      for (const { target } of next) waiting.push(target);
      for (const { target } of next) found.add(target);
    }
    return found;
  };
  expect(sources.filter((file) => reached(file).has(file))).toEqual([]);
});

test("the table allows no import that nobody needs", () => {
  const needed = new Set(
    fileImports.map(({ file, target }) => `${layerOf(file)} imports ${layerOf(target)}`),
  );
  const allowed = Object.entries(MAY_IMPORT).flatMap(([layer, targets]) =>
    targets.map((target) => `${layer} imports ${target}`),
  );
  expect(allowed.filter((pair) => !needed.has(pair))).toEqual([]);
});

test.each(CAPABILITIES)(
  "the files that the table names $what, all of them and no others",
  ({ pattern, files }) => {
    expect(filesWith(pattern)).toEqual(files.toSorted());
  },
);

test("packages are imported by the files that the table names", () => {
  const byPackage = Map.groupBy(
    imports.filter(({ path }) => !/^(\.|bun$|bun:|node:)/.test(path)),
    ({ path }) => path,
  );
  const users = [...byPackage].map(([name, by]) => [
    name,
    [...new Set(by.map(({ file }) => file))].toSorted(),
  ]);
  expect(Object.fromEntries(users)).toEqual(PACKAGES);
});

/** All but taw's own files that a program has loaded before it does anything. */
function loadedAtStart(entry: string): string[] {
  const files = new Set([entry]);
  for (const file of files) {
    const own = fileImports.filter((one) => one.file === file && one.isAtStart);
    for (const { target } of own) files.add(target);
  }
  return imports
    .filter(({ file, path, isAtStart }) => files.has(file) && isAtStart && !path.startsWith("."))
    .map(({ path }) => path);
}

test.each([
  "src/main.ts",
  "src/quick/agent.ts",
  "src/quick/change.ts",
  "src/quick/close.ts",
  "src/quick/create.ts",
  "src/quick/read.ts",
  "src/quick/report.ts",
  "src/quick/shape.ts",
  "src/quick/type.ts",
  "src/run.ts",
  "src/proxy/run.ts",
  "src/proxy/behind.ts",
  "watcher/main.ts",
])("%s is started all day, so it starts without packages and without Node's modules", (entry) => {
  expect(loadedAtStart(entry).filter((path) => !path.startsWith("bun"))).toEqual([]);
});

test("a watcher starts without what calls the C library, half a megabyte in every pane", () => {
  expect(loadedAtStart("watcher/main.ts")).not.toContain("bun:ffi");
});

test("no failure is swallowed by an empty catch", () => {
  expect(filesWith(/catch *(\(\w+\))? *\{\s*\}|\.catch\(\(\) => (\{\}|null|undefined)\)/)).toEqual(
    [],
  );
});

test("no code outside the agents' own records asks for one kind of agent", () => {
  const kinds = AGENTS.map(({ kind }) => kind).join("|");
  expect(filesWith(new RegExp(`(===|!==|case) ["'](${kinds})["']`))).toEqual([]);
});

test("a test waits for a condition, never for a time", async () => {
  const tests = [...new Glob("tests/**/*.test.ts").scanSync(root)];
  const asleep = tests.filter((file) =>
    /\bBun\.sleep\(|\bsetTimeout\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(asleep).toEqual([]);
});
