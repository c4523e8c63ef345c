import { expect, test } from "bun:test";
import { literal, shellWord, tmuxString, tmuxWord } from "../../../src/core/quote.ts";

test("a trailing semicolon does not end tmux's command", () => {
  expect(tmuxWord("a;")).toBe("a\\;");
  expect(tmuxWord(";")).toBe("\\;");
  expect(tmuxWord("a;b")).toBe("a;b");
});

test("a format in a name is doubled, so it never runs", () => {
  expect(literal("x#(touch X)#{pid}")).toBe("x##(touch X)##{pid}");
  expect(literal("#[bg=red] ##[x ##")).toBe("#[bg=red] ##[x ####");
});

test("a tmux string holds quotes, backslashes, dollars, tildes, newlines and control characters exactly", () => {
  expect(tmuxString('~a"b\\c$d\n\t')).toBe('"\\176a\\042b\\134c\\044d\\012\\011"');
});

test("a shell word runs nothing", () => {
  expect(shellWord("plain/path.txt")).toBe("plain/path.txt");
  expect(shellWord("it's $(id) `x`")).toBe("'it'\\''s $(id) `x`'");
  expect(shellWord("")).toBe("''");
});
