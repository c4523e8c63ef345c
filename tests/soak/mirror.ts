import { mirrored } from "../support/mirror.ts";
import type { Soak } from "./soak.ts";

const SEEDS = 200;
const DEEDS = 100;

export const mirrorSoak: Soak = {
  name: "mirror",
  about: `${SEEDS} times ${DEEDS} random deeds with panes, tabs and workspaces, and what a reader knows of them`,
  run: async () => {
    const problems: string[] = [];
    for (let seed = 1000; seed < 1000 + SEEDS; seed += 1) {
      const found = await mirrored(seed, DEEDS);
      problems.push(...found.map((problem) => `seed ${seed}: ${problem}`));
    }
    return problems;
  },
};
