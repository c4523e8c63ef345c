import { expect, test } from "bun:test";
import { readConfig } from "../../../src/config/load.ts";
import { DEFAULTS, KEYS } from "../../../src/config/schema.ts";
import { chance } from "../../support/chance.ts";

const VALUES = [
  "1",
  "-1",
  "0",
  "0.5",
  "inf",
  "nan",
  "true",
  '""',
  '"a"',
  '"prefix+x"',
  '"ctrl+1..9"',
  "[]",
  "[[]]",
  "[1]",
  '["a", ["b"]]',
  "{}",
  '{ token = "tab", rules = [{ gt = 1 }] }',
  "1979-05-27",
  "07:32:00",
  "'''\nx'''",
  '[[{ token = 1 }, "x"]]',
  '{ ssh = "-x" }',
  '{ "" = 1 }',
  '"\\u0000"',
  "9007199254740993",
];

function randomToml(random: (below: number) => number): string {
  const names = [
    ...Object.keys(KEYS),
    "x",
    "ui",
    "keys",
    "hooks",
    '"a.b"',
    "__proto__",
    "ui.sidebar.agents.rows",
  ];
  const lines = Array.from({ length: 1 + random(12) }, () => {
    const name = (names[random(names.length)] ?? "x").replace("*", "any");
    const value = VALUES[random(VALUES.length)] ?? "1";
    return [`${name} = ${value}`, `[${name}]`, `[[${name}]]`, `  ${name}=${value} # x\r`][
      random(4)
    ];
  });
  const text = lines.join("\n");
  return random(8) === 0 ? text.slice(0, random(text.length + 1)) : text;
}

test("whatever a file holds, it is read: a full config, and every problem has its place", async () => {
  const random = chance(7501);
  let withProblems = 0;
  for (let round = 0; round < 1500; round += 1) {
    const toml = randomToml(random);
    const { config, problems } = await readConfig(toml, "c");
    if (problems.length > 0) withProblems += 1;
    const lines = toml.split("\n").length;
    const misplaced = problems.filter(
      ({ line, column }) => (line ?? 0) < 1 || (line ?? 0) > lines || (column ?? 0) < 1,
    );
    if (misplaced.length > 0 || Object.keys(config).length !== Object.keys(DEFAULTS).length) {
      expect({ toml, misplaced }).toEqual({ toml, misplaced: [] });
    }
  }
  expect(withProblems).toBeGreaterThan(500);
});

test("deep nesting and long lists end in an answer, not in a crash", async () => {
  for (const toml of [
    `a = ${"[".repeat(100_000)}`,
    `a = ${"[".repeat(3000)}${"]".repeat(3000)}`,
    `ui.sidebar.agents.rows = ${"[".repeat(2000)}${"]".repeat(2000)}`,
    `ui.sidebar.agents.rows = [[${'"tab",'.repeat(20_000)}]]`,
    Array.from({ length: 5000 }, (_, index) => `[hooks.x${index}]\ny = 1`).join("\n"),
  ]) {
    const { config, problems } = await readConfig(toml, "c");
    expect(problems.map(({ file }) => file)).toContain("c");
    expect(config).toEqual(DEFAULTS);
  }
});
