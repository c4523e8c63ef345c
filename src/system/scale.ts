import { variable } from "./env.ts";
import type { Environment } from "./env.ts";

/**
 * By how much the spec's timers (3 s, 15 s …) are shortened, for tests only (decision 30): `TAW_TEST_TIMERS`, a number
 * over 0 and at most 1, is heard only by what speaks to a tmux server that the tests made; everywhere else it is 1.
 */
export function timerScale(environment: Environment, socketPath: string): number {
  const isTests = /\/taw-test-[^/]*$/.test(socketPath);
  const scale = Number(variable(environment, "TAW_TEST_TIMERS"));
  return isTests && scale > 0 && scale <= 1 ? scale : 1;
}
