import { expect, test } from "bun:test";
import { compilePattern } from "../../../src/detect/pattern.ts";
import { isSafeToBacktrack, toJavaScript } from "../../../src/detect/regex/javascript.ts";
import { LinearPattern } from "../../../src/detect/regex/linear.ts";
import { parsePattern } from "../../../src/detect/regex/syntax.ts";

/** Both engines' answer for a pattern; they must agree, whichever of them the product would take. */
function matches(pattern: string, text: string): boolean {
  const node = parsePattern(pattern);
  const linear = new LinearPattern(node).test(text);
  expect(new RegExp(toJavaScript(node), "v").test(text)).toBe(linear);
  return linear;
}

function refusal(pattern: string): string {
  const compiled = compilePattern(pattern);
  return compiled.ok ? "" : compiled.reason;
}

const CASES: readonly [pattern: string, yes: readonly string[], no: readonly string[]][] = [
  ["ab+c?", ["xabbbx", "abc"], ["ac", "AB"]],
  ["(?i)straße|x", ["STRAßE", "X"], ["strasse"]],
  ["a(?i:b)c", ["aBc"], ["ABc", "abC"]],
  ["a(?i)b|c", ["aB", "C"], ["AB"]],
  ["(?i)a(?-i)b", ["Ab"], ["AB"]],
  ["^b", ["b"], ["a\nb"]],
  ["(?m)^b$", ["a\nb\nc"], ["ab", "a\rb"]],
  ["a$", ["ba"], ["a\n", "a\r"]],
  ["\\Aa\\z", ["a"], ["a\n"]],
  ["^.$", ["\r", "\u2028", "🌕", " "], ["\n", ""]],
  ["(?s)^.$", ["\n"], ["\n\n"]],
  ["^\\d$", ["7", "٣"], ["x", "²"]],
  ["^\\w+$", ["größe", "日本", "a_1", "e\u0301"], ["a-b", " "]],
  ["^\\s$", ["\u00a0", "\u3000", "\t"], ["x", "\u200b"]],
  ["\\bè", ["a è"], ["aè"]],
  ["(?-u:\\bè)", ["aè"], ["a è"]],
  ["^[\\x{2800}-\\u28ff] \\U0001F315$", ["⠋ 🌕"], ["x 🌕"]],
  ["^[a-z&&[^aeiou]]+$", ["xyz"], ["abc"]],
  ["^[\\w--[a-c]]$", ["d"], ["a"]],
  ["^[a-c~~b-d]$", ["a", "d"], ["b", "c"]],
  ["^[[:alpha:]_]+[[:^digit:]]$", ["ab_!"], ["ab1", "é!"]],
  ["^[]a]$", ["]", "a"], ["b"]],
  ["^[^]a]$", ["b"], ["]", "a"]],
  ["^[a-]$", ["-", "a"], ["b"]],
  ["^\\p{Greek}\\p{Lu}\\pL$", ["αAb"], ["aAb", "αab"]],
  ["^\\p{script=greek}\\P{L}\\p{^L}$", ["α11"], ["αa1"]],
  ["(?P<word>ab)(?<other>c)", ["abc"], ["ab"]],
  ["(?x) a b # c\n c", ["abc"], ["a b"]],
  ["(?U)^a+?b$", ["aab"], ["b"]],
  ["^a{2}b{1,2}c{2,}$", ["aabbcc", "aabccc"], ["abcc", "aabbbcc"]],
  ["^(?:ab){2,3}$", ["abab", "ababab"], ["ab", "abababab"]],
  ["a||b", ["", "x"], []],
  ["\\.\\-\\ \\/\\~", [".- /~"], ["x"]],
  ["\\<ab\\>", ["x ab."], ["xab", "abx"]],
  ["\\b{start}ab\\b{end-half}", [" ab"], ["xab"]],
  ["}]", ["}]"], ["x"]],
];

test("a pattern means what it means to Rust's regex crate, on both engines", () => {
  const wrong: string[] = [];
  for (const [pattern, yes, no] of CASES) {
    for (const text of yes)
      if (!matches(pattern, text)) wrong.push(`${pattern} misses ${JSON.stringify(text)}`);
    for (const text of no)
      if (matches(pattern, text)) wrong.push(`${pattern} takes ${JSON.stringify(text)}`);
  }
  expect(wrong).toEqual([]);
});

test("look-around and back-references are refused by name", () => {
  for (const pattern of ["a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b"])
    expect(refusal(pattern)).toContain("look-around");
  expect(refusal("(a)\\1")).toContain("back-references");
  expect(refusal("(?P<n>a)\\k<n>")).toContain("\\k");
});

test("what Rust's crate cannot parse is refused with a reason", () => {
  const broken = ["(", "a)", "[a", "[", "*", "a|*", "a{2", "a{x}", "a{3,2}", "\\y", "\\"];
  broken.push("\\x{110000}", "\\u12", "[z-a]", "[a-\\d]", "(?P<n>a)(?P<n>b)", "(?z)", "\\p{Nope}");
  expect(broken.filter((pattern) => refusal(pattern) === "")).toEqual([]);
});

test("a pattern too big once it is written out is refused", () => {
  expect(refusal("(?:a{100}){100}")).toContain("too big");
});

const CATASTROPHIC = [
  "(a+)+$",
  "(a|a)*$",
  "(a|aa)+$",
  "(?:a?){30}a{30}$",
  "(.*)*x",
  "^(?:.*,){11}P",
  ".*.*.*=.*",
  "(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)b",
];

test("a pattern that would backtrack without end is matched in steps linear in the text", () => {
  for (const pattern of CATASTROPHIC) {
    const node = parsePattern(pattern);
    expect(isSafeToBacktrack(node)).toBe(false);
    const linear = new LinearPattern(node);
    const text = `${"a".repeat(4000)}!`;
    linear.test(text);
    expect(linear.steps).toBeLessThanOrEqual(3 * linear.size * (text.length + 1));
  }
});

test("the shapes that rules are made of run on the fast engine", () => {
  const usual = ["^\\s*[✻✽*] .+…", "esc to interrupt", "(?:\\d+m )?\\d+s", "^ ?❯ [1-9]\\. .*Yes"];
  expect(usual.filter((pattern) => !isSafeToBacktrack(parsePattern(pattern)))).toEqual([]);
});
