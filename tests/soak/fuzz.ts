import { privateMb } from "../bench/proc.ts";
import { chance } from "../support/chance.ts";
import { bytesCase, hostileCase, wrongTypeCases } from "../support/fuzz/cases.ts";
import type { Case } from "../support/fuzz/cases.ts";
import { fuzzField } from "../support/fuzz/field.ts";
import type { Field } from "../support/fuzz/field.ts";
import type { Draw } from "../support/fuzz/kinds.ts";
import { sendAll } from "../support/fuzz/send.ts";
import type { Soak } from "./soak.ts";

/** Each round on a fresh stage: random bytes, values of the wrong type, and hostile ones of the right. */
const ROUNDS = 500;
const BYTES = 500;
const WRONG = 500;
const HOSTILE = 60;
const SEED = 20_261_201;
/** What the server may hold more at the end than after a tenth of it. */
const MOST_GROWTH_MB = 16;

export const fuzzSoak: Soak = {
  name: "fuzz",
  about: `${ROUNDS * (BYTES + WRONG + HOSTILE)} requests to the socket that are wrong or hostile`,
  run: async () => {
    const field = await fuzzField();
    try {
      return await fuzzed(field, chance(SEED));
    } finally {
      await field.close();
    }
  },
};

async function fuzzed({ socket, tidy, harm }: Field, draw: Draw): Promise<readonly string[]> {
  const wrong = wrongTypeCases();
  const one = (): Case => wrong[draw(wrong.length)] ?? bytesCase(draw);
  let early = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    draw.aims = await tidy();
    const bytes = Array.from({ length: BYTES }, () => bytesCase(draw));
    const hostile = Array.from({ length: HOSTILE }, () => hostileCase(draw));
    const easy = await sendAll(socket.path, bytes.concat(Array.from({ length: WRONG }, one)));
    const hard = await sendAll(socket.path, hostile, 8);
    const left = harm();
    const problems = easy.problems.concat(hard.problems, left === "" ? [] : left);
    if (problems.length > 0) return problems.map((problem) => `round ${round}: ${problem}`);
    if (round === ROUNDS / 10) early = privateMb(socket.pid);
    if (round % (ROUNDS / 10) === 0) {
      console.log(`round ${round}: ${privateMb(socket.pid).toFixed(1)} MB`);
    }
  }
  const growth = privateMb(socket.pid) - early;
  console.log(`${early.toFixed(1)} MB after a tenth, ${growth.toFixed(1)} MB more at the end`);
  return growth > MOST_GROWTH_MB ? [`the server holds ${growth.toFixed(1)} MB more`] : [];
}
