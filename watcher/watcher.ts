import type { PaneId } from "../src/core/ids.ts";
import { PaneStream } from "../src/core/stream.ts";
import type { Clock } from "../src/system/clock.ts";
import type { Tmux } from "../src/tmux/client.ts";
import {
  claimPane,
  readWatched,
  reclaimPane,
  releasePane,
  writePane,
} from "../src/tmux/watched.ts";
import type { WatchedFields, WatchedPane } from "../src/tmux/watched.ts";
import { NOTHING } from "./agent.ts";
import type { Agent, Memory } from "./agent.ts";
import { Evidence } from "./evidence.ts";
import { FrontReader } from "./front.ts";
import { changesBetween, keptIn, keptOf, memoryIn } from "./keep.ts";
import type { Kept } from "./keep.ts";
import type { Rules, Sight } from "./rules.ts";
import { Sampler } from "./sampler.ts";
import type { Front, Seen, Timers } from "./step.ts";
import { step } from "./step.ts";
import { wordsOf } from "./verdict.ts";

/** What a watcher reaches the world through. */
export interface WatchEdges {
  readonly tmux: Tmux;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly paneId: PaneId;
  /** Where the user's detection manifests are when the server does not say. */
  readonly configFolder: string;
  /** Told once for every surprise. */
  readonly onProblem: (problem: unknown) => void;
}

/** After a surprise, the next look waits this long, and twice as long each time up to the second. */
const RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/** What the output calls for: a look at the title and the reports alone, or a look at the screen. */
type Depth = "quick" | "full";

/**
 * Reads one pane. Output is taken in at once, but while tmux is asked; looks happen one at a time, when the sampler,
 * an open question or a nudge makes one due. A pane that is silent costs nothing, a pane without an agent no tmux call.
 */
export class Watcher {
  readonly #edges: WatchEdges;
  readonly #stream = new PaneStream();
  readonly #sampler = new Sampler();
  readonly #evidence = new Evidence();
  readonly #front = new FrontReader();
  #rules: { readonly kind: string; readonly rules: Rules | null } | null = null;
  #titleSighting: Sight | null = null;

  #name = "";
  #pipeMark = "";
  #panePid = 0;
  #configFolder = "";
  #hasSupplements = true;
  #memory: Memory = NOTHING;
  /** The agent that was let go last. */
  #left: Agent | null = null;
  #kept: Kept = keptOf(NOTHING, this.#evidence);

  /** A write was refused, or tmux did not say whether it was done: what the options say has to be read anew. */
  #isUnsure = false;
  #isReady = false;
  #isOver = false;
  #isBusy = false;
  #isUrgent = false;
  #againMs: number | null = null;
  #notBeforeMs = Number.NEGATIVE_INFINITY;
  #retryMs = RETRY_MS;
  #nudges: (() => void)[] = [];
  #timer: Timer | null = null;
  #armedFor = Number.POSITIVE_INFINITY;

  constructor(edges: WatchEdges) {
    this.#edges = edges;
    this.#configFolder = edges.configFolder;
  }

  /**
   * Takes the pane over: goes on from what its options say and puts its own name there.
   *
   * @param nameFor gives `@agent_watcher`'s text, `<pid> <start> <nudge socket>`, for what the pane says of its server
   * @returns false when the pane, or its pipe, is gone
   */
  async start(nameFor: (fields: WatchedFields) => Promise<string>): Promise<boolean> {
    const { tmux, paneId, clock } = this.#edges;
    const pane = await readWatched(tmux, paneId, false);
    if (pane === null) return false;
    const name = await nameFor(pane.fields);
    if (!(await claimPane(tmux, paneId, name, pane.fields.pipe))) return false;
    this.#name = name;
    this.#pipeMark = pane.fields.pipe;
    this.#learn(pane.fields);
    this.#memory = memoryIn(this.#kept);
    const { title, progress, records } = pane.fields;
    const now = clock.monotonicMs();
    this.#evidence.restore(title, progress, records, now);
    this.#isReady = true;
    this.#againMs = now;
    this.#takeIn(now);
    return true;
  }

