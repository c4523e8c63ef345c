/** Where the output goes. */
export interface FilterSink {
  /** Bytes for the terminal, in order; valid during the call only. */
  pass(bytes: Uint8Array): void;
  /** A question was taken out, and these bytes are its answer: the question itself. */
  answer(bytes: Uint8Array): void;
}

const GROUND = 0;
/** The last bytes are a beginning of the question: `#matched` of them. */
const MATCHING = 1;
const OSC = 2;
/** APC, PM, SOS and tmux's title string: ended by any ESC. */
const STRING = 3;
/** Ended by `ESC \` only, since tmux's pass-through doubles the ESCs inside. */
const DCS = 4;
const DCS_ESCAPE = 5;

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const BACKSLASH = 0x5c;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const QUESTION = bytesOf("\x1b]7501;?");
const ENDED_BY_BEL = bytesOf("\x1b]7501;?\x07");
const ENDED_BY_ST = bytesOf("\x1b]7501;?\x1b\\");

/** P, X, ^, _ and k after an ESC; `]` is the question's own beginning. */
const OPENED: Readonly<Record<number, number>> = {
  0x50: DCS,
  0x58: STRING,
  0x5e: STRING,
  0x5f: STRING,
  0x6b: STRING,
};

/**
 * Takes the Program Status question (`ESC ] 7501 ; ? ST`, ST = `ESC \` or BEL) out of a program's output and passes
 * every other byte on unchanged, however the output is cut (program-status.md, "Making it work inside tmux").
 * A question inside another string (tmux's pass-through in a DCS, an OSC, an APC) is that string's own and stays.
 */
export class QueryFilter {
  readonly #sink: FilterSink;
  #state = GROUND;
  #matched = 0;
  /** How many of the matched bytes came with earlier chunks. They are known, so none is stored. */
  #carried = 0;
  /** Where the match began in this chunk, -1 for an earlier one. */
  #start = -1;
  /** The first byte of this chunk that is not passed on yet. */
  #from = 0;

  constructor(sink: FilterSink) {
    this.#sink = sink;
  }

  feed(chunk: Uint8Array): void {
    this.#carried = this.#matched;
    this.#start = -1;
    this.#from = 0;
    for (let at = 0; at < chunk.length;) at = this.#step(chunk, at);
    if (this.#matched === 0) this.#pass(chunk, chunk.length);
    else if (this.#start >= 0) this.#pass(chunk, this.#start);
  }

  /** The output is over: what might have become a question was none. */
  end(): void {
    if (this.#matched > 0) this.#sink.pass(ENDED_BY_ST.subarray(0, this.#matched));
    this.#matched = 0;
    this.#state = GROUND;
  }

  #step(chunk: Uint8Array, at: number): number {
    if (this.#state === MATCHING) return this.#match(chunk, at);
    if (this.#state === GROUND) {
      const found = chunk.indexOf(ESC, at);
      return found < 0 ? chunk.length : this.#begin(found);
    }
    if (this.#state === OSC || this.#state === STRING) return this.#string(chunk, at);
    return this.#dcs(chunk, at);
  }

  #begin(escapeAt: number): number {
    this.#state = MATCHING;
    this.#matched = 1;
    this.#start = escapeAt;
    return escapeAt + 1;
  }

  #match(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.#matched === QUESTION.length && byte === BEL)
      return this.#take(chunk, at, ENDED_BY_BEL);
    if (byte !== ENDED_BY_ST[this.#matched]) return this.#mismatch(byte, at);
    this.#matched++;
    return this.#matched < ENDED_BY_ST.length ? at + 1 : this.#take(chunk, at, ENDED_BY_ST);
  }

  #take(chunk: Uint8Array, at: number, question: Uint8Array): number {
    if (this.#start >= 0) this.#pass(chunk, this.#start);
    this.#from = at + 1;
    this.#matched = 0;
    this.#state = GROUND;
    this.#sink.answer(question);
    return at + 1;
  }

  #mismatch(byte: number, at: number): number {
    const matched = this.#matched;
    if (matched === QUESTION.length + 1) return this.#beginAtLastEscape(at);
    this.#release(this.#carried);
    if (matched > 1) {
      this.#state = OSC;
      return at;
    }
    if (byte === ESC) return this.#begin(at);
    this.#state = OPENED[byte] ?? GROUND;
    return at + 1;
  }

  /** `ESC ] 7501 ; ? ESC` goes on with something else: that ESC broke the string off and begins anew. */
  #beginAtLastEscape(at: number): number {
    if (at > 0) {
      this.#release(this.#carried);
      this.#begin(at - 1);
      return at;
    }
    this.#release(this.#carried - 1);
    this.#state = MATCHING;
    this.#matched = this.#carried = 1;
    return at;
  }

  /** Passes on what was matched in earlier chunks; the rest stands in this one. */
  #release(carried: number): void {
    if (this.#start < 0 && carried > 0) this.#sink.pass(ENDED_BY_ST.subarray(0, carried));
    this.#matched = 0;
  }

  #string(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === ESC) return this.#begin(at);
      if (byte !== CAN && byte !== SUB && !(byte === BEL && this.#state === OSC)) continue;
      this.#state = GROUND;
      return at + 1;
    }
    return chunk.length;
  }

  #dcs(chunk: Uint8Array, from: number): number {
    if (this.#state === DCS_ESCAPE) {
      this.#state = chunk[from] === BACKSLASH ? GROUND : DCS;
      return from + 1;
    }
    const found = chunk.indexOf(ESC, from);
    if (found < 0) return chunk.length;
    this.#state = DCS_ESCAPE;
    return found + 1;
  }

  #pass(chunk: Uint8Array, end: number): void {
    if (end > this.#from) this.#sink.pass(chunk.subarray(this.#from, end));
  }
}
