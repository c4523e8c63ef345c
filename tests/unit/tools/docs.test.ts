import { expect, test } from "bun:test";
import { staleFiles } from "../../../tools/docs.ts";

test("every generated page is what its table says", async () => {
  expect((await staleFiles()).map(({ path }) => path)).toEqual([]);
});
