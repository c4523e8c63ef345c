/** So much passed on leaves enough behind to be worth a collection: bytes, or pieces of any size. */
export interface Flood {
  readonly bytes: number;
  readonly pieces: number;
  /** It is over when nothing has come for so long. */
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
  readonly #most: Flood;
  readonly #collect: () => void;

  /** @param collect gives the memory back */
  constructor(most: Flood = FLOOD, collect: () => void = giveBack) {
    this.#most = most;
    this.#collect = collect;
  }

  /** A piece of so many bytes has passed through. */
  passed(bytes: number): void {
    this.#bytes += bytes;
    this.#pieces += 1;
    const { bytes: most, pieces, overMs } = this.#most;
    if (this.#bytes < most && this.#pieces < pieces) return;
    if (this.#timer === null) this.#timer = setTimeout(() => this.#over(), overMs).unref();
    else this.#timer.refresh();
  }

  #over(): void {
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
