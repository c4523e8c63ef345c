import { expect, test } from "bun:test";
import {
  clipped,
  hasControl,
  inertLine,
  inertText,
  latin1Bytes,
  strictUtf8Text,
  utf8Text,
} from "../../../src/core/inert.ts";

test("control, direction and invisible characters are dropped from outside text", () => {
  expect(inertText("a\x1b[31mb\x07\u202ec\u2066d\u200be\u2028f\u{e0041}\x9b", 99)).toBe(
    "a[31mbcdef",
  );
});

test("a text of several lines is one line that does nothing", () => {
  expect(inertLine("no \x1b[31mroom\r\n\n  ask\tann \n")).toBe("no [31mroom | askann");
  expect(inertLine("plain")).toBe("plain");
});

test("a text has a control character wherever one stands in it, the first place too", () => {
  expect(["\x1b", "\x07b", "a\x9b", "a\nb"].map(hasControl)).toEqual([true, true, true, true]);
  expect(["", "a b", "\u202e"].map(hasControl)).toEqual([false, false, false]);
});

test("variation selectors stay, since titles are matched with them", () => {
  expect(inertText("\u25d0\ufe0e Qwen", 99)).toBe("\u25d0\ufe0e Qwen");
});

test("text is cut by whole characters", () => {
  expect(inertText("a\u{1f600}b", 2)).toBe("a\u{1f600}");
});

test("a message names a long word by its beginning", () => {
  expect(clipped("w1:p1")).toBe("w1:p1");
  expect(clipped("a".repeat(100))).toBe("a".repeat(100));
  expect(clipped("a".repeat(101))).toBe(`${"a".repeat(99)}…`);
  expect(clipped("\u{1f600}".repeat(51))).toBe(`${"\u{1f600}".repeat(49)}…`);
});

test("bytes and text are turned into each other", () => {
  expect(latin1Bytes("é✳")).toBe("\xc3\xa9\xe2\x9c\xb3");
  expect(utf8Text("\xc3\xa9\xe2\x9c\xb3")).toBe("é✳");
  expect(utf8Text("a\xffb")).toBe("a\ufffdb");
  expect(strictUtf8Text("a\xffb")).toBeNull();
});
