import { afterEach, expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { enterCallersFolder, withKeptVariables } from "../../../src/system/start.ts";

const before = process.cwd();
afterEach(() => process.chdir(before));

test("the program goes to the folder it was called in, and its own programs do not see how", () => {
  process.env["TAW_CWD"] = tmpdir();
  enterCallersFolder();
  expect(process.cwd()).toBe(realpathSync(tmpdir()));
  expect(process.env["TAW_CWD"]).toBeUndefined();
});

test("a caller's folder that is gone leaves the program where it is", () => {
  process.env["TAW_CWD"] = "/nowhere/at all";
  enterCallersFolder();
  expect(process.cwd()).toBe(before);
});

test("the user's own program gets back what the launcher kept from Bun", () => {
  expect(withKeptVariables({ TAW_KEPT_NODE_OPTIONS: "--no-warnings", HOME: "/home/ann" })).toEqual({
    NODE_OPTIONS: "--no-warnings",
    HOME: "/home/ann",
  });
});

test("the user's own program does not get what the launcher set for taw, but its own of that name", () => {
  const environment = {
    TAW_LEAN: "BUN_JSC_useConcurrentGC MIMALLOC_PURGE_DELAY",
    BUN_JSC_useConcurrentGC: "0",
    MIMALLOC_PURGE_DELAY: "0",
    TAW_KEPT_MIMALLOC_PURGE_DELAY: "50",
    HOME: "/home/ann",
  };
  expect(withKeptVariables(environment)).toEqual({ MIMALLOC_PURGE_DELAY: "50", HOME: "/home/ann" });
});
