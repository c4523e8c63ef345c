import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { activeManifest, DETECTED_KINDS } from "../../../src/detect/catalogue.ts";

const MANIFESTS = join(import.meta.dir, "../../../src/detect/manifests");
const OWN = `id = "claude"\n[[rules]]\nid = "mine"\nstate = "idle"\ncontains = ["x"]`;

test("the bundled manifest is active where there is no override, taw's rules behind it", async () => {
  const active = await activeManifest("claude");
  expect(active?.sourceKind).toBe("bundled");
  expect(active?.provenance).toMatchObject({ source: "bundled", warning: null });
  const sources = active?.manifest.rules.map(({ source }) => source) ?? [];
  expect(sources.filter((source) => source === "taw").length).toBe(
    active?.provenance.supplementRules ?? -1,
  );
  expect(sources.toSorted()).toEqual(sources);
});

test("an override replaces the whole bundled manifest", async () => {
  const override = { path: "/home/me/claude.toml", text: OWN };
  const active = await activeManifest("claude", { override, supplements: false });
  expect(active?.manifest.rules.map(({ id }) => id)).toEqual(["mine"]);
  expect(active?.sourceKind).toBe("local override");
  expect(active?.provenance).toEqual({
    source: "/home/me/claude.toml",
    warning: null,
    supplementRules: 0,
  });
});

test("an override that cannot be taken is a warning, and the bundled manifest counts", async () => {
  const override = { path: "/home/me/claude.toml", text: 'id = "codex"' };
  const active = await activeManifest("claude", { override });
  expect(active?.sourceKind).toBe("bundled");
  expect(active?.provenance.source).toBe("bundled");
  expect(active?.provenance.warning).toBe(
    "/home/me/claude.toml is not used: the manifest is for codex, not for claude",
  );
});

test("supplements can be off", async () => {
  const active = await activeManifest("claude", { supplements: false });
  expect(active?.provenance.supplementRules).toBe(0);
  expect(active?.manifest.rules.every(({ source }) => source === "manifest")).toBe(true);
});

test("taw's rules know the rest of opencode, which its documented signs do not, and without them omp has no rules", async () => {
  const active = await Promise.all([
    activeManifest("opencode"),
    activeManifest("opencode", { supplements: false }),
    activeManifest("omp", { supplements: false }),
  ]);
  expect(active.map((one) => one?.manifest.rules.some(({ state }) => state === "idle"))).toEqual([
    true,
    false,
    false,
  ]);
});

test("a kind without rules has no manifest", async () => {
  const kinds = ["aider", "", "constructor", "../claude"];
  for (const kind of kinds) {
    expect(await activeManifest(kind)).toBeNull();
  }
});

describe.each([...DETECTED_KINDS])("the bundled manifest of %s", (kind) => {
  const files = [`${kind}.toml`, `${kind}.taw.toml`].map((name) => Bun.file(join(MANIFESTS, name)));

  test("has a version, and an evidence comment for every rule", async () => {
    expect((await activeManifest(kind))?.manifest.version).toMatch(/^2026\./);
    for (const file of files) {
      if (!(await file.exists())) continue;
      const lines = (await file.text()).split("\n");
      const bare = lines.filter(
        (line, index) => line === "[[rules]]" && !(lines[index - 1] ?? "").startsWith("#"),
      );
      expect(bare).toEqual([]);
    }
  });

  test("has rules of distinct names, so that explain names one", async () => {
    const ids = (await activeManifest(kind))?.manifest.rules.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
