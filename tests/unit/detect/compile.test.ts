import { expect, test } from "bun:test";
import { compileManifest } from "../../../src/detect/compile.ts";
import { withSupplement } from "../../../src/detect/manifest.ts";

const RULE = `[[rules]]\nid = "r"\nstate = "idle"\n`;

const refusal = (text: string, kind = "claude"): string => {
  const compiled = compileManifest(text, kind);
  return compiled.ok ? "" : compiled.reason;
};

const withRule = (body: string): string => refusal(`id = "claude"\n${RULE}${body}`);

function nested(levels: number): string {
  let gate = '{ contains = ["x"] }';
  for (let level = 1; level < levels; level += 1) gate = `{ all = [${gate}] }`;
  return `all = [${gate}]`;
}

const list = (count: number, value = '"x"'): string => `[${Array(count).fill(value).join(", ")}]`;

test("a manifest keeps its version, its rules in order, and ranks them by priority", () => {
  const compiled = compileManifest(
    `id = "claude"
version = "2026.08.21.1"
updated_at = "whenever"
aliases = ["cc"]
[[rules]]
id = "low"
state = "idle"
visible_idle = true
contains = ["a"]
[[rules]]
id = "first"
state = "working"
priority = 5
visible_idle = true
contains = ["b"]
[[rules]]
id = "second"
priority = 5
skip_state_update = true
region = " osc_title "
regex = ['c']`,
    "claude",
  );
  if (!compiled.ok) throw new Error(compiled.reason);
  const { manifest } = compiled;
  expect(manifest.version).toBe("2026.08.21.1");
  expect(manifest.rules.map(({ id }) => id)).toEqual(["low", "first", "second"]);
  expect(manifest.ranked.map(({ id }) => id)).toEqual(["first", "second", "low"]);
  expect(manifest.rules.map(({ strong, skip }) => [strong, skip])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(manifest.rules.map(({ region }) => region.name)).toEqual([
    "whole_recent",
    "whole_recent",
    "osc_title",
  ]);
});

const resolve = (name: string) => (name === "antigravity" ? "agy" : null);

const ANTIGRAVITY = `id = "antigravity"\n${RULE}contains = ["x"]`;

test("a manifest is refused when it is for another kind, and taken by its alias or a resolved name", () => {
  expect(refusal(ANTIGRAVITY, "agy")).toBe("the manifest is for antigravity, not for agy");
  expect(compileManifest(ANTIGRAVITY, "agy", { resolve }).ok).toBe(true);
  expect(refusal(`id = "x"\naliases = ["agy"]\n${RULE}contains = ["x"]`, "agy")).toBe("");
});

test("an unknown key is refused at every level, by its name", () => {
  expect(refusal(`id = "claude"\nname = "x"\n${RULE}contains = ["x"]`)).toContain("name");
  expect(withRule('contains = ["x"]\nwhole = true')).toContain("whole");
  expect(withRule('any = [{ contains = ["x"], region = "osc_title" }]')).toContain("region");
});

test("what is no manifest is a reason and never a throw", () => {
  const broken = ["", "id =", 'id = "claude"', 'id = "claude"\nrules = 3', "[[rules]]", "\u0000"];
  broken.push('id = "claude"\nrules = []', 'id = "claude"\nrules = [3]', `id = 3\n${RULE}`);
  expect(broken.filter((text) => refusal(text) === "")).toEqual([]);
});

test("a rule's values are checked", () => {
  const broken = [
    'contains = "x"',
    "contains = [3]",
    'regex = ["("]',
    'any = [{ line_regex = ["a(?=b)"] }]',
    'contains = ["x"]\npriority = 2147483648',
    'contains = ["x"]\npriority = "1"',
    'contains = ["x"]\nregion = "bottom_line(3)"',
    'contains = ["x"]\nvisible_idle = "yes"',
    'contains = ["x"]\nskip_state_update = true',
  ];
  expect(broken.filter((body) => withRule(body) === "")).toEqual([]);
  expect(withRule('contains = ["x"]\npriority = -2147483648')).toBe("");
  expect(refusal(`id = "claude"\n[[rules]]\nid = " "\ncontains = ["x"]`)).toContain("no id");
  expect(refusal(`id = "claude"\n[[rules]]\nid = "d"\nstate = "done"\ncontains = ["x"]`)).toContain(
    "done",
  );
});

const skip = (body: string) =>
  refusal(`id = "claude"\n[[rules]]\nid = "s"\ncontains = ["x"]\nskip_state_update = true${body}`);

test("a skip rule has state unknown and no visible flag", () => {
  expect(skip("")).toBe("");
  expect(skip('\nstate = "unknown"')).toBe("");
  expect(skip('\nstate = "working"')).toContain("skip_state_update");
  expect(skip("\nvisible_working = true")).toContain("skip_state_update");
});

const version = (value: string) =>
  refusal(`id = "claude"\nversion = ${value}\n${RULE}contains = ["x"]`);

test("a version is dotted numbers that fit 64 bits, and a string", () => {
  expect(version('" 1.18446744073709551615 "')).toBe("");
  for (const bad of ["1.2", '"1.x"', '""', '"1."', '"18446744073709551616"'])
    expect(version(bad)).not.toBe("");
});

const engineOf = (engine: string) =>
  refusal(`id = "claude"\n${engine}\n${RULE}region = "top_non_empty_lines(3)"\ncontains = ["x"]`);

test("top_non_empty_lines needs engine 3 where the manifest names one", () => {
  expect([engineOf(""), engineOf("min_engine_version = 3")]).toEqual(["", ""]);
  expect(engineOf("min_engine_version = 2")).toContain("min_engine_version");
});

const manyRules = (count: number) =>
  refusal(`id = "claude"\n${`${RULE}contains = ["x"]\n`.repeat(count)}`);

test("every limit holds at its value and not one beyond", () => {
  expect([manyRules(128), withRule(nested(8)), withRule(`contains = ${list(32)}`)]).toEqual([
    "",
    "",
    "",
  ]);
  expect(manyRules(129)).toContain("129 rules");
  expect(withRule(nested(9))).toContain("nested deeper");
  expect(withRule(`contains = ${list(33)}`)).toContain("32 matchers");
  expect(withRule(`contains = ["${"é".repeat(512)}"]`)).toBe("");
  expect(withRule(`contains = ["${"é".repeat(513)}"]`)).toContain("longer than 512");
  const gate = '{ contains = ["x"] }';
  expect(withRule(`any = ${list(511, gate)}`)).toBe("");
  expect(withRule(`any = ${list(512, gate)}`)).toContain("512 gates");
  const full = `{ contains = ${list(32)} }`;
  expect(withRule(`any = ${list(32, full)}`)).toBe("");
  expect(withRule(`contains = ["x"]\nany = ${list(32, full)}`)).toContain("1024 matchers");
});

test("every rule and gate needs a condition that can hold; a veto may be made of vetoes", () => {
  expect(withRule("")).toContain("no condition");
  expect(withRule('not = [{ contains = ["x"] }]')).toContain("no condition");
  expect(withRule('any = [{ not = [{ contains = ["x"] }] }]')).toContain("no condition");
  expect(withRule('contains = ["x"]\nnot = [{ not = [{ contains = ["x"] }] }]')).toBe("");
  expect(withRule('contains = ["x"]\nnot = [{}]')).toContain("no condition");
});

test("a supplement's rules stand behind the manifest's and name taw as their source", () => {
  const base = compileManifest(`id = "claude"\n${RULE}contains = ["x"]`, "claude");
  const more = compileManifest(`id = "claude"\n${RULE}contains = ["x"]`, "claude", {
    source: "taw",
  });
  if (!base.ok || !more.ok) throw new Error("both compile");
  const merged = withSupplement(base.manifest, more.manifest);
  expect(merged.rules.map(({ source }) => source)).toEqual(["manifest", "taw"]);
  expect(merged.ranked.map(({ source }) => source)).toEqual(["manifest", "taw"]);
});
