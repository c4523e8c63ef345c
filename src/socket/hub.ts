import type { Event, EventName } from "../core/events.ts";
import { Follower } from "../events/follow.ts";
import type { FollowEdges } from "../events/follow.ts";
import { timerScale } from "../system/scale.ts";

/** One who is told of events. */
export interface Reader {
  readonly names: readonly EventName[];
  /** Batch by batch, in order, events of other names among them. */
  hear(events: readonly Event[]): void;
  /** Told when events were lost to all: tmux hung, so what it told meanwhile is not known. */
  lose(): void;
}

/** Clients come again with other panes a moment after they left (plugins/traps.md §7). */
const KEEP_MS = 5_000;

/**
 * The one reader of events behind all subscribers of a socket: it follows what any of them wants, and nothing while there
 * is none, so that an event nobody asked for costs nothing.
 */
export class EventHub {
  readonly #edges: FollowEdges;
  readonly #readers = new Set<Reader>();
  /** Readers whose names are not followed yet: they hear nothing so far. */
  readonly #coming = new Set<Reader>();
  #follower: Follower | null = null;
  #followed: ReadonlySet<EventName> = new Set();
  #work: Promise<unknown> = Promise.resolve();
  #timer: Timer | null = null;

  constructor(edges: FollowEdges) {
    this.#edges = edges;
  }

  /**
   * From the moment it resolves no event of the reader's names is missed.
   *
   * @returns what takes the reader out again
   * @throws Failure without a tmux server
   */
  async add(reader: Reader): Promise<() => void> {
    this.#coming.add(reader);
    try {
      await this.#inTurn(() => this.#cover());
    } finally {
      this.#coming.delete(reader);
    }
    this.#readers.add(reader);
    return () => this.#remove(reader);
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#readers.clear();
    await this.#inTurn(() => this.#stop());
  }

  #remove(reader: Reader): void {
    this.#readers.delete(reader);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        void this.#inTurn(() => this.#shrink());
      },
      KEEP_MS * timerScale(this.#edges.environment, this.#edges.tmux.address.label),
    );
  }

  get #wanted(): Set<EventName> {
    return new Set([...this.#readers, ...this.#coming].flatMap(({ names }) => names));
  }

  /** One change of what is followed after the other. */
  async #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#work.then(task);
    this.#work = Promise.allSettled([done]);
    return done;
  }

  async #cover(): Promise<void> {
    if (this.#follower?.ended.aborted) await this.#stop();
    const wanted = this.#wanted;
    const isCovered = [...wanted].every((name) => this.#followed.has(name));
    if (!isCovered) await this.#follow(new Set([...this.#followed, ...wanted]));
  }

  async #shrink(): Promise<void> {
    const wanted = this.#wanted;
    if (wanted.size === 0) await this.#stop();
    else if (wanted.size < this.#followed.size) await this.#follow(wanted);
  }

  async #follow(names: ReadonlySet<EventName>): Promise<void> {
    const list = [...names];
    if (this.#follower) await this.#follower.want(list);
    else {
      const follower = await Follower.start(this.#edges, list, (events) => this.#tell(events));
      this.#follower = follower;
      follower.ended.addEventListener("abort", () => this.#onEnded(follower));
    }
    this.#followed = names;
  }

  async #stop(): Promise<void> {
    const follower = this.#follower;
    this.#follower = null;
    this.#followed = new Set();
    await follower?.close();
  }

  /** Whoever comes next is told by another follower. */
  #onEnded(follower: Follower): void {
    if (this.#follower !== follower) return;
    this.#followed = new Set();
    for (const reader of this.#readers) reader.lose();
  }

  #tell(events: readonly Event[]): void {
    for (const reader of this.#readers) reader.hear(events);
  }
}
