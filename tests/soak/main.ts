/**
 * `bun run soak [NAME…]`: what takes too long for the suite, on private tmux servers. Exit 1 when something is wrong.
 */
import { fuzzSoak } from "./fuzz.ts";
import { mirrorSoak } from "./mirror.ts";
import { livesSoak } from "./pane-lives.ts";
import type { Soak } from "./soak.ts";

const SOAKS: readonly Soak[] = [fuzzSoak, livesSoak, mirrorSoak];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SOAKS.some((soak) => soak.name === name));
if (unknown.length > 0) {
  const known = SOAKS.map(({ name }) => name).join(", ");
  console.error(`no soak ${unknown.join(", ")}; there are ${known}`);
  process.exit(2);
}
let isHeld = true;
for (const { name, about, run } of SOAKS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}: ${about}`);
  const startedAt = performance.now();
  const problems = await run();
  for (const problem of problems) console.log(problem);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${problems.length === 0 ? "held" : `${problems.length} WRONG`} in ${seconds} s`);
  isHeld &&= problems.length === 0;
}
process.exit(isHeld ? 0 : 1);
