import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildId, programFolder } from "../../../src/system/build.ts";

test("code that runs from source has no build id and knows the program's folder", () => {
  expect(buildId).toBeNull();
  expect(existsSync(join(programFolder, "bin/taw"))).toBe(true);
});

test("launcher and set-up want the Bun that package.json pins", () => {
  const { engines } = JSON.parse(readFileSync(join(programFolder, "package.json"), "utf8"));
  for (const script of ["bin/taw", "bin/setup"]) {
    const text = readFileSync(join(programFolder, script), "utf8");
    expect(/^bun_version=(.*)$/m.exec(text)?.[1]).toBe(engines.bun);
  }
});
