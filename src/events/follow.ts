import type { Event, EventName } from "../core/events.ts";
import { Failure } from "../core/failure.ts";
import { channelOf, isPast, leaseText, START_DRAINER, WAKE_WAITING } from "../core/queue.ts";
import type { Environment } from "../system/env.ts";
import { removeFile } from "../system/files.ts";
import { listenForLines } from "../system/listen.ts";
import type { LineServer } from "../system/listen.ts";
import { serverFolders } from "../tmux/folders.ts";
import { drain } from "./drain.ts";
import type { DrainEdges } from "./drain.ts";
import { deliver } from "./listeners.ts";
import { residentDrainer } from "./take.ts";
import { forgetReader, wantEvents } from "./wants.ts";

/** How long a reader that stays is taken for the drainer after it last said so. */
const LEASE_S = 30;
const RENEW_EVERY_MS = 10_000;

const LEAVE = [
  "set-option -su @agent_wizard_resident",
  "set-option -su @agent_wizard_waiting",
  `if -F '#{@agent_wizard_queue}' { ${START_DRAINER} }`,
].join(" ; ");

export interface FollowEdges extends DrainEdges {
  environment: Environment;
}

/**
 * A reader of events that stays (decisions 12, 13). It listens on a socket of its own; while no other does, it is also
 * the drainer, woken through a tmux channel, so that no process is started for an event while it runs.
 */
export class Follower {
  readonly #edges: FollowEdges;
  readonly #onEvents: (events: readonly Event[]) => void;
  readonly #reader: string;
  readonly #runtime: string;
  readonly #server: LineServer;
  readonly #ended = new AbortController();
  #isDrainer = false;
  #isPumping = false;
  #pump: Promise<void> = Promise.resolve();
  #timer: Timer | null = null;

  private constructor(
    edges: FollowEdges,
    runtime: string,
    onEvents: (events: readonly Event[]) => void,
  ) {
    this.#edges = edges;
    this.#runtime = runtime;
    this.#onEvents = onEvents;
    this.#reader = `${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
    this.#server = listenForLines(`${runtime}/l/${this.#reader}`, (line) => this.#hear(line));
  }

  /**
   * Starts to follow: from here on no event of these names is missed.
   *
   * @throws Failure without a server, or without a folder for sockets
   */
  static async start(
    edges: FollowEdges,
    names: readonly EventName[],
    onEvents: (events: readonly Event[]) => void,
  ): Promise<Follower> {
    const { runtime } = await serverFolders(edges.tmux, edges.environment);
    const follower = new Follower(edges, runtime, onEvents);
    await follower.#renew();
    await wantEvents(edges.tmux, follower.#reader, names);
    follower.#timer = setInterval(() => void follower.#renewOrEnd(), RENEW_EVERY_MS);
    return follower;
  }

  /** Aborted when the tmux server goes, and by `close`. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    const isOver = this.#ended.signal.aborted;
    this.#ended.abort();
    this.#server.close();
    await removeFile(this.#server.path);
    await this.#pump;
    if (!isOver) await orGone(() => this.#signOff());
  }

  /** Its last signal frees the waiter that tmux keeps for a client which has gone; others take what is left. */
  async #signOff(): Promise<void> {
    await forgetReader(this.#edges.tmux, this.#reader);
    await this.#edges.tmux.run(
      ["if-shell", "-F", this.#isMine, LEAVE],
      ["wait-for", "-S", channelOf(this.#reader)],
    );
  }

  /** True, in tmux, while this reader holds the drainer's lease. */
  get #isMine(): string {
    return `#{m:* ${this.#reader},#{@agent_wizard_resident}}`;
  }

  #hear(line: string): void {
    const event = parseEvent(line);
    if (event) this.#onEvents([event]);
  }

  async #renewOrEnd(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (!(await orGone(() => this.#renew()))) this.#ended.abort();
  }

  /** Takes the drainer's lease when it is free, or keeps it; one that died waiting leaves a waiter, which is freed. */
  async #renew(): Promise<void> {
    const isOther = `#{!=:#{@agent_wizard_waiting},${this.#reader}}`;
    const answer = await this.#edges.tmux.run([
      "if-shell",
      "-F",
      `#{||:${this.#isMine},${isPast("@agent_wizard_resident")}}`,
      [
        leaseText("@agent_wizard_resident", LEASE_S, ` ${this.#reader}`),
        `if -F '${isOther}' { ${WAKE_WAITING} }`,
        "display-message -p mine",
      ].join(" ; "),
      "display-message -p theirs",
    ]);
    this.#isDrainer = answer.startsWith("mine");
    if (this.#isDrainer && !this.#isPumping) this.#pump = this.#drainWhileMine();
  }

  async #drainWhileMine(): Promise<void> {
    const { tmux } = this.#edges;
    const drainer = residentDrainer(this.#reader, this.#ended.signal);
    this.#isPumping = true;
    while (this.#isDrainer && !this.#ended.signal.aborted) {
      const isThere = await orGone(() =>
        drain(this.#edges, drainer, async (events) => {
          this.#onEvents(events);
          await deliver(tmux, this.#runtime, events, this.#reader);
        }),
      );
      const isWoken = isThere && (await tmux.waitFor(channelOf(this.#reader), this.#ended.signal));
      if (!isWoken) this.#ended.abort();
    }
    this.#isPumping = false;
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

/** Lines on the socket come from a taw of the same user, perhaps of another version. */
function parseEvent(line: string): Event | null {
  try {
    const value: Event = JSON.parse(line);
    return typeof value.name === "string" && typeof value.data === "object" ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
