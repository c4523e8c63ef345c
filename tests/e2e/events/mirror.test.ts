import { expect, test } from "bun:test";
import { mirrored } from "../../support/mirror.ts";

test.each([1, 2, 3])(
  "who begins with a snapshot and is told of everything since knows what tmux has, whatever people do (seed %i)",
  async (seed) => {
    expect(await mirrored(seed, 80)).toEqual([]);
  },
  30_000,
);
