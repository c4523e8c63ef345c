import { expect, test } from "bun:test";
import { comboText, parseCombo, parseModifier } from "../../../src/core/keys.ts";

const normalised = (text: string): string | null => {
  const combo = parseCombo(text);
  return combo === null ? null : comboText(combo);
};

test("every spelling of a combination becomes the one text that taw compares", () => {
  const spellings: Record<string, string> = {
    "ctrl+a": "ctrl+a",
    "Control + A": "ctrl+shift+a",
    "shift+ctrl+a": "ctrl+shift+a",
    A: "shift+a",
    "option+return": "alt+enter",
    "meta+x": "alt+x",
    "cmd+k": "super+k",
    "command+hyper+k": "super+hyper+k",
    "shift+tab": "shift+tab",
    escape: "esc",
    bs: "backspace",
    minus: "-",
    plus: "plus",
    "ctrl+plus": "ctrl+plus",
    "double-quote": '"',
    F12: "f12",
    "?": "?",
    ä: "ä",
    "🙂": "🙂",
    PageDown: "pagedown",
    space: "space",
  };
  for (const [written, text] of Object.entries(spellings)) {
    expect([written, normalised(written)]).toEqual([written, text]);
  }
});

test("a combination written in its own form stays as it is", () => {
  for (const text of ["ctrl+alt+shift+super+hyper+f5", "plus", "space", "-", "shift+a"]) {
    expect(normalised(text)).toBe(text);
  }
});

test("what is no combination is none: an empty part, no key, two keys, an unknown word", () => {
  const wrong = [
    "",
    "+",
    "ctrl+",
    "ctrl",
    "a+b",
    "ctrl+foo",
    "f256",
    "f01",
    "ctrl++",
    "\t",
    "\u001b",
    "toString",
  ];
  expect(wrong.filter((text) => parseCombo(text) !== null)).toEqual([]);
});

test("a modifier has several words, in any case", () => {
  expect(["Ctrl", "CONTROL", "option", "command", "x", "constructor"].map(parseModifier)).toEqual([
    "ctrl",
    "ctrl",
    "alt",
    "super",
    null,
    null,
  ]);
});
