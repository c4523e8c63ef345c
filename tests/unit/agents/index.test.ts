import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { join } from "node:path";
import { AGENTS, kindByName, kindByPath } from "../../../src/agents/index.ts";
import type { AgentKind } from "../../../src/agents/kind.ts";

const kinds: readonly AgentKind[] = AGENTS;
const folder = join(import.meta.dir, "../../../src/agents");

test("every file of a kind is in the registry, in the order of their names", () => {
  const files = [...new Glob("*.ts").scanSync(folder)]
    .map((file) => file.slice(0, -3))
    .filter((file) => !["index", "kind", "topic"].includes(file));
  expect(kinds.map(({ kind }) => kind)).toEqual(files.toSorted());
});

test("no two kinds answer to the same name or lie at the same place", () => {
  const names = kinds.flatMap((kind) => kind.names);
  const scripts = kinds.flatMap((kind) => kind.scripts);
  expect([...new Set(names)]).toEqual(names);
  expect([...new Set(scripts)]).toEqual(scripts);
});

describe.each(kinds.map((kind) => [kind.kind, kind] as const))("%s", (label, kind) => {
  test("is found by its label, its executable and its names in any case", () => {
    for (const name of [label, kind.executable, ...kind.names.map((one) => one.toUpperCase())]) {
      expect([name, kindByName(name)?.kind]).toEqual([name, label]);
    }
  });

  test("keeps names and places in the form they are compared in", () => {
    for (const text of [...kind.names, ...kind.scripts]) {
      expect(text).toBe(text.toLowerCase());
      expect(text).not.toMatch(/\.(?:exe|cmd|bat|ps1|[cm]?js)$/);
      expect(text).not.toStartWith("/");
    }
    expect(kind.names.filter((name) => name.includes("/"))).toEqual([]);
  });

  test("is found by the place of its script, in any package manager's folders", () => {
    for (const script of kind.scripts) {
      for (const path of [`/usr/lib/node_modules/${script}.js`, `/x/../y/./${script}.mjs`]) {
        expect([path, kindByPath(path)?.kind]).toEqual([path, label]);
      }
    }
  });
});

test.each([
  "cmd",
  "agent",
  "cn",
  "forge",
  "codex-helper",
  "my-codex",
  "claudette",
  "muse-bin-x",
  "",
])("%p is too general, or another program's name, and names no kind", (name) => {
  expect(kindByName(name)).toBeNull();
});

test.each([
  "/home/me/claude/versions/readme",
  "/x/claude-code/cli.js",
  "/x/my@anthropic-ai/claude-code/cli.js.bak",
  "/x/opencode/main.go",
])("%p is no place of a kind", (path) => {
  expect(kindByPath(path)).toBeNull();
});

test("a version in the name or as the name still tells the kind", () => {
  expect(kindByName("muse-bin-0.1.0")?.kind).toBe("muse");
  expect(kindByName("⌘ fix it · src")?.kind).toBe("command-code");
  expect(kindByPath("/home/me/.local/share/claude/versions/2.1.286")?.kind).toBe("claude");
});
