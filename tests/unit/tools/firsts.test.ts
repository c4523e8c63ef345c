import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import type { AnyVerb } from "../../../src/verbs/verb.ts";
import { FIRSTS } from "../../../tools/firsts.ts";

const root = join(import.meta.dir, "../../..");
const parts = [...new Glob("src/quick/*.ts").scanSync(root)].filter(
  (path) => !["src/quick/answer.ts", "src/quick/fresh.ts"].includes(path),
);

test("every quick part is built", () => {
  expect(Object.keys(FIRSTS).toSorted()).toEqual(parts.toSorted());
});

test.each(parts)("%s is tried for its verbs, and for no other", async (part) => {
  const { VERBS } = await import(join(root, part));
  const verbs = VERBS.map(({ path }: AnyVerb) => path.join(" "));
  expect(FIRSTS[part]).toEqual(verbs.toSorted());
});

test("the launcher finds a verb's part by the verb's two words", () => {
  const verbs = Object.values(FIRSTS).flat();
  expect(verbs.filter((verb) => !/^[a-z]+ [a-z-]+$/.test(verb))).toEqual([]);
  expect(new Set(verbs).size).toBe(verbs.length);
});
