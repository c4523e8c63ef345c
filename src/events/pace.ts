import type { Clock } from "../system/clock.ts";

/** Between two looks: one change is told at once, and the longer a storm goes on, the more of it a batch holds. */
const GATHER_MS = { least: 20, most: 250 };
/** More entries a second than this are a storm's. */
const STORM_PER_S = 150;

/** When a drainer looks again. */
export class Pace {
  readonly #clock: Clock;
  #gatherMs = GATHER_MS.least;
  #tookAtMs = Number.NEGATIVE_INFINITY;
  #sinceMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A storm that has gone on for a while, so that more will be there. */
  get isStorm(): boolean {
    return this.#gatherMs === GATHER_MS.most;
  }

  /** At once after a rest, else when the last batch is old enough. */
  async gather(): Promise<void> {
    const sinceMs = this.#clock.monotonicMs() - this.#tookAtMs;
    if (sinceMs < this.#gatherMs) await this.#clock.sleep(this.#gatherMs - sinceMs);
    this.#sinceMs = Math.max(sinceMs, this.#gatherMs);
    this.#tookAtMs = this.#clock.monotonicMs();
  }

  /** So many entries were there. */
  took(count: number): void {
    const isFast = count * 1000 > STORM_PER_S * this.#sinceMs;
    const gatherMs = isFast ? this.#gatherMs * 2 : this.#gatherMs / 2;
    this.#gatherMs = Math.min(GATHER_MS.most, Math.max(GATHER_MS.least, gatherMs));
  }
}
