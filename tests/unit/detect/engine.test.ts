import { expect, test } from "bun:test";
import { evaluate } from "../../../src/detect/engine.ts";
import { explain } from "../../../src/detect/explain.ts";
import { compileManifest } from "../../../src/detect/compile.ts";
import type { Manifest } from "../../../src/detect/manifest.ts";
import type { Evidence } from "../../../src/detect/regions.ts";

function manifestOf(rules: string): Manifest {
  const compiled = compileManifest(`id = "claude"\n${rules}`, "claude");
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.manifest;
}

const seen = (screen: string, title = "", progress = ""): Evidence => ({ screen, title, progress });

const holds = (body: string, screen: string): boolean =>
  evaluate(manifestOf(`[[rules]]\nid = "r"\nstate = "idle"\n${body}`), seen(screen)).rule !== null;

test("no rule matched is kept apart from idle", () => {
  const manifest = manifestOf(`[[rules]]\nid = "r"\nstate = "idle"\ncontains = ["x"]`);
  expect(evaluate(manifest, seen("y"))).toEqual({
    state: "unknown",
    rule: null,
    strong: false,
    skip: false,
  });
  expect(evaluate(manifest, seen("x")).rule?.id).toBe("r");
});

test("within a gate everything must hold", () => {
  const body = `contains = ["a"]\nregex = ['b']\nline_regex = ['^c$']`;
  expect(holds(body, "A b\nc")).toBe(true);
  for (const screen of ["b\nc", "a\nc", "a B\nc", "a b c"]) expect(holds(body, screen)).toBe(false);
});

test("contains compares lower-cased text, a regex compares as it is", () => {
  expect(holds(`contains = ["ÄRGER"]`, "ärger")).toBe(true);
  expect(holds(`regex = ['ÄRGER']`, "ärger")).toBe(false);
});

test("each line_regex may be found in a line of its own, a regex spans lines", () => {
  expect(holds(`line_regex = ['^a$', '^b$']`, "b\r\na")).toBe(true);
  expect(holds(`line_regex = ['a\\nb']`, "a\nb")).toBe(false);
  expect(holds(`regex = ['a\\nb']`, "a\nb")).toBe(true);
});

test("one of any, all of all, none of not", () => {
  const body = `any = [{ contains = ["a"] }, { contains = ["b"] }]
all = [{ contains = ["c"] }, { any = [{ contains = ["d"] }] }]
not = [{ contains = ["e"] }, { contains = ["f"] }]`;
  expect(holds(body, "b c d")).toBe(true);
  for (const screen of ["c d", "a c", "a c d e", "a c d f"])
    expect(holds(body, screen)).toBe(false);
});

test("an empty region can satisfy a pattern that matches the empty string", () => {
  expect(holds(`region = "prompt_box_body"\nregex = ['^$']`, "x")).toBe(true);
});

const RANKED = manifestOf(`
[[rules]]
id = "screen"
state = "idle"
visible_idle = true
contains = ["x"]
[[rules]]
id = "title"
state = "working"
visible_blocker = true
priority = 9
region = "osc_title"
contains = ["busy"]
[[rules]]
id = "viewer"
priority = 5
skip_state_update = true
contains = ["viewer"]
[[rules]]
id = "late"
state = "blocked"
contains = ["x"]`);

test("the highest priority wins, on equal priority the earlier rule", () => {
  expect(evaluate(RANKED, seen("x"))).toEqual({
    state: "idle",
    rule: { id: "screen", priority: 0, region: "whole_recent", state: "idle", source: "manifest" },
    strong: true,
    skip: false,
  });
  const titled = evaluate(RANKED, seen("x", "busy"));
  expect([titled.state, titled.rule?.id, titled.strong]).toEqual(["working", "title", false]);
});

test("a skip rule throws the look away unless a rule of higher priority matched", () => {
  expect(evaluate(RANKED, seen("viewer x"))).toMatchObject({ state: "unknown", skip: true });
  expect(evaluate(RANKED, seen("viewer x", "busy"))).toMatchObject({
    state: "working",
    skip: false,
  });
});

test("explain agrees with the reading and shows every rule with what it looked at", () => {
  const explained = explain(RANKED, seen(`viewer ${"é".repeat(300)}`));
  expect(explained).toMatchObject({
    agent: "claude",
    state: "unknown",
    manifest_source: "bundled",
    manifest_version: null,
    matched_rule: { id: "viewer", priority: 5, state: "unknown", source: "manifest" },
    visible_idle: false,
    skip_state_update: true,
    skipped_update_reason: "matched_rule:viewer",
    fallback_reason: null,
    warning: null,
    supplement_rules: 0,
  });
  expect(explained.evaluated_rules.map(({ id, matched }) => [id, matched])).toEqual([
    ["screen", false],
    ["title", false],
    ["viewer", true],
    ["late", false],
  ]);
  expect(explained.evaluated_rules[0]?.evidence).toEqual({
    contains: ["x"],
    regex: [],
    line_regex: [],
    all_count: 0,
    any_count: 0,
    not_count: 0,
    region_bytes: 607,
    region_preview: `viewer ${"é".repeat(233)}...`,
  });
});

test("explain says when no rule matched", () => {
  expect(explain(RANKED, seen(""))).toMatchObject({
    state: "unknown",
    matched_rule: null,
    fallback_reason: "no_rule_matched",
  });
});
