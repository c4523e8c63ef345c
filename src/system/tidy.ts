/** So much passed on leaves enough behind to be worth a collection: bytes, or pieces of any size. */
export interface Flood {
  readonly bytes: number;
  readonly pieces: number;
  /** It is over when nothing has come for so long; noticed up to twice that late. */
  readonly overMs: number;
}

const FLOOD: Flood = { bytes: 1024 * 1024, pieces: 200, overMs: 1000 };

/**
 * Gives memory back after a flood of bytes, or of keys. Bun collects when there is need, so a process that falls silent
 * would keep its buffers for as long as it sleeps (1 MB after 400 keys).
 */
export class Tidy {
  #bytes = 0;
  #pieces = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #hasPassed = false;
  readonly #most: Flood;
  readonly #collect: () => void;

  /** @param collect gives the memory back */
  constructor(most: Flood = FLOOD, collect: () => void = giveBack) {
    this.#most = most;
    this.#collect = collect;
  }

  /** A piece of so many bytes has passed through. Called for every piece, so it moves no timer that runs. */
  passed(bytes: number): void {
    this.#bytes += bytes;
    this.#pieces += 1;
    this.#hasPassed = true;
    if (this.#timer !== null) return;
    if (this.#bytes >= this.#most.bytes || this.#pieces >= this.#most.pieces) this.#wait();
  }

  #wait(): void {
    this.#hasPassed = false;
    this.#timer = setTimeout(() => this.#look(), this.#most.overMs).unref();
  }

  #look(): void {
    if (this.#hasPassed) return this.#wait();
    this.#bytes = 0;
    this.#pieces = 0;
    this.#timer = null;
    this.#collect();
  }
}

function giveBack(): void {
  Bun.gc(true);
  Bun.shrink();
}
