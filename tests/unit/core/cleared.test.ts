import { expect, test } from "bun:test";
import { clearedSince, isClear } from "../../../src/core/cleared.ts";

const look = (text: string, row: number, historySize = 0) => ({ text, row, historySize });

test("a screen is clear with the prompt on its first row and nothing below", () => {
  expect(isClear(look("$ \n\n\n", 0))).toBe(true);
  expect(isClear(look("$ half a line\n\n", 0))).toBe(true);
  expect(isClear(look("$ \n\nbelow\n", 0))).toBe(false);
  expect(isClear(look("above\n$ \n", 1))).toBe(false);
});

test("cleared is a screen that went into the history, or a cursor that moved up, once the prompt is there", () => {
  const before = look("one\ntwo\n$ \n", 2);
  expect(clearedSince(before, look("$ \n\n\n", 0, 3))).toBe("cleared");
  expect(clearedSince(before, look("$ \n\n\n", 0))).toBe("cleared");
  expect(clearedSince(before, look("\n\n\n", 0, 3))).toBe("nothing");
  expect(clearedSince(before, before)).toBe("nothing");
});

test("a ^L that was not there before was taken as text, wherever it stands", () => {
  const before = look("^L is a key\n$ half\n", 1);
  expect(clearedSince(before, before)).toBe("nothing");
  expect(clearedSince(before, look("^L is a key\n$ ha^Llf\n", 1))).toBe("echoed");
  expect(clearedSince(before, look("$ half\n\n", 0))).toBe("cleared");
});
