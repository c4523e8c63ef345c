import { expect, test } from "bun:test";
import { join } from "node:path";
import { VERSION } from "../../../src/core/version.ts";

test("the version that taw prints is that of package.json", async () => {
  const pack = await Bun.file(join(import.meta.dir, "../../../package.json")).json();
  expect(pack.version).toBe(VERSION);
});
