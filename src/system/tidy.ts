/** So many bytes leave enough behind to be worth a collection. */
const FLOOD_BYTES = 1024 * 1024;
/** The flood is over when nothing has come for so long. */
const OVER_MS = 1000;

/**
 * Gives memory back after a flood of bytes. Bun collects when there is need, so a process that falls silent after a
 * flood would keep its buffers for as long as it sleeps.
 */
export class Tidy {
  #bytes = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Bytes have passed through. */
  passed(count: number): void {
    this.#bytes += count;
    if (this.#bytes < FLOOD_BYTES) return;
    if (this.#timer === null) this.#timer = setTimeout(() => this.#collect(), OVER_MS).unref();
    else this.#timer.refresh();
  }

  #collect(): void {
    this.#bytes = 0;
    this.#timer = null;
    Bun.gc(true);
  }
}
