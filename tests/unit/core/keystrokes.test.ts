import { expect, test } from "bun:test";
import { parseSentKey } from "../../../src/core/keys.ts";
import { keyBytes } from "../../../src/core/keystrokes.ts";
import type { CursorMode } from "../../../src/core/keystrokes.ts";

const bytesIn = (mode: CursorMode, key: string): string | null => {
  const combo = parseSentKey(key);
  const bytes = combo && keyBytes(combo, mode);
  return bytes && Buffer.from(bytes).toString();
};

const bytesOf = (key: string): string | null => bytesIn("normal", key);

/** Each row: what xterm sends for the key by itself, then with shift, alt, ctrl, ctrl+alt, ctrl+shift. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  enter: ["\r", "\r", "\u001b\r", "\r", "\u001b\r", "\r"],
  esc: ["\u001b", "\u001b", "\u001b\u001b", "\u001b", "\u001b\u001b", "\u001b"],
  tab: ["\t", "\u001b[Z", "\u001b\t", "\t", "\u001b\t", "\u001b[Z"],
  backspace: ["\u007f", "\u007f", "\u001b\u007f", "\b", "\u001b\b", "\b"],
  space: [" ", " ", "\u001b ", "\0", "\u001b\0", "\0"],
  up: ["\u001b[A", "\u001b[1;2A", "\u001b[1;3A", "\u001b[1;5A", "\u001b[1;7A", "\u001b[1;6A"],
  home: ["\u001b[1~", "\u001b[1;2H", "\u001b[1;3H", "\u001b[1;5H", "\u001b[1;7H", "\u001b[1;6H"],
  end: ["\u001b[4~", "\u001b[1;2F", "\u001b[1;3F", "\u001b[1;5F", "\u001b[1;7F", "\u001b[1;6F"],
  delete: ["\u001b[3~", "\u001b[3;2~", "\u001b[3;3~", "\u001b[3;5~", "\u001b[3;7~", "\u001b[3;6~"],
  f1: ["\u001bOP", "\u001b[1;2P", "\u001b[1;3P", "\u001b[1;5P", "\u001b[1;7P", "\u001b[1;6P"],
  f12: [
    "\u001b[24~",
    "\u001b[24;2~",
    "\u001b[24;3~",
    "\u001b[24;5~",
    "\u001b[24;7~",
    "\u001b[24;6~",
  ],
};

const HELD = ["", "shift+", "alt+", "ctrl+", "ctrl+alt+", "ctrl+shift+"];

test("named keys are the bytes of a real terminal, with every modifier", () => {
  for (const [key, row] of Object.entries(NAMED)) {
    expect([key, ...HELD.map((held) => bytesOf(`${held}${key}`))]).toEqual([key, ...row]);
  }
});

test("the other editing and function keys have their numbers", () => {
  const keys = "insert pageup pagedown f5 f6 f7 f8 f9 f10 f11 down right left f2 f3 f4".split(" ");
  expect(keys.map(bytesOf)).toEqual([
    ...[2, 5, 6, 15, 17, 18, 19, 20, 21, 23].map((number) => `\u001b[${number}~`),
    ..."BCD".split("").map((letter) => `\u001b[${letter}`),
    ..."QRS".split("").map((letter) => `\u001bO${letter}`),
  ]);
});

test("a character is itself, with alt behind an escape, with shift its capital", () => {
  for (let code = 0x21; code < 0x7f; code += 1) {
    const char = String.fromCharCode(code);
    if (char === "+") continue;
    expect(bytesOf(char)).toBe(char);
    expect(bytesOf(`alt+${char}`)).toBe(`\u001b${char}`);
    expect(bytesOf(`shift+${char}`)).toBe(char.toUpperCase());
  }
  expect(["é", "😀", "日", "shift+é", "shift+ß", "alt+é"].map(bytesOf)).toEqual([
    "é",
    "😀",
    "日",
    "É",
    "ß",
    "\u001bé",
  ]);
});

test("ctrl makes the control codes, with shift or without, and is dropped where there is none", () => {
  for (let code = 1; code <= 26; code += 1) {
    const letter = String.fromCharCode(0x60 + code);
    for (const key of [`ctrl+${letter}`, `Ctrl+${letter.toUpperCase()}`, `ctrl+shift+${letter}`]) {
      expect([key, bytesOf(key)]).toEqual([key, String.fromCharCode(code)]);
    }
  }
  const codes: Readonly<Record<string, string>> = {
    "@[\\]^_": "\0\u001b\u001c\u001d\u001e\u001f",
    "2345678/-?": "\0\u001b\u001c\u001d\u001e\u001f\u007f\u001f\u001f\u007f",
    "190=;',.!": "190=;',.!",
  };
  for (const [keys, sent] of Object.entries(codes)) {
    expect([...keys].map((key) => bytesOf(`ctrl+${key}`)).join("")).toBe(sent);
  }
  expect(["ctrl+plus", "ctrl+alt+x", "control + option + C"].map(bytesOf)).toEqual([
    "+",
    "\u001b\u0018",
    "\u001b\u0003",
  ]);
});

test("the words for punctuation are its characters", () => {
  const words =
    "minus comma period slash backslash quote double_quote double-quote semicolon colon percent ampersand backtick plus";
  expect(words.split(" ").map(bytesOf).join("")).toBe('-,./\\\'"";:%&`+');
});

test("f13 to f63 are the held f1 to f12 of tmux's terminal; f0 and the rest are no keys", () => {
  expect(["f13", "f24", "f25", "f37", "f49", "f61", "f63", "ctrl+f13"].map(bytesOf)).toEqual([
    "\u001b[1;2P",
    "\u001b[24;2~",
    "\u001b[1;5P",
    "\u001b[1;6P",
    "\u001b[1;3P",
    "\u001b[1;4P",
    "\u001b[1;4R",
    "\u001b[1;6P",
  ]);
  expect(["f0", "f64", "f255"].map(bytesOf)).toEqual([null, null, null]);
});

test("super and hyper are told as kitty tells them, since no plain byte has them", () => {
  expect(["cmd+k", "super+shift+K", "hyper+enter", "super+up", "command+f5"].map(bytesOf)).toEqual([
    "\u001b[107;9u",
    "\u001b[107;10u",
    "\u001b[13;17u",
    "\u001b[1;9A",
    "\u001b[15;9~",
  ]);
});

test("a lone plus and tmux's spelling of ctrl+c are keys of the send-keys verbs", () => {
  expect(["+", "C-c", "c-c", "C-C", "C-x", "M-c"].map(bytesOf)).toEqual([
    "+",
    "\u0003",
    "\u0003",
    null,
    null,
    null,
  ]);
});

test("cursor keys by themselves follow the mode that a program asks for; held ones do not", () => {
  expect(
    ["up", "down", "left", "right", "ctrl+up", "home", "f1"].map((key) =>
      bytesIn("application", key),
    ),
  ).toEqual([
    ..."ABDC".split("").map((letter) => `\u001bO${letter}`),
    "\u001b[1;5A",
    "\u001b[1~",
    "\u001bOP",
  ]);
});
