import { FATES, paneLives } from "../support/lives.ts";
import type { LivesWish } from "../support/lives.ts";
import type { Soak } from "./soak.ts";

const LONG = { lives: 1000, wave: 60, reloads: 20, fates: FATES } as const;
const AT_ONCE = { lives: 300, wave: 300, reloads: 0, fates: FATES } as const;

/** An exit may be told as a close only where more end at once than the marks hold (spec, pane.closed). */
async function problemsOf(wish: LivesWish, mayMistake: boolean): Promise<string[]> {
  const { lived, wrong, mistaken, wrongAround } = await paneLives(wish);
  const who = wish.isResident ? "a reader that stays" : "started drainers";
  const counted = lived === wish.lives ? [] : [`${lived} of ${wish.lives} panes lived`];
  const all = [...counted, ...wrong, ...(mayMistake ? [] : mistaken), ...wrongAround];
  return all.map((problem) => `${wish.lives} lives, ${who}: ${problem}`);
}

export const livesSoak: Soak = {
  name: "lives",
  about: "1,000 pane lives in waves of 60 ends with 20 loads meanwhile, and 300 ends at once",
  run: async () => [
    ...(await problemsOf({ ...LONG, isResident: false }, false)),
    ...(await problemsOf({ ...LONG, isResident: true }, false)),
    ...(await problemsOf({ ...AT_ONCE, isResident: false }, true)),
    ...(await problemsOf({ ...AT_ONCE, isResident: true }, true)),
  ],
};
