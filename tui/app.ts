import type { Feed } from "../remote/feed/follow.ts";
import type { FeedState } from "../remote/feed/protocol.ts";
import { followFeed } from "../remote/feed/follow.ts";
import { FEED_WORDS } from "../remote/feed/protocol.ts";
import { Failure } from "../src/core/failure.ts";
import type { Fact, Memory } from "../src/store/memory.ts";
import type { Clock } from "../src/system/clock.ts";
import type { Environment } from "../src/system/env.ts";
import type { Home, Model } from "./model.ts";
import { makeModel } from "./model.ts";
import { withNote } from "./moves.ts";
import type { Cmd, Msg } from "./msg.ts";
import { heardFact, recallOf } from "./recall.ts";
import type { TawCommand } from "./run.ts";
import { Runner } from "./run.ts";
import type { Settings } from "./settings.ts";
import { startOf, update } from "./update.ts";
import { frameOf } from "./view/frame.ts";
import { drawsMarksWide } from "./view/probe.ts";
import type { Input, Screen } from "./view/terminal.ts";

export type Start = {
  readonly settings: Settings;
  readonly home: Home;
  readonly taw: TawCommand;
  readonly environment: Environment;
  readonly clock: Clock;
  /** One line for the footer at the start, as of a broken config; empty for none. */
  readonly problem: string;
  /** What earlier cockpits left. */
  readonly openMemory: () => Promise<Memory>;
};

const ENDS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const;
/** In a storm the list is drawn at most ten times a second (cockpit.md §6.3). */
const STORM_MS = 100;
const PROBLEM_MS = 10_000;
/** The first frame waits no longer for what earlier cockpits left; it is drawn into the frame whenever it comes. */
const RECALL_MS = 50;
/** What was heard is kept for the next cockpit at once, then this often while it changes, and at the end. */
const KEEP_MS = 60_000;

/**
 * Runs the cockpit on this terminal until the person leaves it, and gives the exit code: 0, 143, 129 or 130. The
 * terminal is as it was on every way out; an error is thrown once it is.
 */
export async function runCockpit(start: Start): Promise<number> {
  const program = new Program(start);
  try {
    return await program.run();
  } finally {
    await program.close();
  }
}

const toTerminal = (text: string): Promise<unknown> => Bun.write(Bun.stdout, text);

