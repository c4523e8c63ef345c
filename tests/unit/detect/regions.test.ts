import { expect, test } from "bun:test";
import { parseRegion, splitLines } from "../../../src/detect/regions.ts";

function read(name: string, screen: string): string {
  const region = parseRegion(name);
  if (region === null) return `no region ${name}`;
  return region.read({ screen, title: "the title", progress: "4;3" }, splitLines(screen));
}

const BOX = "said\n\n─────\n> draft\n more\n───── note\nfooter\n";

const CASES: readonly [name: string, screen: string, expected: string][] = [
  ["whole_recent", "a\nb", "a\nb"],
  [" whole_recent ", "a", "a"],
  ["osc_title", "a", "the title"],
  ["osc_progress", "a", "4;3"],
  ["bottom_lines(2)", "a\nb\n", "b\n"],
  ["bottom_lines(0)", "a\nb", ""],
  ["bottom_lines(+02)", "a\nb\nc", "b\nc"],
  ["bottom_non_empty_lines(2)", "a\nb\n\n c\n\n", "b\n\n c\n\n"],
  ["bottom_non_empty_lines(9)", "\na\nb\n", "a\nb\n"],
  ["bottom_non_empty_lines(0)", "a", ""],
  ["bottom_non_empty_lines(3)", "\n \n", ""],
  ["top_non_empty_lines(1)", "\n a\nb", "\n a"],
  ["top_non_empty_lines(5)", "\n\n", ""],
  ["after_last_horizontal_rule", BOX, "footer\n"],
  ["after_last_horizontal_rule", "no rule", "no rule"],
  ["prompt_box_body", BOX, "> draft\n more"],
  ["prompt_box_body", "a\n───\nb", ""],
  ["above_prompt_box", BOX, "said\n"],
  ["above_prompt_box", "a\n───\nb", "a\n───\nb"],
  ["last_non_empty_above_prompt_box", BOX, "said"],
  ["last_non_empty_above_prompt_box", "a\nb\n\n", "b"],
  ["after_last_prompt_marker", "› one\nx\n› two\ny", "y"],
  ["after_last_prompt_marker", " › indented", " › indented"],
  ["before_current_prompt_marker", "• did\n›\nfoot", "• did"],
  ["before_current_prompt_marker", "›\n• did", "›\n• did"],
  ["whole_recent_without_current_prompt_marker", "› a", ""],
  ["whole_recent_without_current_prompt_marker", "› a\n✓ b", "› a\n✓ b"],
  ["current_prompt_block_marker", "■ a\n• b\nc\n› d", "• b"],
  ["current_prompt_block_marker", "• b\n› d\n• e", ""],
  ["after_current_prompt_block_marker", "■ a\n• b\nc\n› d", "• b\nc\n› d"],
  ["after_current_prompt_block_marker", "c\n› d", ""],
];

test("a region holds exactly the rows that the format says", () => {
  const wrong = CASES.filter(([name, screen, expected]) => read(name, screen) !== expected);
  expect(wrong.map(([name, screen]) => [name, screen, read(name, screen)])).toEqual([]);
});

const after = (line: string) => read("after_last_horizontal_rule", `${line}\nrest`);

test("a rule may be short when it is alone, long when a text follows, and begins with no corner", () => {
  const rules = ["─", "  ─────  ", "─── Working", "───Working"];
  const others = ["── Working", "╭───╮", "└───", "━━━", "---", "═══", "x ───"];
  expect(rules.map(after)).toEqual(rules.map(() => "rest"));
  expect(others.map(after)).toEqual(others.map((line) => `${line}\nrest`));
});

test("where a text repeats, a bottom region has the lowest and a top region the highest", () => {
  const screen = "x 1\ny\nx 2";
  expect(read("bottom_non_empty_lines(1)", screen)).toBe("x 2");
  expect(read("top_non_empty_lines(1)", screen)).toBe("x 1");
});

test("a region that is misspelt is no region", () => {
  const bad = ["whole", "bottom_lines", "bottom_lines()", "bottom_lines(-1)", "bottom_lines(x)"];
  bad.push("top_non_empty_lines(0)", "top_non_empty_lines(01)", "top_non_empty_lines(+1)");
  bad.push("top_non_empty_lines(65536)", "Osc_title", "constructor", "toString(1)");
  expect(bad.filter((name) => parseRegion(name) !== null)).toEqual([]);
  expect(parseRegion("top_non_empty_lines(65535)")?.name).toBe("top_non_empty_lines(65535)");
});

test("a carriage return at the end of a row is not part of it", () => {
  expect(splitLines("a\r\nb")).toEqual(["a", "b"]);
});
