import { Failure } from "../core/failure.ts";
import { tmuxString } from "../core/quote.ts";
import type { Clock } from "../system/clock.ts";
import { FIFO_BYTES, makeFifo, writeToReader } from "../system/fifo.ts";
import { removeFile } from "../system/files.ts";
import { listFolder } from "../system/folders.ts";
import { uniqueName } from "../system/unique-name.ts";
import type { Address } from "./address.ts";
import { ANSWER_LIMIT_MS, unanswered } from "./client.ts";
import type { Command } from "./client.ts";

export interface ChannelEdges {
  address: Address;
  environment: Readonly<Record<string, string>>;
  clock: Clock;
  /** Where its FIFO may lie. */
  folder: string;
}

/** A question on its way, and how it ends: what was printed, or null when tmux refused, or there is nobody to ask. */
interface Asked {
  text: string;
  number: number;
  end: (printed: string | null) => void;
  fail: (cause: unknown) => void;
}

/** A line that no question of ours prints otherwise: see `sections.ts`. */
const okOf = (number: number): string => `\t=ok ${number}\n`;
const endOf = (number: number): string => `\t=end ${number}\n`;

/** After clients that ended without an answer, one after the other. */
const MOST_FAILURES = 3;
const REST_MS = 5_000;

/** tmux takes a path of `source-file` for a pattern. */
const isPlain = (path: string): boolean => /^[\w/.-]+$/.test(path);

/**
 * A tmux client that stays, so that a question costs 0.15 ms and not the 1.7 of a client of its own, and that nobody sees:
 * it is attached to nothing. It is told to source one FIFO again and again, and what is written there is a question. A
 * client in control mode would be as quick, but is one that is attached: hooks run for it, panes are told of a focus, and
 * tmux up to 3.6 ends when panes change in the moment in which it is greeted (measured).
 *
 * tmux does not end before its clients do, so whoever has one has to close it when the server's sessions are gone.
 */
export class Channel {
  readonly #edges: ChannelEdges;
  #line: Line | null = null;
  /** The one that takes over when the first has answered all that it can. */
  #next: Line | null = null;
  #waiting: Asked[] = [];
  readonly #isUsable: boolean;
  #isAsking = false;
  #count = 0;
  #failures = 0;
  #restUntilMs = 0;
  #isClosed = false;

  constructor(edges: ChannelEdges) {
    this.#edges = edges;
    this.#isUsable = isPlain(edges.folder);
  }

  /**
   * What the commands print, run one after the other with nothing in between; null when tmux refused one of them, and when
   * there is no client to ask. They may print no screen: their output has to be lines.
   *
   * @throws Failure `tmux_error` when the server hangs
   */
  ask(...commands: readonly Command[]): Promise<string | null> {
    const isResting = this.#edges.clock.monotonicMs() < this.#restUntilMs;
    if (this.#isClosed || isResting || !this.#isUsable) return Promise.resolve(null);
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    this.#count += 1;
    const number = this.#count;
    this.#waiting.push({ text: textOf(commands, number), number, end: resolve, fail: reject });
    if (!this.#isAsking) void this.#askAll();
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.release();
  }

  /** Lets go of tmux until the next question. */
  async release(): Promise<void> {
    const lines = [this.#line, this.#next];
    this.#line = null;
    this.#next = null;
    await Promise.all(lines.map((line) => line?.close()));
  }

  /** What waits goes together, and what comes meanwhile goes next. */
  async #askAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      try {
        this.#tell(batch, await this.#ask(batch));
      } catch (cause) {
        // Who waits behind a question that tmux hangs over would wait as long again.
        for (const { fail } of [...batch, ...this.#waiting.splice(0)]) fail(cause);
      }
    }
    this.#isAsking = false;
  }

  #takeBatch(): Asked[] {
    let bytes = 0;
    const most = this.#waiting.findIndex(({ text }) => {
      bytes += Buffer.byteLength(text);
      return bytes > FIFO_BYTES;
    });
    return this.#waiting.splice(0, most < 0 ? this.#waiting.length : Math.max(1, most));
  }

  async #ask(batch: readonly Asked[]): Promise<string | null> {
    const last = batch.at(-1)?.number ?? 0;
    const text = batch.map((asked) => asked.text).join("");
    const printed = (await this.#lineOrNone()?.ask(text, endOf(last))) ?? null;
    if (printed !== null) this.#failures = 0;
    else this.#hasFailed();
    return printed;
  }

  #hasFailed(): void {
    this.#failures += 1;
    if (this.#failures < MOST_FAILURES) return;
    this.#failures = 0;
    this.#restUntilMs = this.#edges.clock.monotonicMs() + REST_MS;
  }

  #tell(batch: readonly Asked[], printed: string | null): void {
    let rest = printed ?? "";
    for (const { number, end } of batch) {
      const [own = "", more = ""] = printed === null ? [] : splitAt(rest, endOf(number));
      rest = more;
      const ok = own.lastIndexOf(okOf(number));
      end(ok < 0 ? null : own.slice(0, ok));
    }
  }

  /** Null where no FIFO is to be had: its folder may have gone with a logout. */
  #lineOrNone(): Line | null {
    try {
      return this.#lineNow();
    } catch (error) {
      if (error instanceof Failure && error.code === "io_error") return null;
      throw error;
    }
  }

  #lineNow(): Line {
    if (this.#line === null || this.#line.isSpent) {
      void this.#line?.close();
      this.#line = this.#next === null || this.#next.isSpent ? new Line(this.#edges) : this.#next;
      this.#next = null;
    }
    if (this.#line.isNearlySpent) this.#next ??= new Line(this.#edges);
    return this.#line;
  }
}

