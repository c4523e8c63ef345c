import type { Event, EventName } from "../../src/core/events.ts";
import { Failure } from "../../src/core/failure.ts";
import { LineSplitter } from "../../src/core/lines.ts";
import { toastDelayMs, toastOf } from "../../src/core/toasts.ts";
import type { Pane, World } from "../../src/core/world.ts";
import { Follower } from "../../src/events/follow.ts";
import type { Clock } from "../../src/system/clock.ts";
import type { Environment } from "../../src/system/env.ts";
import { Unanswered } from "../../src/tmux/client.ts";
import type { Tmux } from "../../src/tmux/client.ts";
import { isNoServer } from "../../src/tmux/no-server.ts";
import { readWorld } from "../../src/tmux/read.ts";
import { Facts } from "./facts.ts";
import type { ReadWorktrees } from "./facts.ts";
import { greet, helloLine } from "./hello.ts";
import type { Greeting } from "./hello.ts";
import { emptyState, noTmux, parseFeedCommand } from "./protocol.ts";
import type { FeedLine } from "./protocol.ts";
import { Screens } from "./screens.ts";
import { stateLine } from "./state.ts";
import { toastLine } from "./toasts.ts";

/** What a feed reaches the world through. */
export interface FeedEdges {
  tmux: Tmux;
  environment: Environment;
  clock: Clock;
  host: string;
  write: (line: FeedLine) => void;
  /** Read anew each time, since a person edits it while the feed runs. */
  settings: (configFolder: string) => Promise<FeedSettings>;
  worktrees: ReadWorktrees;
}

export interface FeedSettings {
  /** What is wrong with the config, empty when nothing is. */
  configProblem: string;
  showGit: boolean;
  doneDelayMs: number;
}

/** At most ten states a second. */
const LEAST_GAP_MS = 100;
/** What no event tells is read again this often; each second where no hook tells anything. */
const REREAD_EVERY_MS = 10_000;
const REREAD_UNLOADED_MS = 1_000;

/** Everything that a state line shows. */
const NAMES: readonly EventName[] = [
  "changed",
  "layout.updated",
  "pane.agent_status_changed",
  "pane.closed",
  "pane.created",
  "pane.exited",
  "pane.focused",
  "pane.updated",
  "tab.closed",
  "tab.created",
  "tab.focused",
  "tab.renamed",
  "workspace.closed",
  "workspace.created",
  "workspace.focused",
  "workspace.metadata_updated",
  "workspace.renamed",
  "workspace.updated",
  "worktree.created",
  "worktree.opened",
  "worktree.removed",
];

/** `taw machine feed --once`: a hello and a state. */
export async function printOnce(edges: FeedEdges): Promise<void> {
  const feed = new Producer(edges);
  await feed.greet();
  await feed.gather();
  await feed.tell();
}

/**
 * `taw machine feed`: hello and state, then what changes, as events tell it, until `input` ends or the tmux server goes.
 * Without a server it says so and goes on when one appears.
 *
 * @param input what the app sends, in pieces of text
 */
export async function produceFeed(
  edges: FeedEdges,
  input: AsyncIterable<string>,
  stopped: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  stopped.addEventListener("abort", end);
  const feed = new Producer(edges);
  const reading = hear(input, feed).then(end);
  try {
    await feed.run(over.signal);
  } finally {
    end();
    await Promise.race([reading, Promise.resolve()]);
  }
}

async function hear(input: AsyncIterable<string>, feed: Producer): Promise<void> {
  const splitter = new LineSplitter((line) => line !== null && feed.command(line));
  for await (const text of input) splitter.push(text);
}

class Producer {
  readonly #edges: FeedEdges;
  readonly #facts: Facts;
  readonly #screens: Screens;
  #hello = "";
  #state = "";
  #isLoaded = false;
  /** Why no events are heard, empty when they are. */
  #unheard = "";
  #settings: FeedSettings = { configProblem: "", showGit: true, doneDelayMs: 0 };
  #world: World | null = null;
  /** What the last events were built from: nothing has happened since, or other events would have come. */
  #fresh: World | null = null;
  #telling: Promise<void> | null = null;
  #isStale = false;
  #timer: Timer | null = null;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #wroteAtMs = Number.NEGATIVE_INFINITY;
  readonly #toasts = new Set<Timer>();

  constructor(edges: FeedEdges) {
    this.#edges = edges;
    this.#facts = new Facts(edges.environment, edges.clock, edges.worktrees);
    this.#screens = new Screens(edges.tmux, (screen) => this.#write(screen));
  }