  /** The name that guards what is written: a later process of this pid has another start. */
  get #writer(): string {
    return this.#name.split(" ", 2).join(" ");
  }

  /** Output of the pane. */
  onOutput(chunk: Uint8Array): void {
    const now = this.#edges.clock.monotonicMs();
    const { buffer, byteOffset, byteLength } = chunk;
    this.#stream.feed(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"), now);
    if (this.#isReady) this.#takeIn(now);
  }

  /** What was printed before the pane was taken over waits in the stream: it is newer than what the options say. */
  #takeIn(now: number): void {
    const signals = this.#stream.take();
    let isSooner = this.#sampler.onOutput(now, signals);
    if (this.#notBeforeMs > now + RETRY_MS) {
      this.#notBeforeMs = now + RETRY_MS;
      isSooner = true;
    }
    if (this.#evidence.take(signals, now)) {
      this.#isUrgent ||= this.#tellsMore();
      isSooner ||= this.#isUrgent;
    }
    if (isSooner || this.#timer === null) this.#arm();
  }

  /** Looks now, by rules read anew, whatever was printed; resolves when what was seen is written. */
  nudge(): Promise<void> {
    return new Promise((resolve) => {
      this.#nudges.push(resolve);
      this.#arm();
    });
  }

  /** The pipe has ended: the pane is gone, or somebody else reads it. `tmux` is one that is not waited for long. */
  async end(tmux: Tmux): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const { paneId } = this.#edges;
    if (this.#isReady) await releasePane(tmux, paneId, this.#writer, this.#pipeMark);
  }

  /** Whether title or reports alone say work or a wait that is not known yet: that is told without a look. */
  #tellsMore(): boolean {
    const agent = this.#memory.agent;
    const program = this.#evidence.program;
    if (program?.state === "working" || program?.state === "blocked") {
      const isSaid = (wordsOf(program) || agent?.message) === agent?.message;
      return program.state !== agent?.state || !isSaid;
    }
    if (agent === null || this.#rules === null) return false;
    const { title, progress } = this.#evidence;
    const sighting = this.#rules.rules?.readTitle(title, progress) ?? null;
    const isNews = sighting?.state === "working" || sighting?.state === "blocked";
    this.#titleSighting = isNews && sighting.state !== agent.state ? sighting : null;
    return this.#titleSighting !== null;
  }

  #dueMs(): number {
    const now = Number.NEGATIVE_INFINITY;
    if (this.#nudges.length > 0) return now;
    const dues = [this.#isUrgent ? now : null, this.#sampler.deadline(), this.#againMs];
    const due = Math.min(...dues.map((ms) => ms ?? Number.POSITIVE_INFINITY));
    return Math.max(due, this.#notBeforeMs);
  }

  /** One timer; one that fires too early arms itself again, which costs less than moving it with every chunk. */
  #arm(): void {
    if (this.#isBusy || !this.#isReady || this.#isOver) return;
    const due = this.#dueMs();
    if (due === Number.POSITIVE_INFINITY) return;
    if (this.#timer !== null && this.#armedFor <= due) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#armedFor = due;
    const wait = Math.max(0, due - this.#edges.clock.monotonicMs());
    this.#timer = setTimeout(() => void this.#fire(), wait);
  }

  async #fire(): Promise<void> {
    this.#timer = null;
    if (this.#dueMs() > this.#edges.clock.monotonicMs()) {
      this.#arm();
      return;
    }
    this.#isBusy = true;
    const nudges = this.#nudges.splice(0);
    if (nudges.length > 0) this.#rules = null;
    try {
      await this.#look(nudges.length > 0 ? "full" : this.#depth());
      this.#retryMs = RETRY_MS;
    } catch (problem) {
      this.#putOff(problem);
    } finally {
      this.#isBusy = false;
    }
    for (const done of nudges) done();
    this.#arm();
  }

  #depth(): Depth {
    const now = this.#edges.clock.monotonicMs();
    const isDue = (ms: number | null) => ms !== null && ms <= now;
    return isDue(this.#sampler.deadline()) || isDue(this.#againMs) ? "full" : "quick";
  }

  /** A surprise is told once, nothing is written, and the look is made again later. */
  #putOff(problem: unknown): void {
    const now = this.#edges.clock.monotonicMs();
    this.#notBeforeMs = now + this.#retryMs;
    this.#againMs = this.#notBeforeMs;
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
    if (!(problem instanceof Refused)) this.#edges.onProblem(problem);
  }

  async #look(depth: Depth): Promise<void> {
    const now = this.#edges.clock.monotonicMs();
    const titleSighting = this.#titleSighting;
    this.#isUrgent = false;
    this.#titleSighting = null;
    if (depth === "full") {
      this.#sampler.onRead(now);
      this.#againMs = null;
    }
    if (this.#isUnsure && !(await this.#makeSure())) return;
    const front = await this.#front.read(this.#panePid, this.#evidence.program, now);
    if (this.#memory.agent === null && (front.is === "prompt" || front.is === "other")) {
      if (front.is === "prompt") this.#evidence.forgetBefore(now);
      this.#answered(depth, false, null);
      return;
    }
    this.#meet(front, now);
    if (depth === "quick") await this.#settle(depth, front, titleSighting, false, now);
    else await this.#lookAtPane(front, now);
  }

  /** What was told before an agent came was told by somebody else, unless it is the one that was here before. */
  #meet(front: Front, now: number): void {
    const ageMs = ageIn(front);
    if (isAgent(this.#memory.agent, front)) return;
    if (isAgent(this.#left, front)) this.#evidence.comeBack();
    else if (ageMs !== null) this.#evidence.forgetBefore(now - ageMs);
  }

  async #lookAtPane(front: Front, now: number): Promise<void> {
    const { tmux, paneId, timers } = this.#edges;
    const rules = front.is === "agent" ? await this.#rulesFor(front.kind) : null;
    const isReadable =
      front.is === "agent" && isAgent(this.#memory.agent, front)
        ? now >= this.#memory.timing.readFromMs
        : front.is === "agent" && (front.ageMs ?? 0) >= timers.grace;
    const pane = await readWatched(tmux, paneId, rules !== null && isReadable);
    if (pane === null) return;
    const isSameProcess = Number(pane.fields.pid) === this.#panePid;
    this.#learn(pane.fields);
    if (!isSameProcess) {
      this.#againMs = now;
      return;
    }
    const isDead = pane.fields.isDead === "1";
    const sighting = sightingOf(rules, pane, this.#evidence);
    await this.#settle("full", isDead ? { is: "gone" } : front, sighting, pane.isLookedAt, now);
  }

  async #rulesFor(kind: string): Promise<Rules | null> {
    if (this.#rules?.kind !== kind) {
      // A pane without an agent never needs what reads screens.
      const { loadRules } = await import("./rules.ts");
      const rules = await loadRules(kind, this.#configFolder, this.#hasSupplements);
      this.#rules = { kind, rules };
    }
    return this.#rules.rules;
  }

  /** Takes over what the pane's options say, also where a hook has changed them: a done that somebody has seen. */
  #learn(fields: WatchedFields): void {
    this.#kept = keptIn(fields);
    this.#panePid = Number(fields.pid);
    this.#configFolder = fields.configFolder || this.#edges.configFolder;
    this.#hasSupplements = fields.supplements !== "off";
    const { agent } = this.#memory;
    if (agent?.state !== "done" || fields.state !== "idle") return;
    const sinceMs = Number(fields.since) || agent.sinceMs;
    this.#memory = { ...this.#memory, agent: { ...agent, state: "idle", sinceMs } };
  }

  async #settle(
    depth: Depth,
    front: Front,
    sighting: Sight | null,
    isLookedAt: boolean,
    now: number,
  ): Promise<void> {
    const before = this.#memory.agent;
    const seen = { nowMs: now, unixMs: this.#edges.clock.nowMs(), front, isLookedAt };
    const { program } = this.#evidence;
    for (const passed of this.#evidence.takePassed()) {
      await this.#step({ ...seen, program: passed, sighting: null });
    }
    const againMs = await this.#step({ ...seen, program, sighting });
    this.#answered(depth, !isSameState(before, this.#memory.agent), againMs);
  }

  /** When to look again. */
  async #step(seen: Seen): Promise<number | null> {
    const before = this.#memory.agent;
    const { next, againMs } = step(this.#memory, seen, this.#edges.timers);
    if (next.agent === null) this.#letGo(before, seen);
    await this.#write(next, !isSameState(before, next.agent));
    this.#memory = next;
    return againMs;
  }

  /** What was told since the next agent began is that one's. */
  #letGo(agent: Agent | null, { front, nowMs }: Seen): void {
    const sinceMs = nowMs - (ageIn(front) ?? 0);
    if (agent === null) this.#evidence.forgetBefore(sinceMs);
    else this.#evidence.end(sinceMs);
    this.#left = agent ?? this.#left;
  }

  #answered(depth: Depth, isNewState: boolean, againMs: number | null): void {
    if (depth === "full" || isNewState) this.#sampler.onAnswer(isNewState);
    for (const ms of [againMs, this.#front.searchAgainMs])
      if (ms !== null) this.#againMs = Math.min(ms, this.#againMs ?? ms);
  }

  /** @throws Refused when the pane is gone, or bears another watcher's name */
  async #write(next: Memory, isNewState: boolean): Promise<void> {
    const { tmux, paneId } = this.#edges;
    const kept = keptOf(next, this.#evidence);
    const changes = changesBetween(this.#kept, kept);
    if (changes.length === 0 && !isNewState) return;
    this.#isUnsure = true;
    if (!(await writePane(tmux, { paneId, writer: this.#writer, changes, isNewState })))
      throw new Refused();
    this.#isUnsure = false;
    this.#kept = kept;
  }

  /**
   * Goes on from what the options say, under its own name again: tmux gives a pane one pipe, so whoever still reads one is the pane's
   * watcher, and a name put there by one that started late is in nobody's way for long. False when the pane is gone.
   */
  async #makeSure(): Promise<boolean> {
    const { tmux, paneId } = this.#edges;
    const isOurs = !this.#isOver && (await reclaimPane(tmux, paneId, this.#name));
    const pane = isOurs ? await readWatched(tmux, paneId, false) : null;
    if (pane === null) return false;
    this.#pipeMark = pane.fields.pipe;
    this.#learn(pane.fields);
    const { agent, finalState } = memoryIn(this.#kept);
    this.#memory = { ...this.#memory, agent, finalState };
    this.#isUnsure = false;
    return true;
  }
}

/** tmux did not write, since the pane is gone or another watcher's. */
class Refused extends Error {}

/** A kind without rules has a screen on which nothing matches, so that its own word is confirmed like any other's. */
function sightingOf(rules: Rules | null, pane: WatchedPane, evidence: Evidence): Sight | null {
  if (rules === null) return NO_MATCH;
  if (pane.screen === null) return null;
  return rules.read(pane.screen, evidence.title, evidence.progress);
}

const NO_MATCH: Sight = {
  state: "unknown",
  rule: null,
  strong: false,
  skip: false,
  gist: null,
};

/** The kernel counts both a process's start and its own time in whole hundredths of a second. */
const AGE_GRAIN_MS = 10;

/** How long the agent in front runs at most: what was told since then is its own, whoever stood there before. */
const ageIn = (front: Front): number | null =>
  front.is === "agent" && front.ageMs !== null ? front.ageMs + AGE_GRAIN_MS : null;

const isAgent = (agent: Agent | null, front: Front): boolean =>
  front.is === "agent" && agent?.pid === front.pid && agent.start === front.start;

const isSameState = (before: Agent | null, after: Agent | null): boolean =>
  before?.state === after?.state && before?.pid === after?.pid && before?.start === after?.start;
