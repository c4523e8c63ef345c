/** A burst of this many bytes is a flood; no frame of a program that draws itself is as long. */
const FLOOD_BYTES = 64 * 1024;
/** A burst ends with so much silence: longer than any pause and what a busy machine adds to it. */
const SILENCE_MS = 25;

/**
 * How long to wait behind a piece, by its size: the smaller the pieces of a flood, the longer, so that they grow. Behind one
 * that is as large as the pipe nothing waits: tmux would keep what has no room, and with 4 ms it grew by megabytes.
 */
const PAUSES: readonly { readonly below: number; readonly ms: number }[] = [
  { below: 32 * 1024, ms: 2 },
  { below: 192 * 1024, ms: 1 },
];

/**
 * The pace of who reads a pane. In a flood the pipe fills while the reader waits, and fewer, larger pieces leave more of the
 * machine to the pane; outside of one nothing waits.
 */
export class Pace {
  #burst = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** How long to wait, in ms, behind a piece of so many bytes that came at `nowMs` of a clock that does not go back. */
  pauseMs(bytes: number, nowMs: number): number {
    if (nowMs - this.#lastMs > SILENCE_MS) this.#burst = 0;
    this.#lastMs = nowMs;
    this.#burst += bytes;
    if (this.#burst < FLOOD_BYTES) return 0;
    return PAUSES.find(({ below }) => bytes < below)?.ms ?? 0;
  }
}