  command(line: string): void {
    const command = parseFeedCommand(line);
    if (command?.type === "watch") this.#screens.watch(command);
  }

  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted && !(await this.greet())) {
      await this.tell();
      await pause(this.#edges.clock, REREAD_UNLOADED_MS, over);
    }
    if (over.aborted) return;
    await this.tell();
    const follower = await this.#follow();
    if (follower === "gone") return;
    const until = follower ? AbortSignal.any([over, follower.ended]) : over;
    try {
      while (!until.aborted && (await this.#reread(until)));
    } finally {
      this.#stop();
      await follower?.close();
    }
  }

  /** Without a folder for sockets there are no events: the state is read each second then, and says why. */
  async #follow(): Promise<Follower | "gone" | null> {
    try {
      return await Follower.start(this.#edges, NAMES, (events, world) =>
        this.#onEvents(events, world),
      );
    } catch (error) {
      if (isNoServer(error)) return "gone";
      if (!(error instanceof Failure) || error.code !== "io_error") throw error;
      this.#unheard = error.message;
      return null;
    }
  }

  /** False, and a hello without a server, where none answers. */
  async greet(): Promise<boolean> {
    const { tmux, host } = this.#edges;
    const greeting = await orNone(() => greet(tmux, host));
    const hello = greeting?.hello ?? helloLine(host, "", noTmux(tmux.address.label));
    const text = JSON.stringify(hello);
    if (text !== this.#hello) this.#write(hello);
    this.#hello = text;
    this.#isLoaded = greeting?.isLoaded ?? false;
    this.#settings = await this.#edges.settings(configFolderOf(greeting));
    return greeting !== null;
  }

  /** What is slow to learn, heard before a single state is told. */
  async gather(): Promise<void> {
    const world = await orNone(() => readWorld(this.#edges.tmux));
    if (world) await this.#facts.gather(world, this.#settings.showGit);
  }

  /** One state line, when it differs from the last. */
  async tell(): Promise<void> {
    this.#toldAtMs = this.#edges.clock.monotonicMs();
    this.#world = this.#fresh ?? (await orNone(() => readWorld(this.#edges.tmux)));
    this.#fresh = null;
    const now = this.#edges.clock.nowMs();
    const configProblem = this.#settings.configProblem || this.#unheard;
    const line = this.#world
      ? stateLine(this.#world, this.#heard(configProblem), now)
      : emptyState(now, configProblem);
    const text = JSON.stringify({ ...line, now_unix_ms: 0 });
    if (text !== this.#state) this.#write(line);
    this.#state = text;
  }

  #heard(configProblem: string) {
    return {
      configProblem,
      gitOf: (folder: string) => (this.#settings.showGit ? this.#facts.gitOf(folder) : null),
      commandOf: (pane: Pane) => this.#facts.commandOf(pane),
      worktrees: this.#facts.worktrees,
    };
  }

  /** False once the server has gone. */
  async #reread(until: AbortSignal): Promise<boolean> {
    const { clock } = this.#edges;
    if (this.#world && (await this.#facts.gather(this.#world, this.#settings.showGit))) this.#due();
    const isTold = this.#isLoaded && this.#unheard === "";
    await pause(clock, isTold ? REREAD_EVERY_MS : REREAD_UNLOADED_MS, until);
    if (until.aborted || !(await this.greet())) return false;
    this.#fresh = null;
    this.#due();
    if (clock.monotonicMs() - this.#wroteAtMs >= REREAD_EVERY_MS) this.#write({ type: "ping" });
    return true;
  }

  #onEvents(events: readonly Event[], world: World | null): void {
    this.#fresh = world;
    this.#due();
    this.#screens.changed();
    if (events.some(({ name }) => name.startsWith("worktree."))) this.#worktreesSoon();
    for (const event of events) this.#toastLater(event);
  }

  /** A state soon: at once after a rest, else when the last is a tenth of a second old. */
  #due(): void {
    this.#isStale = true;
    if (this.#timer !== null || this.#telling !== null) return;
    const since = this.#edges.clock.monotonicMs() - this.#toldAtMs;
    this.#timer = setTimeout(() => this.#tellNow(), Math.max(0, LEAST_GAP_MS - since));
  }

  #worktreesSoon(): void {
    void ifAnswered(this.#facts.gatherWorktrees().then(() => this.#due()));
  }

  #tellNow(): void {
    this.#timer = null;
    this.#isStale = false;
    this.#telling = ifAnswered(this.tell()).finally(() => {
      this.#telling = null;
      if (this.#isStale) this.#due();
    });
  }

  #toastLater(event: Event): void {
    const delayMs = toastDelayMs(event, this.#settings.doneDelayMs);
    if (delayMs === null) return;
    const timer = setTimeout(() => {
      this.#toasts.delete(timer);
      void ifAnswered(this.#toast(event));
    }, delayMs);
    this.#toasts.add(timer);
  }

  async #toast(event: Event): Promise<void> {
    const world = await orNone(() => readWorld(this.#edges.tmux));
    const toast = world && toastOf(world, event);
    if (toast) this.#write(toastLine(toast));
  }

  #write(line: FeedLine): void {
    this.#wroteAtMs = this.#edges.clock.monotonicMs();
    this.#edges.write(line);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const timer of this.#toasts) clearTimeout(timer);
    this.#screens.stop();
  }
}

const configFolderOf = (greeting: Greeting | null): string => greeting?.configFolder ?? "";

/** Null where no server is; one that hangs ends the feed, with the reason. */
async function orNone<Value>(ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (isNoServer(error)) return null;
    throw error;
  }
}

/** What a server that hangs does not say now is left out: the next reading of the server ends the feed, with the reason. */
async function ifAnswered(telling: Promise<void>): Promise<void> {
  try {
    await telling;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
  }
}

async function pause(clock: Clock, ms: number, until: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (until.aborted) return;
  until.addEventListener("abort", () => resolve(), { once: true });
  await Promise.race([clock.sleep(ms), promise]);
}
