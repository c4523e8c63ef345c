import { expect, test } from "bun:test";
import { completed, lineThatMatches, screenText } from "../../../src/core/screen.ts";
import type { ScreenQuestion } from "../../../src/core/screen.ts";

const asks = (source: ScreenQuestion["source"], more: Partial<ScreenQuestion> = {}) => ({
  source,
  format: "text" as const,
  lines: null,
  ...more,
});

test("recent output is 80 lines unless said otherwise, never over 1000; the screen is all of it", () => {
  expect(completed(asks("recent")).lines).toBe(80);
  expect(completed(asks("recent_unwrapped", { lines: 5000 })).lines).toBe(1000);
  expect(completed(asks("visible")).lines).toBeNull();
});

test("detection reads plain text, whatever was asked for", () => {
  expect(completed(asks("detection", { format: "ansi" })).format).toBe("text");
  expect(completed(asks("visible", { format: "ansi" })).format).toBe("ansi");
});

test("blank rows at the end are no recent output, and stay part of the screen", () => {
  const captured = "one\ntwo\n\u001b[0m\n  \n";
  expect(screenText(captured, asks("recent"), false)).toEqual({
    text: "one\ntwo",
    truncated: false,
  });
  expect(screenText("one\n\n", asks("visible"), false).text).toBe("one\n");
});

test("the last lines stay, and what was cut or lies above is told", () => {
  const three = "one\ntwo\nthree\n";
  expect(screenText(three, asks("recent", { lines: 2 }), false)).toEqual({
    text: "two\nthree",
    truncated: true,
  });
  expect(screenText(three, asks("recent", { lines: 3 }), false).truncated).toBe(false);
  expect(screenText(three, asks("recent", { lines: 3 }), true).truncated).toBe(true);
  expect(screenText(three, asks("visible", { lines: 0 }), false).text).toBe("");
});

test("unwrapped text has no blanks at the ends of its lines, text with colours keeps them", () => {
  const captured = "one  \ntwo\n";
  expect(screenText(captured, asks("recent_unwrapped"), false).text).toBe("one\ntwo");
  const ansi = asks("recent_unwrapped", { format: "ansi" });
  expect(screenText(captured, ansi, false).text).toBe("one  \ntwo");
  expect(screenText(captured, asks("recent"), false).text).toBe("one  \ntwo");
});

test("the first line that is wanted is found by itself, without its colours and links", () => {
  const text =
    "one\n\u001b[31mt\u001b[1;38;2;1;2;3mwo\u001b[39m\n\u001b]8;;http://x\u001b\\two\u001b]8;;\u001b\\ links";
  expect(lineThatMatches(text, (line) => line.includes("two"))).toBe("two");
  expect(lineThatMatches(text, (line) => line.endsWith("links"))).toBe("two links");
  expect(lineThatMatches(text, (line) => line.includes("\n"))).toBeNull();
  expect(lineThatMatches("", (line) => line === "")).toBe("");
});
