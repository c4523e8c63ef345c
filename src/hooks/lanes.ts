/** Far more than a script makes at once: about 10 MB. */
export const MOST_WAITING = 4096;

interface Lane<Item> {
  readonly waiting: Item[];
  dropped: number;
}

/**
 * Items of one name are worked off one after another, in the order they came; those of different names do not wait for
 * each other. Of a name that falls far behind, the oldest that wait are left out, and that is told once it goes on.
 */
export class Lanes<Item> {
  readonly #lanes = new Map<string, Lane<Item>>();
  readonly #work: (item: Item) => Promise<void>;
  readonly #lost: (name: string, count: number) => Promise<unknown>;
  #idle: (() => void) | null = null;

  constructor(
    work: (item: Item) => Promise<void>,
    lost: (name: string, count: number) => Promise<unknown>,
  ) {
    this.#work = work;
    this.#lost = lost;
  }

  get isIdle(): boolean {
    return this.#lanes.size === 0;
  }

  add(name: string, item: Item): void {
    const lane = this.#lanes.get(name);
    if (!lane) {
      const opened: Lane<Item> = { waiting: [item], dropped: 0 };
      this.#lanes.set(name, opened);
      void this.#workOff(name, opened);
      return;
    }
    lane.waiting.push(item);
    if (lane.waiting.length <= MOST_WAITING) return;
    lane.waiting.shift();
    lane.dropped += 1;
  }

  /** What waits is left out; what is at work goes on. */
  clear(): void {
    for (const lane of this.#lanes.values()) lane.waiting.length = 0;
  }

  /** Called each time nothing is left to do. */
  onIdle(told: () => void): void {
    this.#idle = told;
  }

  async #workOff(name: string, lane: Lane<Item>): Promise<void> {
    for (let item = lane.waiting.shift(); item !== undefined; item = lane.waiting.shift()) {
      await this.#work(item);
      const { dropped } = lane;
      lane.dropped = 0;
      if (dropped > 0) await this.#lost(name, dropped);
    }
    this.#lanes.delete(name);
    if (this.isIdle) this.#idle?.();
  }
}