/** Takes away what channels of processes that were killed have left in a folder; nobody may have one there now. */
export async function removeChannels(folder: string): Promise<void> {
  const left = (await listFolder(folder)).filter((name) => FIFO_NAME.test(name));
  await Promise.all(left.map((name) => removeFile(`${folder}/${name}`)));
}

const FIFO_NAME = /^q\d+-[a-z0-9]+$/;

/** Each question says that it was carried out, and then that it is over, also where it was not. */
function textOf(commands: readonly Command[], number: number): string {
  const lines = [[...commands, say(okOf(number))], [say(endOf(number))]];
  return lines.map((line) => `${line.map(wordsOf).join(" ; ")}\n`).join("");
}

const say = (line: string): Command => ["display-message", "-p", line.trimEnd()];

const wordsOf = (words: Command): string => words.map(tmuxString).join(" ");

function splitAt(text: string, marker: string): [string, string] {
  const at = text.indexOf(marker);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + marker.length)];
}

/** What tmux takes of words in one call, with room to spare. */
const ARGV_BYTES = 14_000;
/** Before it can answer no more, its successor is started. */
const NEARLY_SPENT = 20;
/** Between two tries to find the client reading: at once at first, then this long. */
const TRIES_AT_ONCE = 20;
const NEXT_TRY_MS = 1;

/** Ends the client when its own input ends, which is when taw does, however that ends. */
const GUARD = 'tmux "$@" </dev/null & exec >/dev/null; read -r _; kill -9 $! 2>/dev/null';

/** One client, and its FIFO: good for as many questions as fit into its words. */
class Line {
  readonly #clock: Clock;
  readonly #address: Address;
  readonly #path: string;
  readonly #child: ReturnType<typeof spawnGuard>;
  #left: number;
  #printed = "";
  #isOver = false;
  #onPrinted: () => void = () => undefined;
  readonly #reading: Promise<void>;

  constructor({ address, environment, clock, folder }: ChannelEdges) {
    this.#clock = clock;
    this.#address = address;
    this.#path = `${folder}/q${uniqueName()}`;
    makeFifo(this.#path);
    const source = ["source-file", this.#path, ";"];
    this.#left = Math.floor(ARGV_BYTES / source.join(" ").length);
    const sources = Array.from({ length: this.#left }, () => source).flat();
    this.#child = spawnGuard(["-u", ...address.flags, ...sources.slice(0, -1)], environment);
    this.#reading = this.#read();
  }

  get isSpent(): boolean {
    return this.#isOver || this.#left <= 0;
  }

  get isNearlySpent(): boolean {
    return this.#left <= NEARLY_SPENT;
  }

  /**
   * What is printed up to and with `end`; null when the client has ended.
   *
   * @throws Failure `tmux_error` when the server hangs
   */
  async ask(text: string, end: string): Promise<string | null> {
    const endMs = this.#clock.monotonicMs() + ANSWER_LIMIT_MS;
    this.#printed = "";
    if (!(await this.#write(text, endMs))) return null;
    this.#left -= 1;
    while (!this.#printed.endsWith(end)) {
      if (this.#isOver) return null;
      await this.#more(endMs);
    }
    return this.#printed;
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    await Promise.all([this.#reading, this.#child.exited]);
    await removeFile(this.#path);
  }

  async #write(text: string, endMs: number): Promise<boolean> {
    for (let tries = 0; !this.#isOver; tries += 1) {
      if (writeToReader(this.#path, text)) return true;
      this.#failWhenLate(endMs);
      if (tries < TRIES_AT_ONCE) await new Promise((next) => setImmediate(next));
      else await this.#clock.sleep(NEXT_TRY_MS);
    }
    return false;
  }

  async #more(endMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onPrinted = resolve;
    const limit = setTimeout(resolve, Math.max(0, endMs - this.#clock.monotonicMs()));
    await promise;
    clearTimeout(limit);
    this.#failWhenLate(endMs);
  }

  #failWhenLate(endMs: number): void {
    if (this.#clock.monotonicMs() < endMs) return;
    this.#isOver = true;
    void this.close();
    throw unanswered(this.#address);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of this.#child.stdout) {
      this.#printed += decoder.decode(bytes, { stream: true });
      this.#onPrinted();
    }
    this.#isOver = true;
    this.#onPrinted();
  }
}

function spawnGuard(words: readonly string[], environment: Readonly<Record<string, string>>) {
  return Bun.spawn(["sh", "-c", GUARD, "sh", ...words], {
    env: { ...environment },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
}
