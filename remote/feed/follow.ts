import { Failure } from "../../src/core/failure.ts";
import { LineSplitter } from "../../src/core/lines.ts";
import type { Environment } from "../../src/system/env.ts";
import type { Piped } from "../../src/system/process.ts";
import { openPiped } from "../../src/system/process.ts";
import type { FeedCommand, FeedLine } from "./protocol.ts";
import { isBadFeedLine, parseFeedLine } from "./protocol.ts";

/** What happens on a feed that is followed. */
export interface FeedListener {
  onLine(line: FeedLine): void;
  /** A line that is no JSON object. */
  onBad(): void;
  /** The feed ended and is started again after a while; `problem` is its last word on stderr, or why it could not start. */
  onEnd(problem: string): void;
}

export interface Feed {
  /** One line to the machine; lost while no feed runs, `onLine` then brings a `hello` first. */
  send(command: FeedCommand): void;
  /** Ends the running one and starts anew at once. */
  restart(): void;
  stop(): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** Follows `argv` (`taw machine feed --protocol 1`, here or at the end of an ssh) for as long as nobody stops it. */
export function followFeed(
  argv: readonly string[],
  environment: Environment,
  listener: FeedListener,
): Feed {
  const follower = new Follower(argv, environment, listener);
  follower.start();
  return {
    send: (command) => follower.send(command),
    restart: () => follower.restart(),
    stop: () => follower.stop(),
  };
}

class Follower {
  readonly #argv: readonly string[];
  readonly #environment: Environment;
  readonly #listener: FeedListener;
  #child: Piped | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;

  constructor(argv: readonly string[], environment: Environment, listener: FeedListener) {
    this.#argv = argv;
    this.#environment = environment;
    this.#listener = listener;
  }

  start(): void {
    this.#timer = null;
    void this.#run();
  }

  send(command: FeedCommand): void {
    this.#child?.write(`${JSON.stringify(command)}\n`);
  }

  restart(): void {
    this.#pauseMs = 0;
    if (this.#child !== null) this.#child.stop();
    else if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.start();
    }
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#child?.end();
    this.#child?.stop();
  }

  async #run(): Promise<void> {
    const problem = await this.#follow();
    this.#child = null;
    if (this.#isStopped) return;
    if (this.#pauseMs > 0 && problem !== null) this.#listener.onEnd(problem);
    this.#timer = setTimeout(() => this.start(), this.#pauseMs);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.#pauseMs * 2));
  }

  /**
   * One life of the feed: its last word on stderr, or why it could not start; null when it ended well, as it does with
   * its tmux server: the next life says that there is none.
   */
  async #follow(): Promise<string | null> {
    try {
      this.#child = openPiped(this.#argv, this.#environment);
    } catch (error) {
      if (error instanceof Failure) return error.message;
      throw error;
    }
    await this.#read(this.#child.stdout);
    const code = await this.#child.exited;
    return code === 0 ? null : (await this.#child.lastWords()) || `the feed ended with ${code}`;
  }

  async #read(stdout: ReadableStream<Uint8Array>): Promise<void> {
    const splitter = new LineSplitter((line) => this.#onLine(line));
    const decoder = new TextDecoder();
    for await (const chunk of stdout) splitter.push(decoder.decode(chunk, { stream: true }));
  }

  #onLine(text: string | null): void {
    const line = text === null ? null : parseFeedLine(text);
    if (line !== null) {
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#listener.onLine(line);
    } else if (text === null || isBadFeedLine(text)) this.#listener.onBad();
  }
}
