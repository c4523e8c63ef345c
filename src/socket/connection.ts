import { decodedStrictly } from "../core/inert.ts";
import type { CallerProcess } from "../system/caller.ts";

/** What a connection may cost (reference/herdr/socket.md §1). */
export interface Limits {
  /** For the whole of the request's line. */
  lineMs: number;
  /** Without the client taking a byte of what waits for it. */
  sendMs: number;
}

export const LIMITS: Limits = { lineMs: 5000, sendMs: 5000 };

/** With the newline that ends it. */
const LONGEST_LINE = 1024 * 1024;
/** What may wait for a client that is told of events, in bytes. */
const LONGEST_QUEUE = 1024 * 1024;

const NEWLINE = 10;

type Socket = Bun.Socket<Connection | undefined>;

/**
 * One client: its one line is read, and whatever it sends later is not. What it does not take waits here, since Bun keeps
 * nothing of a write that the kernel took in part; so a slow reader costs its own queue and nobody's time.
 */
export class Connection {
  /** The process on the other end. */
  readonly caller: CallerProcess;
  readonly #socket: Socket;
  readonly #limits: Limits;
  readonly #onLine: (line: string, connection: Connection) => void;
  #parts: Uint8Array[] = [];
  #partsLength = 0;
  #hasLine = false;
  readonly #queue: Uint8Array[] = [];
  #waiting = 0;
  /** Bytes of the queue's first line that the client has taken already. */
  #taken = 0;
  #isEnding = false;
  #isOver = false;
  #timer: Timer | null;
  #gone: AbortController | null = null;

  constructor(
    socket: Socket,
    caller: CallerProcess,
    limits: Limits,
    onLine: (line: string, connection: Connection) => void,
  ) {
    this.#socket = socket;
    this.caller = caller;
    this.#limits = limits;
    this.#onLine = onLine;
    this.#timer = setTimeout(() => this.close(), limits.lineMs);
  }

  /** Aborted when the connection is over, whoever ended it. */
  get gone(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isOver) this.#gone.abort();
    return this.#gone.signal;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The one answer, however long; then the end. */
  answer(line: string): void {
    this.#push(line);
    this.end();
  }

  /** One line of several. False, and nothing is queued, when the client lags too far behind or is gone. */
  send(line: string): boolean {
    if (this.#isOver || this.#isEnding || this.#waiting > LONGEST_QUEUE) return false;
    this.#push(line);
    return true;
  }

  /** For a client that lags: what waits for it is dropped, but for a line half of which it has, and this is the last word. */
  answerInstead(line: string): void {
    const begun = this.#taken > 0 ? this.#queue[0] : undefined;
    this.#queue.length = 0;
    this.#waiting = 0;
    if (begun) {
      this.#queue.push(begun);
      this.#waiting = begun.length - this.#taken;
    }
    this.answer(line);
  }

  /** Closes once everything that waits is taken. */
  end(): void {
    this.#isEnding = true;
    if (this.#queue.length === 0) this.close();
  }

  /** Closes now. */
  close(): void {
    if (this.#isOver) return;
    this.over();
    this.#socket.terminate();
  }

  /** The socket's own news that it is closed. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#queue.length = 0;
    this.#parts = [];
    this.#gone?.abort();
  }

  /** Bytes from the client. */
  take(bytes: Uint8Array): void {
    if (this.#hasLine) return;
    const end = bytes.indexOf(NEWLINE);
    const part = end < 0 ? bytes : bytes.subarray(0, end + 1);
    this.#partsLength += part.length;
    if (this.#partsLength > LONGEST_LINE) return this.close();
    // Bun uses its buffer again.
    if (end < 0) return void this.#parts.push(part.slice());
    this.#hasLine = true;
    this.#stopTimer();
    const whole = this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part]);
    this.#parts = [];
    const line = decodedStrictly(whole)?.trim() ?? "";
    if (line === "") this.close();
    else this.#onLine(line, this);
  }

  /** The client will send no more: without a whole line there is nothing to answer. */
  finish(): void {
    if (!this.#hasLine) this.close();
  }

  /** Writes what waits, as much as the kernel takes. */
  drain(): void {
    const before = this.#waiting;
    while (!this.#isOver) {
      const line = this.#queue[0];
      if (line === undefined) break;
      const written = this.#socket.write(this.#taken === 0 ? line : line.subarray(this.#taken));
      if (written <= 0) break;
      this.#waiting -= written;
      this.#taken += written;
      if (this.#taken < line.length) break;
      this.#taken = 0;
      this.#queue.shift();
    }
    if (this.#isOver) return;
    if (this.#queue.length > 0) this.#waitToSend(this.#waiting < before);
    else {
      this.#stopTimer();
      if (this.#isEnding) this.close();
    }
  }

  #push(line: string): void {
    if (this.#isOver) return;
    const bytes = Buffer.from(`${line}\n`);
    this.#queue.push(bytes);
    this.#waiting += bytes.length;
    if (this.#queue.length === 1) this.drain();
  }

  #waitToSend(hasTaken: boolean): void {
    if (this.#timer !== null && !hasTaken) return;
    this.#stopTimer();
    this.#timer = setTimeout(() => this.close(), this.#limits.sendMs);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
