import { errorCode } from "../core/error-code.ts";
import { LineSplitter } from "../core/lines.ts";
import { tmuxString } from "../core/quote.ts";
import type { WorkspaceId } from "../core/ids.ts";
import type { Address } from "./address.ts";
import type { Command } from "./client.ts";

/** A question and how it ends: what was printed, or null when tmux refused or the client ended. */
interface Asked {
  /** Commands whose blocks are still to come. */
  blocks: number;
  printed: string;
  isRefused: boolean;
  end: (printed: string | null) => void;
}

export interface ControlOptions {
  address: Address;
  environment: Readonly<Record<string, string>>;
  workspaceId: WorkspaceId;
  /** Told of every notification, `%session-changed $1 main`. */
  onNotice: (line: string) => void;
  /** Told once, when the client has ended, whoever ended it. */
  onEnd: () => void;
}

/**
 * A tmux client in control mode: it stays, so a question costs 0.05 ms where a client of its own costs 1.7
 * (reference/tmux/facts.md §4). It shows nothing and has no size, but tmux counts it as a client that is attached and in
 * focus: who attaches one decides where (`socket/seat.ts`).
 */
export class ControlClient {
  readonly #child: ReturnType<typeof spawnClient>;
  readonly #asked: Asked[] = [];
  readonly #onNotice: (line: string) => void;
  #block: string[] | null = null;
  #tail = "";
  #isOver = false;
  readonly #reading: Promise<void>;
  readonly #greeted = Promise.withResolvers<void>();

  constructor({ address, environment, workspaceId, onNotice, onEnd }: ControlOptions) {
    this.#onNotice = onNotice;
    this.#child = spawnClient(address, environment, workspaceId);
    this.#reading = this.#read().finally(onEnd);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Settles when tmux has answered the attach, or the client has ended. */
  get greeted(): Promise<void> {
    return this.#greeted.promise;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /**
   * What the commands print, run one after the other with nothing in between; null when tmux refused one of them, and when
   * the client has ended. They may print no screen: their output has to be lines.
   */
  ask(...commands: readonly Command[]): Promise<string | null> {
    if (this.#isOver || commands.length === 0) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#asked.push({ blocks: commands.length, printed: "", isRefused: false, end: resolve });
    // One that has ended answers what it was asked with its end.
    void orGone(() => {
      this.#child.stdin.write(`${lineOf(commands)}\n`);
      return this.#child.stdin.flush();
    });
    return promise;
  }

  /** Detaches, and waits until tmux has let go. */
  async leave(): Promise<void> {
    if (!this.#isOver) await orGone(() => this.#child.stdin.end());
    await this.#reading;
  }

  async #read(): Promise<void> {
    const splitter = new LineSplitter((line) => line !== null && this.#take(line));
    const decoder = new TextDecoder();
    for await (const bytes of this.#child.stdout) {
      splitter.push(decoder.decode(bytes, { stream: true }));
    }
    this.#isOver = true;
    this.#greeted.resolve();
    for (const { end } of this.#asked.splice(0)) end(null);
    await this.#child.exited;
  }

  /** A line inside a block may read like any other, so only its own `%begin` tells how it ends. */
  #take(line: string): void {
    if (this.#block === null) {
      if (line.startsWith("%begin ")) {
        this.#block = [];
        this.#tail = line.slice("%begin ".length);
      } else this.#onNotice(line);
      return;
    }
    const isEnd = line === `%end ${this.#tail}`;
    if (!isEnd && line !== `%error ${this.#tail}`) {
      this.#block.push(line);
      return;
    }
    const printed = this.#block;
    this.#block = null;
    // The flag of tmux's own first block, the answer to the attach, is 0.
    if (this.#tail.endsWith(" 1")) this.#answer(printed, isEnd);
    else this.#greeted.resolve();
  }

  #answer(lines: readonly string[], isCarriedOut: boolean): void {
    const [asked] = this.#asked;
    if (asked === undefined) return;
    asked.blocks -= 1;
    if (isCarriedOut) asked.printed += lines.map((line) => `${line}\n`).join("");
    else asked.isRefused = true;
    // tmux runs nothing of a line behind the command that it refused.
    if (asked.blocks > 0 && !asked.isRefused) return;
    this.#asked.shift();
    asked.end(asked.isRefused ? null : asked.printed);
  }
}

async function orGone(write: () => unknown): Promise<void> {
  try {
    await write();
  } catch (cause) {
    if (errorCode(cause) !== "EPIPE") throw cause;
  }
}

/** One line of control mode is one list of commands. */
const lineOf = (commands: readonly Command[]): string =>
  commands.map((words) => words.map(tmuxString).join(" ")).join(" ; ");

/** `-E`: the session's environment stays what the person's own client made of it. */
function spawnClient(
  address: Address,
  environment: Readonly<Record<string, string>>,
  workspaceId: WorkspaceId,
) {
  const attach = ["attach-session", "-E", "-f", "no-output,ignore-size", "-t", workspaceId];
  return Bun.spawn(["tmux", "-u", "-C", ...address.flags, ...attach], {
    env: { ...environment },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
}
