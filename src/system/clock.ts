import type { Environment } from "./env.ts";

/** Time, behind one edge. Durations come from `monotonicMs`: the wall clock jumps. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Milliseconds from some start, never going back. */
  monotonicMs(): number;
  sleep(ms: number): Promise<void>;
}

/** The real clock; `TAW_TEST_NOW` (unix ms) fixes `nowMs`, so that golden output stays the same (house §8). */
export function clockOf(environment: Environment): Clock {
  const fixed = environment["TAW_TEST_NOW"] ?? "";
  return {
    nowMs: /^\d+$/.test(fixed) ? () => Number(fixed) : () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep: (ms) => Bun.sleep(ms),
  };
}
