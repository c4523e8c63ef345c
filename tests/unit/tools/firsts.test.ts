import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { FIRSTS } from "../../../tools/firsts.ts";

const root = join(import.meta.dir, "../../..");
const parts = [...new Glob("src/quick/*.ts").scanSync(root)].filter(
  (path) => path !== "src/quick/answer.ts",
);

test("every quick part is tried for some words", () => {
  expect(Object.keys(FIRSTS).toSorted()).toEqual(parts.toSorted());
});

test.each(parts)("%s is tried for the last words of its verbs, and for no other", async (part) => {
  const { imports } = new Bun.Transpiler({ loader: "ts" }).scan(
    await Bun.file(join(root, part)).text(),
  );
  const verbs = imports.filter(({ path }) => path.startsWith("../verbs/"));
  const words = await Promise.all(
    verbs.map(async ({ path }): Promise<string> => {
      const { default: verb } = await import(join(root, "src/quick", path));
      return verb.path.at(-1);
    }),
  );
  expect([...new Set(words)].toSorted()).toEqual(FIRSTS[part]?.toSorted() ?? []);
});

test("no word stands for two parts", () => {
  const words = Object.values(FIRSTS).flat();
  expect(words.length).toBe(new Set(words).size);
});
