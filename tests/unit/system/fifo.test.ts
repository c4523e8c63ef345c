import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { makeFifo, writeToReader } from "../../../src/system/fifo.ts";
import { sandbox } from "../../support/sandbox.ts";
import { until } from "../../support/until.ts";

test("a FIFO is this user's alone, and is there once", async () => {
  await using box = sandbox();
  const path = join(box.root, "q");
  makeFifo(path);
  expect(statSync(path).isFIFO()).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => makeFifo(path)).toThrow("cannot make the FIFO");
});

test("what is written reaches who reads, whole and with its end, and nobody is waited for", async () => {
  await using box = sandbox();
  const path = join(box.root, "q");
  expect(writeToReader(path, "nowhere")).toBe(false);
  makeFifo(path);
  expect(writeToReader(path, "to nobody")).toBe(false);
  const reader = Bun.spawn(["cat", path], { stdout: "pipe" });
  const text = "ä line\n".repeat(1000);
  await until("somebody reads", () => writeToReader(path, text));
  expect(await reader.stdout.text()).toBe(text);
  expect(await reader.exited).toBe(0);
});
