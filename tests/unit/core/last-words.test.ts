import { expect, test } from "bun:test";
import { lastWords } from "../../../src/core/last-words.ts";

test("a failed program is told by its envelope's message, else by its last line", () => {
  expect(lastWords('{"id":"x","error":{"code":"not_found","message":"pane is gone"}}\n')).toBe(
    "pane is gone",
  );
  expect(lastWords("Warning: x\nssh: No route to host\n")).toBe("ssh: No route to host");
  expect(lastWords('{"error":7}')).toBe('{"error":7}');
  expect(lastWords("{broken")).toBe("{broken");
  expect(lastWords("\n")).toBe("");
});
