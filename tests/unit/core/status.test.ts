import { expect, test } from "bun:test";
import { parseStatus, rollup } from "../../../src/core/status.ts";

test("a tab shows the status that wants attention most: blocked, done, working, idle, unknown", () => {
  expect(rollup(["idle", "working", "done", "blocked", "unknown"])).toBe("blocked");
  expect(rollup(["idle", "working", "done"])).toBe("done");
  expect(rollup(["idle", "working"])).toBe("working");
  expect(rollup(["unknown", "idle"])).toBe("idle");
  expect(rollup([])).toBe("unknown");
});

test("text that is no status is no status", () => {
  expect(parseStatus("working")).toBe("working");
  expect(parseStatus("Working")).toBeNull();
  expect(parseStatus("")).toBeNull();
});
