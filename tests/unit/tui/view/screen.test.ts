import { expect, test } from "bun:test";
import { parseScreen, withoutBlankEnd } from "../../../../tui/view/screen.ts";
import type { Line } from "../../../../tui/view/spans.ts";
import {
  BOLD,
  crop,
  lineWidth,
  overlay,
  skip,
  span,
  UNDERLINE,
} from "../../../../tui/view/spans.ts";
import { lineText } from "../../../support/cockpit.ts";

const only = (text: string): Line => parseScreen(text)[0] ?? [];
const index = (at: number) => ({ kind: "index" as const, index: at });

test("a pane's colours stay what they were: index, true colour, default", () => {
  const line = only(
    "\u001b[31mred\u001b[39m plain \u001b[1;38;5;208morange\u001b[0m\u001b[48;2;1;2;3mrgb",
  );
  expect(line.map(({ text, ink }) => [text, ink])).toEqual([
    ["red", index(1)],
    [" plain ", null],
    ["orange", index(208)],
    ["rgb", null],
  ]);
  expect(line[2]?.attributes).toBe(BOLD);
  expect(line[3]?.ground).toEqual({ kind: "rgb", red: 1, green: 2, blue: 3 });
});

test("bright colours, colon forms and curly underlines are read, and a style goes on in the next row", () => {
  expect(only("\u001b[95;102mx")[0]).toMatchObject({ ink: index(13), ground: index(10) });
  expect(only("\u001b[38:2::9:8:7mx")[0]?.ink).toEqual({ kind: "rgb", red: 9, green: 8, blue: 7 });
  expect(only("\u001b[4:3mx\u001b[4:0my").map(({ attributes }) => attributes)).toEqual([
    UNDERLINE,
    0,
  ]);
  expect(parseScreen("\u001b[32ma\nb")[1]?.[0]?.ink).toEqual(index(2));
});

test("no other escape of a pane survives", () => {
  const hostile =
    "a\u001b]0;title\u0007b\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\\u001b[2J\u001b[?1049h\u001bcc\u0007\u001bPq#\u001b\\d\u001b[31";
  const text = lineText(only(hostile));
  expect(text).toStartWith("ablinkcd");
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test("blank rows at the end are dropped, a coloured one is not blank", () => {
  const lines = parseScreen("one\n\n  \n\u001b[41m  \u001b[0m\n \n");
  expect(withoutBlankEnd(lines).length).toBe(4);
});

test("lines are cropped, skipped and laid over by cells, wide characters never split", () => {
  const line = [span("日本"), span("abc")];
  expect(lineText(crop(line, 3))).toBe("日 ");
  expect(lineText(skip(line, 3))).toBe(" abc");
  expect(lineText(skip(line, 4))).toBe("abc");
  expect(lineWidth(crop(line, 20))).toBe(20);
  expect(lineText(overlay(line, 1, [span("xy")]))).toBe(" xy abc");
});
