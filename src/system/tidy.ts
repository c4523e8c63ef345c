/** So much passed on leaves enough behind to be worth a collection: bytes, or pieces of any size. */
const FLOOD_BYTES = 1024 * 1024;
const FLOOD_PIECES = 200;
/** The flood is over when nothing has come for so long. */
const OVER_MS = 1000;

/**
 * Gives memory back after a flood of bytes, or of keys. Bun collects when there is need, so a process that falls silent
 * would keep its buffers for as long as it sleeps (1 MB after 400 keys).
 */
export class Tidy {
  #bytes = 0;
  #pieces = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** A piece of so many bytes has passed through. */
  passed(bytes: number): void {
    this.#bytes += bytes;
    this.#pieces += 1;
    if (this.#bytes < FLOOD_BYTES && this.#pieces < FLOOD_PIECES) return;
    if (this.#timer === null) this.#timer = setTimeout(() => this.#collect(), OVER_MS).unref();
    else this.#timer.refresh();
  }

  #collect(): void {
    this.#bytes = 0;
    this.#pieces = 0;
    this.#timer = null;
    Bun.gc(true);
    Bun.shrink();
  }
}
