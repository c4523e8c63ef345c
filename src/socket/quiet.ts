/**
 * Keeps the changes that this process makes and the coming of its control client apart. tmux 3.3a ends, with everything in
 * it, when another pane becomes the active one while a control client is being greeted: it tells of that to a client which
 * is not set up yet (measured: 1 in 150 arrivals while panes change without a pause, by select-pane alone).
 */
export class Quiet {
  #running = 0;
  #arrival: Promise<void> | null = null;
  #onIdle: (() => void) | null = null;

  /** Does what may change something; not while a client arrives. */
  async change<Made>(work: () => Promise<Made>): Promise<Made> {
    while (this.#arrival !== null) await this.#arrival;
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  /** Lets a client arrive, once no change is under way. `arrived` settles when it has been greeted, or has gone. */
  async arrive(arrived: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#arrival = promise;
    try {
      if (this.#running > 0) await new Promise<void>((idle) => (this.#onIdle = idle));
      await arrived();
    } finally {
      this.#onIdle = null;
      this.#arrival = null;
      resolve();
    }
  }
}
