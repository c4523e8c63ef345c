import { describe, expect, test } from "bun:test";
import { compileManifest } from "../../../src/detect/compile.ts";
import { evaluate } from "../../../src/detect/engine.ts";
import { explain } from "../../../src/detect/explain.ts";
import { activeManifest, DETECTED_KINDS } from "../../../src/detect/catalogue.ts";
import type { Manifest } from "../../../src/detect/manifest.ts";
import { printPlain, revive, toPlain } from "../../../src/detect/plain.ts";
import { CAPTURES } from "./screens.ts";

const modules: string[] = [];

/** What a build keeps of the manifest, read back as a module of that build is. */
async function kept(manifest: Manifest): Promise<Manifest> {
  const source = `export default ${printPlain(toPlain(manifest))};`;
  modules.push(source);
  const url = `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`;
  return revive((await import(url)).default);
}

async function bundled(kind: string): Promise<Manifest> {
  const active = await activeManifest(kind);
  if (active === null) throw new Error(`${kind} has no rules`);
  return active.manifest;
}

describe.each([...DETECTED_KINDS])("the manifest of %s that a build keeps", (kind) => {
  test("reads every captured screen as the compiled one does, its own rule by rule", async () => {
    const compiled = await bundled(kind);
    const revived = await kept(compiled);
    expect(CAPTURES.length).toBeGreaterThan(300);
    for (const capture of CAPTURES) {
      const read = capture.kind === kind ? explain : evaluate;
      expect(read(revived, capture.evidence)).toEqual(read(compiled, capture.evidence));
    }
  });
});

test("what a build keeps holds patterns that a backtracking engine is not trusted with, too", async () => {
  const text = `id = "claude"\n[[rules]]\nid = "slow"\nstate = "idle"\nregex = ['^(?:a?b?|[ac]+)*\\z']`;
  const compiled = compileManifest(text, "claude");
  if (!compiled.ok) throw new Error(compiled.reason);
  const revived = await kept(compiled.manifest);
  expect(modules.at(-1)).toContain("1e999");
  const states = ["abca", "abcd"].map(
    (screen) => explain(revived, { screen, title: "", progress: "" }).state,
  );
  expect(states).toEqual(["idle", "unknown"]);
});

test("a region that is none is refused when a kept manifest is read", async () => {
  const plain = toPlain(await bundled("claude"));
  const rules = plain.rules.map((rule) => ({ ...rule, region: "nowhere" }));
  expect(() => revive({ ...plain, rules })).toThrow("nowhere is no region");
});
