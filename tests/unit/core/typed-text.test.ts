import { expect, test } from "bun:test";
import { checkPasted, checkTyped } from "../../../src/core/typed-text.ts";
import { chance } from "../../support/chance.ts";

const refuses = (check: (text: string) => void, text: string): boolean => {
  try {
    check(text);
    return false;
  } catch {
    return true;
  }
};

test("a NUL and half a character cannot be typed; everything else can", () => {
  for (const text of ["a\0b", "\0", "\ud800", "x\udc00"]) {
    expect([text, refuses(checkTyped, text), refuses(checkPasted, text)]).toEqual([
      text,
      true,
      true,
    ]);
  }
  for (const text of ["", "😀", "\u0001\u001b\u007f\u009b", "\u001b[201~", "\ufffd"]) {
    expect([text, refuses(checkTyped, text)]).toEqual([text, false]);
  }
});

/** What a terminal's parser makes of a text: each CSI's parameters and final, control characters carried out inside. */
function sequences(text: string): string[] {
  const found: string[] = [];
  let open: string | null = null;
  let wasEscape = false;
  for (const char of text) {
    if (char === "\u001b") [open, wasEscape] = [null, true];
    else if (char === "\u009b") [open, wasEscape] = ["", false];
    else if (char < " " || char === "\u007f") continue;
    else if (wasEscape) [open, wasEscape] = [char === "[" ? "" : null, false];
    else if (open === null) continue;
    else if (/[@-~]/.test(char)) {
      found.push(open + char);
      open = null;
    } else open += char;
  }
  return found;
}

const endsPaste = (sequence: string): boolean =>
  sequence.endsWith("~") && Number.parseInt(sequence, 10) === 201;

test("no text passes in which a terminal's parser finds the end of a paste, and few others are refused", () => {
  const pieces = ["\u001b", "[", "\u009b", "0", "2", "1", "201", "~", ";", "\n", "\u0007", "x"];
  const below = chance(7);
  let ends = 0;
  let refused = 0;
  for (let round = 0; round < 50_000; round += 1) {
    const length = 1 + below(9);
    const text = Array.from({ length }, () => pieces[below(pieces.length)]).join("");
    const isEnd = sequences(text).some(endsPaste);
    const isRefused = refuses(checkPasted, text);
    if (isEnd) expect([text, isRefused]).toEqual([text, true]);
    ends += Number(isEnd);
    refused += Number(isRefused);
  }
  expect(ends).toBeGreaterThan(100);
  expect(refused).toBeLessThan(ends * 1.2);
});
