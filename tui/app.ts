import type { Feed } from "../remote/feed/follow.ts";
import { followFeed } from "../remote/feed/follow.ts";
import type { Clock } from "../src/system/clock.ts";
import type { Environment } from "../src/system/env.ts";
import type { Home, Model } from "./model.ts";
import { makeModel } from "./model.ts";
import { withNote } from "./moves.ts";
import type { Msg } from "./msg.ts";
import type { TawCommand } from "./run.ts";
import { Runner } from "./run.ts";
import type { Settings } from "./settings.ts";
import { START, update } from "./update.ts";
import { frameOf } from "./view/frame.ts";
import type { Input, Screen } from "./view/terminal.ts";

export type Start = {
  readonly settings: Settings;
  readonly home: Home;
  readonly taw: TawCommand;
  readonly environment: Environment;
  readonly clock: Clock;
  /** One line for the footer at the start, as of a broken config; empty for none. */
  readonly problem: string;
};

const ENDS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const;
/** In a storm the list is drawn at most ten times a second (cockpit.md §6.3). */
const STORM_MS = 100;
const PROBLEM_MS = 10_000;

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

/** The loop: messages in, one model, commands and frames out. */
class Program {
  readonly #start: Start;
  readonly #ended = Promise.withResolvers<number>();
  readonly #unlisten: (() => void)[] = [];
  #feed: Feed | null = null;
  #screen: Screen | null = null;
  #runner: Runner | null = null;
  #model: Model | null = null;
  #fedAt = -STORM_MS;
  #drawTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(start: Start) {
    this.#start = start;
    this.#listen();
  }

  async run(): Promise<number> {
    const { settings, environment, home, problem } = this.#start;
    const { openScreen } = await import("./view/terminal.ts");
    const screen = await openScreen(settings, environment, {
      onInput: (input: Input) => this.#receive({ ...input, at: this.#now() }),
      onError: (error) => this.#ended.reject(error),
      onGone: () => this.#ended.resolve(ENDS.SIGHUP),
    });
    this.#screen = screen;
    const model = makeModel(settings, home, screen, this.#now());
    this.#model = problem === "" ? model : withNote(model, problem, "error", PROBLEM_MS);
    this.#draw();
    // After the first frame: started before the renderer is loaded, the two were slower than one after the other.
    this.#feed = this.#follow();
    this.#runner = this.#makeRunner(screen, this.#feed);
    for (const cmd of START) this.#runner.run(cmd);
    return await this.#ended.promise;
  }

  #makeRunner(screen: Screen, feed: Feed): Runner {
    return new Runner({
      taw: this.#start.taw,
      feed,
      now: () => this.#now(),
      dispatch: (msg) => this.#receive(msg),
      handOver: (work) => screen.handOver(work),
      redraw: () => screen.redraw(),
      stopJob: () => void process.kill(0, "SIGTSTP"),
      quit: () => this.#ended.resolve(0),
    });
  }

  #follow(): Feed {
    const { argv, environment } = this.#start.taw;
    return followFeed([...argv, "machine", "feed", "--protocol", "1"], environment, {
      onLine: (line) => this.#receive({ type: "feed", at: this.#now(), line }),
      onBad: () => this.#receive({ type: "feed-bad", at: this.#now() }),
      onEnd: (problem) => this.#receive({ type: "feed-ended", at: this.#now(), problem }),
    });
  }

  async close(): Promise<void> {
    if (this.#drawTimer !== null) clearTimeout(this.#drawTimer);
    this.#runner?.stop();
    this.#feed?.stop();
    await this.#screen?.close();
    for (const unlisten of this.#unlisten) unlisten();
  }

  #now(): number {
    return this.#start.clock.monotonicMs();
  }

  /** The renderer would end the program with 0 on a signal, and go on after an error (stack/guide.md §2.3). */
  #listen(): void {
    for (const [signal, code] of Object.entries(ENDS)) {
      const end = (): void => this.#ended.resolve(code);
      process.on(signal, end);
      this.#unlisten.push(() => process.off(signal, end));
    }
    const fail = (error: unknown): void => this.#ended.reject(error);
    for (const event of ["uncaughtException", "unhandledRejection"] as const) {
      process.prependListener(event, fail);
      this.#unlisten.push(() => process.off(event, fail));
    }
  }

  #receive(msg: Msg): void {
    if (this.#model === null) return;
    const [next, cmds] = update(this.#model, msg);
    this.#model = next;
    for (const cmd of cmds) this.#runner?.run(cmd);
    if (msg.type === "feed") this.#drawSoon();
    else this.#draw();
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