/** The loop: messages in, one model, commands and frames out. */
class Program {
  readonly #start: Start;
  readonly #ended = Promise.withResolvers<number>();
  readonly #unlisten: (() => void)[] = [];
  #feed: Feed | null = null;
  #screen: Screen | null = null;
  #runner: Runner | null = null;
  #memory: Memory | null = null;
  #keptAt = -KEEP_MS;
  #kept: FeedState | null = null;
  /** Messages before the first frame, and what is to be done about them before anybody can. */
  readonly #queue: Msg[] = [];
  readonly #undone: Cmd[] = [];
  readonly #over = new AbortController();
  #model: Model | null = null;
  #fedAt = -STORM_MS;
  #drawTimer: ReturnType<typeof setTimeout> | null = null;
  #tellTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(start: Start) {
    this.#start = start;
    this.#listen();
  }

  async run(): Promise<number> {
    const { environment, home, problem } = this.#start;
    const recall = this.#recall();
    const settings = await this.#fitted();
    if (this.#over.signal.aborted) return await this.#ended.promise;
    const { openScreen } = await import("./view/terminal.ts");
    const screen = await openScreen(settings, environment, {
      onInput: (input: Input) => this.#receive({ ...input, at: this.#now() }),
      onError: (error) => this.#fail(error),
      onGone: () => this.#end(ENDS.SIGHUP),
    });
    this.#screen = screen;
    await Promise.race([recall, this.#start.clock.sleep(RECALL_MS)]);
    const model = makeModel(settings, home, screen, this.#now());
    this.#begin(problem === "" ? model : withNote(model, problem, "error", PROBLEM_MS));
    // After the first frame: started before the renderer is loaded, the two were slower than one after the other.
    this.#feed = this.#follow();
    const runner = this.#makeRunner(screen, this.#feed);
    this.#runner = runner;
    for (const cmd of [...startOf(model), ...this.#undone.splice(0)]) runner.run(cmd);
    return await this.#ended.promise;
  }

  /** The first frame, with what was typed before it. */
  #begin(model: Model): void {
    this.#model = model;
    for (const msg of this.#queue.splice(0)) this.#receive(msg);
    this.#draw();
  }

  /** What earlier cockpits left, drawn before anything that came meanwhile. */
  async #recall(): Promise<void> {
    const { clock, openMemory } = this.#start;
    try {
      const memory = await openMemory();
      if (this.#over.signal.aborted) return memory.close();
      this.#memory = memory;
      const recall = recallOf(memory.recalled, clock.nowMs());
      this.#receive({ type: "recalled", at: this.#now(), recall });
      this.#tell(memory.recalled.problem);
    } catch (error) {
      if (error instanceof Failure) this.#tell(error.message);
      else this.#fail(error);
    }
  }

  #remember(fact: Fact): void {
    this.#tell(this.#memory?.keep(fact) ?? "");
  }

  #rememberHeard(): void {
    const model = this.#model;
    if (model === null || this.#memory === null || model.machine.now === this.#kept) return;
    const fact = heardFact(model);
    if (fact === null) return;
    this.#kept = model.machine.now;
    this.#keptAt = this.#now();
    this.#remember(fact);
  }

  /** A word on what is not remembered, after the one that the start had already. */
  #tell(problem: string): void {
    if (problem === "") return;
    const say = (): void => this.#receive({ type: "forgotten", at: this.#now(), problem });
    if (this.#start.problem === "") say();
    else this.#tellTimer ??= setTimeout(say, PROBLEM_MS);
  }

  /** ASCII marks where the terminal draws ours two cells wide; tmux's own grid is one cell, whatever is outside it. */
  async #fitted(): Promise<Settings> {
    const { settings, home } = this.#start;
    if (home.kind !== "terminal" || settings.icons === "ascii") return settings;
    const isWide = await drawsMarksWide(process.stdin, toTerminal, this.#over.signal);
    return isWide ? { ...settings, icons: "ascii" } : settings;
  }

  #makeRunner(screen: Screen, feed: Feed): Runner {
    return new Runner({
      taw: this.#start.taw,
      feed,
      now: () => this.#now(),
      dispatch: (msg) => this.#receive(msg),
      handOver: (work) => screen.handOver(work),
      redraw: () => screen.redraw(),
      remember: (fact) => this.#remember(fact),
      stopJob: () => void process.kill(0, "SIGTSTP"),
      quit: () => this.#end(0),
    });
  }

  #follow(): Feed {
    const { argv, environment } = this.#start.taw;
    return followFeed([...argv, ...FEED_WORDS], environment, {
      onLine: (line) => this.#receive({ type: "feed", at: this.#now(), line }),
      onBad: () => this.#receive({ type: "feed-bad", at: this.#now() }),
      onEnd: (problem) => this.#receive({ type: "feed-ended", at: this.#now(), problem }),
    });
  }

  async close(): Promise<void> {
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer);
    this.#runner?.stop();
    this.#feed?.stop();
    if (this.#tellTimer !== null) clearTimeout(this.#tellTimer);
    this.#over.abort();
    await this.#screen?.close();
    this.#rememberHeard();
    this.#memory?.close();
    for (const unlisten of this.#unlisten) unlisten();
  }

  #end(code: number): void {
    this.#ended.resolve(code);
    this.#over.abort();
  }

  #fail(error: unknown): void {
    this.#ended.reject(error);
    this.#over.abort();
  }

  #now(): number {
    return this.#start.clock.monotonicMs();
  }

  /** The renderer would end the program with 0 on a signal, and go on after an error (stack/guide.md §2.3). */
  #listen(): void {
    for (const [signal, code] of Object.entries(ENDS)) {
      const end = (): void => this.#end(code);
      process.on(signal, end);
      this.#unlisten.push(() => process.off(signal, end));
    }
    const fail = (error: unknown): void => this.#fail(error);
    for (const event of ["uncaughtException", "unhandledRejection"] as const) {
      process.prependListener(event, fail);
      this.#unlisten.push(() => process.off(event, fail));
    }
  }

  #receive(msg: Msg): void {
    if (this.#model === null) return this.#wait(msg);
    this.#take(this.#model, msg);
    if (msg.type !== "feed") return this.#draw();
    this.#drawSoon();
    if (this.#now() - this.#keptAt >= KEEP_MS) this.#rememberHeard();
  }

  /** Rows of before stand there already when the keys that were typed blindly meet them. */
  #wait(msg: Msg): void {
    if (msg.type === "recalled") this.#queue.unshift(msg);
    else this.#queue.push(msg);
  }

  #take(model: Model, msg: Msg): void {
    const [next, cmds] = update(model, msg);
    this.#model = next;
    for (const cmd of cmds) {
      if (this.#runner === null) this.#undone.push(cmd);
      else this.#runner.run(cmd);
    }
  }

  /** What a person did is drawn at once, what machines say at most every 100 ms. */
  #drawSoon(): void {
    const waited = this.#now() - this.#fedAt;
    if (waited >= STORM_MS) this.#drawFed();
    else this.#drawTimer ??= setTimeout(() => this.#drawFed(), STORM_MS - waited);
  }

  #drawFed(): void {
    this.#fedAt = this.#now();
    this.#draw();
  }

  #draw(): void {
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer);
    this.#drawTimer = null;
    if (this.#model === null || this.#model.quits) return;
    const { palette, settings } = this.#model;
    this.#screen?.draw(frameOf(this.#model), { depth: settings.colours, palette });
  }
}
