import type { Event, EventName } from "../core/events.ts";
import { parseEvent } from "../core/events.ts";
import { Failure } from "../core/failure.ts";
import { channelOf, isPast, leaseText, START_DRAINER, WAKE_WAITING } from "../core/queue.ts";
import type { World } from "../core/world.ts";
import type { Environment } from "../system/env.ts";
import { removeFile } from "../system/files.ts";
import { uniqueName } from "../system/unique-name.ts";
import { listenForLines } from "../system/listen.ts";
import { readProcessStat } from "../system/proc.ts";
import { timerScale } from "../system/scale.ts";
import type { LineServer } from "../system/listen.ts";
import { serverFolders } from "../tmux/folders.ts";
import { drainBatch } from "./drain.ts";
import type { DrainEdges } from "./drain.ts";
import { deliver } from "./listeners.ts";
import { Pace } from "./pace.ts";
import { residentDrainer, stormDrainer } from "./take.ts";
import type { Drainer } from "./take.ts";
import { forgetReader, wantEvents } from "./wants.ts";

/** How long a reader that stays is taken for the drainer after it last said so. */
const LEASE_S = 30;
const RENEW_EVERY_MS = 10_000;
/** The hooks are there, and with them the clock by which leases run. */
const IS_LOADED = "#{!=:#{@agent_wizard_taw},}";

/** No hook tells that windows changed places, and a hook of the user's own may hide ours: the roster is compared now and then. */
const MEND = `if -F '#{m:*<gone@*,#{@agent_wizard_wants}}' { set -sa @agent_wizard_queue "gone\\n" ; ${WAKE_WAITING} }`;

const LEAVE = [
  "set-option -su @agent_wizard_resident",
  "set-option -su @agent_wizard_waiting",
  `if -F '#{@agent_wizard_queue}' { ${START_DRAINER} }`,
].join(" ; ");

export interface FollowEdges extends DrainEdges {
  environment: Environment;
}

/** Told of events as they come, with the World they were built from where this reader is the drainer. */
export type Heard = (events: readonly Event[], world: World | null) => void;

/**
 * A reader of events that stays (decisions 12, 13). It listens on a socket of its own; while no other does, it is also
 * the drainer, woken through a tmux channel, so that no process is started for an event while it runs.
 */
export class Follower {
  readonly #edges: FollowEdges;
  #names: readonly EventName[];
  readonly #onEvents: Heard;
  readonly #reader: string;
  readonly #runtime: string;
  readonly #server: LineServer;
  readonly #ended = new AbortController();
  #isDrainer = false;
  #isPumping = false;
  /** The wait that goes on, or the next one: each has a channel of its own. */
  #waits = 0;
  #waiting: AbortController | null = null;
  readonly #pace: Pace;
  #pump: Promise<void> = Promise.resolve();
  #timer: Timer | null = null;

  private constructor(
    edges: FollowEdges,
    runtime: string,
    names: readonly EventName[],
    onEvents: Heard,
  ) {
    this.#edges = edges;
    this.#pace = new Pace(edges.clock);
    this.#names = names;
    this.#runtime = runtime;
    this.#onEvents = onEvents;
    this.#reader = uniqueName();
    this.#server = listenForLines(`${runtime}/l/${this.#reader}`, (line) => this.#hear(line));
  }

  /**
   * Starts to follow: from here on no event of these names is missed, where taw is loaded; where it is not, from the
   * first renewal after it is.
   *
   * @throws Failure without a server, or without a folder for sockets
   */
  static async start(
    edges: FollowEdges,
    names: readonly EventName[],
    onEvents: Heard,
  ): Promise<Follower> {
    const { runtime } = await serverFolders(edges.tmux, edges.environment);
    const follower = new Follower(edges, runtime, names, onEvents);
    try {
      await follower.#renew();
    } catch (error) {
      await follower.close();
      throw error;
    }
    const everyMs = RENEW_EVERY_MS * timerScale(edges.environment, edges.tmux.address.label);
    follower.#timer = setInterval(() => void follower.#renewOrEnd(), everyMs);
    return follower;
  }

  /** Follows these names from here on, in place of those it followed. Throws Failure when the server has gone. */
  async want(names: readonly EventName[]): Promise<void> {
    this.#names = names;
    const { tmux } = this.#edges;
    const loaded = await tmux.run(["display-message", "-p", IS_LOADED]);
    if (loaded.trim() === "1") await wantEvents(tmux, this.#reader, names);
  }

  /** Aborted when the tmux server goes, and by `close`. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#ended.abort();
    this.#server.close();
    await removeFile(this.#server.path);
    await this.#pump;
    await orGone(() => this.#signOff());
  }

  get #wait(): string {
    return `${this.#reader}.${this.#waits}`;
  }

  /** The last signal frees the waiter that tmux keeps for a client which has gone; others take what is left. */
  async #signOff(): Promise<void> {
    await forgetReader(this.#edges.tmux, this.#reader);
    await this.#edges.tmux.run(
      ["if-shell", "-F", this.#isMine, LEAVE],
      ["wait-for", "-S", channelOf(this.#wait)],
    );
  }

  /** True, in tmux, while this reader holds the drainer's lease. */
  get #isMine(): string {
    return `#{m:* ${this.#reader},#{@agent_wizard_resident}}`;
  }

  #hear(line: string): void {
    const event = parseEvent(line);
    if (event) this.#onEvents([event], null);
  }

  async #renewOrEnd(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (!(await orGone(() => this.#renew()))) this.#ended.abort();
  }

