import type { Event, EventName } from "../core/events.ts";
import { Failure } from "../core/failure.ts";
import { isParams } from "../core/schema.ts";
import type { Checked, Params } from "../core/schema.ts";
import type { StatusData } from "../core/subscriptions.ts";
import {
  lifecycleLine,
  pushedLine,
  STATUS_EVENTS,
  StatusFollow,
  toldUnder,
} from "../core/subscriptions.ts";
import { parseStatus } from "../core/status.ts";
import type { World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { namedPane } from "../verbs/target.ts";
import type { Call, OwnMethod } from "./call.ts";
import { errorLine, resultLine, resultText } from "./request.ts";
import { followMatches, followScroll } from "./watch-pane.ts";
import type { Watch } from "./watch-pane.ts";

/** One subscription as it was built: what it needs to hear of, and what it makes of that. */
export interface Subscription {
  readonly names: readonly EventName[];
  linesOf(event: Event): string[];
  /** Where it begins: nothing that happens after that World was read is missed. Gives what is due at once. */
  readonly begin?: (world: World) => string[];
  /** What events do not tell: looks by itself until the signal, and gives its lines to `send`. */
  readonly watch?: Watch;
}

/** In characters. */
const MOST_AT_ONCE = 32 * 1024;

/** What a subscription is built from. */
interface Ground {
  edges: Edges;
  world: World;
}

type Builder = (params: Params, ground: Ground) => Promise<Subscription>;

/** Those that say more than a name; all others are lifecycle events (reference/herdr/socket.md §4). */
const BUILDERS: Readonly<Record<string, Builder>> = {
  "pane.agent_status_changed": statusSubscription,
  "pane.output_matched": async (params, { edges, world }) => {
    const watch = await followMatches(edges, world, params);
    return { names: [], linesOf: () => [], watch };
  },
  "pane.scroll_changed": async (params, { edges, world }) => {
    const watch = followScroll(edges, world, params);
    return { names: [], linesOf: () => [], watch };
  },
};

/**
 * `events.subscribe`: every subscription is built first, then acknowledged, then events come until either side closes;
 * live from there on. One that fails is the answer, and nothing is subscribed to.
 */
export const subscribe: OwnMethod = async (params, call) => {
  const edges = call.edgesFor("read");
  // Also for subscriptions that need nothing of it: a caller that may not read is refused here.
  const seen = await edges.look();
  const ground = { edges, world: seen };
  const subscriptions: Subscription[] = [];
  for (const given of listIn(params["subscriptions"])) {
    subscriptions.push(await subscriptionOf(given, ground));
  }
  await new Stream(call, subscriptions).open(edges);
  return null;
};

const listIn = (value: Checked | undefined): readonly Params[] =>
  Array.isArray(value) ? value.filter(isParams) : [];

async function subscriptionOf(params: Params, ground: Ground): Promise<Subscription> {
  const type = String(params["type"]);
  const build = BUILDERS[type];
  return build ? build(params, ground) : lifecycleSubscription(toldUnder(type));
}

const lifecycleSubscription = (names: readonly EventName[]): Subscription => ({
  names,
  linesOf: (event) => (names.includes(event.name) ? [lifecycleLine(event)] : []),
});

/** Without a pane, of all panes, it is a lifecycle event like the others (plugins/traps.md §7). */
async function statusSubscription(params: Params, { edges, world }: Ground): Promise<Subscription> {
  const wanted = parseStatus(String(params["agent_status"] ?? ""));
  const paneId = params["pane_id"];
  if (typeof paneId !== "string") return anyStatus(wanted);
  const { pane } = namedPane(edges, world, paneId);
  const follow = new StatusFollow(pane.id, wanted);
  return {
    names: STATUS_EVENTS,
    begin: (now) => follow.begin(now).map(statusLine),
    linesOf: (event) => follow.hear(event).map(statusLine),
  };
}

const statusLine = (data: StatusData): string =>
  pushedLine("pane.agent_status_changed", { ...data });

function anyStatus(wanted: string | null): Subscription {
  const names = toldUnder("pane.agent_status_changed");
  const { linesOf } = lifecycleSubscription(names);
  const isWanted = ({ data }: Event) => wanted === null || data["agent_status"] === wanted;
  return { names, linesOf: (event) => (isWanted(event) ? linesOf(event) : []) };
}

/** One subscriber's connection while it is told of events. */
class Stream {
  readonly #call: Call;
  readonly #subscriptions: readonly Subscription[];
  readonly #names: ReadonlySet<EventName>;
  /** What happens before the acknowledgement is told after it. */
  #held: Event[] | null = [];

  constructor(call: Call, subscriptions: readonly Subscription[]) {
    this.#call = call;
    this.#subscriptions = subscriptions;
    this.#names = new Set(subscriptions.flatMap(({ names }) => names));
  }

  async open(edges: Edges): Promise<void> {
    const { id, connection, hub } = this.#call;
    const names = [...this.#names];
    const leave = await hub.add({
      names,
      hear: (events) => this.#hear(events),
      lose: () => this.#lose(),
    });
    connection.gone.addEventListener("abort", leave);
    const begins = this.#subscriptions.flatMap(({ begin }) => begin ?? []);
    const world = begins.length > 0 ? await edges.look() : null;
    if (connection.isOver) return leave();
    this.#send([resultLine(id, resultText({ type: "subscription_started" }))]);
    if (world) this.#send(begins.flatMap((begin) => begin(world)));
    const held = this.#held ?? [];
    this.#held = null;
    this.#hear(held);
    for (const { watch } of this.#subscriptions) if (watch) void this.#watch(watch);
  }

  async #watch(watch: Watch): Promise<void> {
    const { connection, onCrash } = this.#call;
    try {
      await watch((line) => this.#send([line]), connection.gone);
    } catch (error) {
      onCrash(error);
      connection.close();
    }
  }

  #hear(events: readonly Event[]): void {
    const told = events.filter(({ name }) => this.#names.has(name));
    if (this.#held !== null) return void this.#held.push(...told);
    this.#send(
      told.flatMap((event) => this.#subscriptions.flatMap(({ linesOf }) => linesOf(event))),
    );
  }

  /** Who lags is told that events are lost, and has to begin anew with a snapshot. */
  #send(lines: readonly string[]): void {
    const { connection } = this.#call;
    for (const text of textsOf(lines)) {
      if (connection.isOver) return;
      if (!connection.send(text)) return this.#lose();
    }
  }

  #lose(): void {
    const { id, connection } = this.#call;
    connection.answerInstead(errorLine(id, eventsLost()));
  }
}

/** Few writes for many lines, each small beside what may wait for a client. */
function textsOf(lines: readonly string[]): string[] {
  const texts: string[] = [];
  let from = 0;
  let length = 0;
  for (const [at, line] of lines.entries()) {
    length += line.length + 1;
    if (length < MOST_AT_ONCE && at + 1 < lines.length) continue;
    texts.push(lines.slice(from, at + 1).join("\n"));
    from = at + 1;
    length = 0;
  }
  return texts;
}

const eventsLost = (): Failure =>
  new Failure(
    "events_lost",
    "events were lost because they were not read, or not told by tmux, in time: take a new snapshot and subscribe again",
  );
