import { expect, test } from "bun:test";
import {
  ageWords,
  cutEnd,
  cutMiddle,
  fill,
  fillStart,
  headOf,
  inert,
  tailOf,
  widthOf,
} from "../../../tui/text.ts";

test("text from panes is drawn inert: nothing in it acts, turns the direction or changes widths", () => {
  expect(inert("a\u001b[31mb\u0007\u009bc")).toBe("a[31mbc");
  expect(inert("safe\u202egnp.exe\u2066")).toBe("safegnp.exe");
  expect(inert("one\ttwo\r\nthree")).toBe("one two three");
  expect(inert("\u2764\ufe0f 1\ufe0f\u20e3 \u{1f44d}\u{1f3fd}")).toBe("\u2764 1 \u{1f44d}");
  expect(inert("\ud800x")).toBe("\ufffdx");
});

test("a cut text is as wide as it may be, ends in one mark, and never splits a character", () => {
  expect(cutEnd("terraform apply", 9)).toBe("terrafor…");
  expect(cutEnd("日本語版", 6)).toBe("日本…");
  expect(widthOf(fill("日本語版", 6))).toBe(6);
  expect(fill("日本語版", 6)).toBe("日本… ");
  expect(cutEnd("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
  expect([cutEnd("abc", 3), cutEnd("abc", 1), cutEnd("abc", 0)]).toEqual(["abc", "…", ""]);
});

test("paths and branches are cut in the middle", () => {
  expect(cutMiddle("~/work/clients/acme/api", 11)).toBe("~/wor…e/api");
  expect(widthOf(cutMiddle("翻訳/翻訳/翻訳/翻訳", 9))).toBeLessThanOrEqual(9);
  expect(cutMiddle("main", 4)).toBe("main");
  expect(cutMiddle("main", 0)).toBe("");
});

test("heads, tails and right columns count cells", () => {
  expect([headOf("日本", 3), tailOf("日本", 3)]).toEqual(["日", "本"]);
  expect([headOf("abc", -1), tailOf("abc", 0)]).toEqual(["", ""]);
  expect(fillStart("4m", 3)).toBe(" 4m");
});

test("an age is at most three cells, never seconds, never negative", () => {
  const minute = 60_000;
  const ages = [
    -5,
    0,
    59_999,
    minute,
    59 * minute,
    60 * minute,
    23 * 60 * minute,
    24 * 60 * minute,
  ];
  expect(ages.map(ageWords)).toEqual(["now", "now", "now", "1m", "59m", "1h", "23h", "1d"]);
  expect(ageWords(400 * 24 * 60 * minute)).toBe("99d");
});
