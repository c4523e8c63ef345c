import { expect, test } from "bun:test";
import { LineSplitter } from "../../../src/core/lines.ts";

test("lines come whole however they are cut, an empty one too, and what has no end yet waits", () => {
  const got: (string | null)[] = [];
  const splitter = new LineSplitter((line) => void got.push(line));
  for (const piece of ["on", "e\ntw", "", "o\n\nthree"]) splitter.push(piece);
  expect(got).toEqual(["one", "two", ""]);
});

test("a line that grows without end is dropped as one bad line", () => {
  const got: (string | null)[] = [];
  const splitter = new LineSplitter((line) => void got.push(line));
  for (let piece = 0; piece < 10; piece += 1) splitter.push("x".repeat(1024 * 1024));
  splitter.push("end\nnext\n");
  expect(got).toEqual([null, "next"]);
});
