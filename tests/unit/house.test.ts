import { expect, test } from "bun:test";
import { Glob } from "bun";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "../..");
const sources = [...new Glob("{src,tui,watcher,remote,demo}/**/*.ts").scanSync(root)].toSorted();

/**
 * Who may import whom, at run time (house §3). The longest matching prefix names the layer; `*` means everything.
 * A layer may always import itself.
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
    "src/identify",
    "src/edges.ts",
    "src/proxy",
    "remote",
  ],
  "src/proxy": ["src/core", "src/system"],
  "src/cli": ["src/core", "src/verbs", "src/edges.ts"],
  "src/edges.ts": ["src/core", "src/tmux", "src/system", "src/config", "src/store"],
  "src/call.ts": ["src/core", "src/cli", "src/edges.ts", "src/system"],
  "src/main.ts": ["*"],
  "src/run.ts": ["src/core", "src/system", "src/proxy"],
  "src/quick.ts": ["*"],
  watcher: ["src/core", "src/detect", "src/agents", "src/identify", "src/tmux", "src/system"],
  remote: ["src/core", "src/system", "src/tmux", "src/events"],
  tui: ["src/core", "src/config", "remote", "src/system"],
  demo: ["src/core", "src/system", "src/tmux"],
};

/** What touches the world, and the only files that may (house §3). Every pattern is a fact about text. */
const CAPABILITIES: readonly { what: string; pattern: RegExp; files: readonly string[] }[] = [
  {
    what: "start a process",
    pattern: /Bun\.spawn|child_process|Bun\.\$/,
    files: [
      "src/tmux/client.ts",
      "src/system/process.ts",
      "src/system/pty.ts",
      "remote/ssh.ts",
      "demo/",
    ],
  },
  {
    what: "read the clock",
    pattern: /Date\.now|new Date\(\)|performance\.now/,
    files: ["src/system/clock.ts", "demo/"],
  },
  {
    what: "read the environment",
    pattern: /process\.env|Bun\.env/,
    files: ["src/system/env.ts", "src/system/start.ts", "demo/"],
  },
  {
    what: "end the process",
    pattern: /process\.exit\(/,
    files: ["src/main.ts", "src/quick.ts", "src/run.ts", "watcher/main.ts", "tui/app.ts", "demo/"],
  },
  { what: "open a database", pattern: /new Database\(/, files: ["src/store/"] },
  {
    what: "print an answer",
    pattern: /console\.log|process\.stdout/,
    files: ["src/main.ts", "src/system/output.ts", "demo/"],
  },
];

const layerOf = (file: string): string =>
  Object.keys(MAY_IMPORT)
    .filter((layer) => file === layer || file.startsWith(`${layer}/`))
    .toSorted((a, b) => b.length - a.length)[0] ?? "";

async function runtimeImports(file: string): Promise<string[]> {
  const code = await Bun.file(join(root, file)).text();
  const found = new Bun.Transpiler({ loader: "ts" }).scanImports(code);
  return found
    .filter(({ path }) => path.startsWith("."))
    .map(({ path }) => normalize(join(dirname(file), path)));
}

test("every source file belongs to a layer of the import table", () => {
  expect(sources.filter((file) => layerOf(file) === "")).toEqual([]);
});

test("no layer imports what the table does not allow", async () => {
  const broken: string[] = [];
  for (const file of sources) {
    const layer = layerOf(file);
    const allowed = MAY_IMPORT[layer] ?? [];
    if (allowed.includes("*")) continue;
    for (const target of await runtimeImports(file)) {
      const targetLayer = layerOf(target);
      if (target.endsWith(".toml") || targetLayer === layer || allowed.includes(targetLayer))
        continue;
      broken.push(`${file} imports ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test("what touches the world is done in the files that the table names", async () => {
  const broken: string[] = [];
  for (const file of sources) {
    const code = await Bun.file(join(root, file)).text();
    const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    for (const { what, pattern, files } of CAPABILITIES) {
      const allowed = files.some((allowedFile) =>
        allowedFile.endsWith("/") ? file.startsWith(allowedFile) : file === allowedFile,
      );
      if (!allowed && pattern.test(bare)) broken.push(`${file} may not ${what}`);
    }
  }
  expect(broken).toEqual([]);
});
