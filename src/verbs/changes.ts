import type { EventName } from "../core/events.ts";
import type { Edges } from "../edges.ts";
import { Follower } from "../events/follow.ts";

/** Without taw's hooks nobody tells of changes, so one looks this often: one tmux call each. */
const LOOK_EVERY_MS = 500;
/** With them a look now and then mends what was missed (decision 13). */
const MEND_EVERY_MS = 10_000;

/** What to wait for between two looks at the World. */
export interface Changes {
  /** Ends when something has happened since the last call, and at the latest after `mostMs`. */
  next(mostMs: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Follows events where taw is loaded into the server, else looks now and then. Begin before the first look. */
export async function followChanges(edges: Edges, names: readonly EventName[]): Promise<Changes> {
  const loaded = await edges.tmux.run(["display-message", "-p", "#{@agent_wizard_taw}"]);
  if (loaded.trim() === "") return lookingNowAndThen(edges);
  return edges.events === null
    ? followingEvents(edges, names)
    : hearingOf(edges, edges.events, names);
}

const lookingNowAndThen = ({ clock }: Edges): Changes => ({
  next: (mostMs) => clock.sleep(Math.min(mostMs, LOOK_EVERY_MS)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

async function followingEvents(edges: Edges, names: readonly EventName[]): Promise<Changes> {
  const bell = new Bell(edges);
  const follower = await Follower.start(edges, names, () => bell.ring());
  follower.ended.addEventListener("abort", () => bell.ring());
  return {
    next: (mostMs) => bell.next(mostMs),
    [Symbol.asyncDispose]: () => follower.close(),
  };
}

async function hearingOf(
  edges: Edges,
  events: NonNullable<Edges["events"]>,
  names: readonly EventName[],
): Promise<Changes> {
  const bell = new Bell(edges);
  const ring = () => bell.ring();
  const leave = await events.add({ names, hear: ring, lose: ring });
  return {
    next: (mostMs) => bell.next(mostMs),
    [Symbol.asyncDispose]: async () => leave(),
  };
}

/** Rings at once when it has rung since it was last heard, or when the caller goes. */
class Bell {
  readonly #edges: Edges;
  #rung = Promise.withResolvers<void>();

  constructor(edges: Edges) {
    this.#edges = edges;
    edges.gone?.addEventListener("abort", () => this.ring());
  }

  ring(): void {
    this.#rung.resolve();
  }

  async next(mostMs: number): Promise<void> {
    const { clock } = this.#edges;
    await Promise.race([this.#rung.promise, clock.sleep(Math.min(mostMs, MEND_EVERY_MS))]);
    this.#rung = Promise.withResolvers<void>();
  }
}