  /**
   * Takes the drainer's lease when it is free or its holder dead, or keeps it; one that died waiting leaves a waiter,
   * which is freed. Then puts this reader's words in where they are not: at the start, and after taw was unloaded and
   * loaded again.
   */
  async #renew(): Promise<void> {
    const { tmux } = this.#edges;
    const isFree = `#{||:${this.#isMine},${isPast("@agent_wizard_resident")}}`;
    const isOther = `#{!=:#{@agent_wizard_waiting},${this.#wait}}`;
    const take = [
      leaseText("@agent_wizard_resident", LEASE_S, ` ${this.#reader}`),
      `if -F '${isOther}' { ${WAKE_WAITING} ; display-message -p unheard }`,
      MEND,
      "display-message -p mine",
    ];
    const isHeard = `#{m:*@${this.#reader}>*,#{@agent_wizard_wants}}`;
    const answer = await tmux.run(
      ["if-shell", "-F", `#{&&:${IS_LOADED},${isFree}}`, take.join(" ; ")],
      ["display-message", "-p", `#{?#{&&:${IS_LOADED},#{==:${isHeard},0}},deaf,heard}`],
      ["display-message", "-p", "holder=#{@agent_wizard_resident}"],
    );
    if (await this.#isRidOf(/^holder=\d+ (\d+-[a-z0-9]+)$/m.exec(answer)?.[1]))
      return this.#renew();
    this.#isDrainer = answer.includes("mine");
    if (this.#isDrainer && !this.#isPumping) this.#pump = this.#drainWhileMine();
    else if (answer.includes("unheard")) this.#waiting?.abort();
    if (answer.includes("deaf")) await wantEvents(tmux, this.#reader, this.#names);
  }

  /** True when the lease's holder was dead, and the lease and its words are gone now. */
  async #isRidOf(holder: string | undefined): Promise<boolean> {
    if (holder === undefined || holder === this.#reader) return false;
    if (await readProcessStat(Number.parseInt(holder, 10))) return false;
    const { tmux } = this.#edges;
    const isHolder = `#{m:* ${holder},#{@agent_wizard_resident}}`;
    await tmux.run(["if-shell", "-F", isHolder, "set-option -su @agent_wizard_resident"]);
    await forgetReader(tmux, holder);
    await removeFile(`${this.#runtime}/l/${holder}`);
    return true;
  }

  async #drainWhileMine(): Promise<void> {
    this.#isPumping = true;
    while (this.#isDrainer && !this.#ended.signal.aborted) {
      this.#waits += 1;
      if (!(await orGone(() => this.#drainOnce()))) this.#ended.abort();
      await this.#waitForMore();
    }
    this.#isPumping = false;
  }

  /** What is queued; while a storm goes on batch after batch, without a wait between them. */
  async #drainOnce(): Promise<void> {
    const count = await this.#takeBatch(residentDrainer(this.#wait));
    if (count === 0 || !this.#pace.isStorm) return;
    for (let left: string | null = this.#wait; !this.#ended.signal.aborted; left = null) {
      this.#waits += left === null ? 0 : 1;
      if ((await this.#takeBatch(stormDrainer(left, this.#wait))) === 0) return;
    }
  }

  /** Gives how many entries there were. */
  async #takeBatch(drainer: Drainer): Promise<number> {
    const { tmux } = this.#edges;
    await this.#pace.gather();
    const count = await drainBatch(tmux, drainer, async (events, world) => {
      this.#onEvents(events, world);
      await deliver(tmux, this.#runtime, { events, world }, this.#reader);
    });
    this.#pace.took(count);
    return count;
  }

  /** Until somebody wakes this reader, or `#renew` finds that nobody would; without either, the server has gone. */
  async #waitForMore(): Promise<void> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    const until = AbortSignal.any([this.#ended.signal, waiting.signal]);
    const isWoken = await this.#edges.tmux.waitFor(channelOf(this.#wait), until);
    this.#waiting = null;
    if (!isWoken && !waiting.signal.aborted) this.#ended.abort();
  }
}

/** False when the server has gone; a surprise of another kind rises. */
async function orGone(task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "tmux_error") return false;
    throw error;
  }
}
