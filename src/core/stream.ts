import { inertText, utf8Text } from "./inert.ts";
import { notificationOf, type Notification } from "./notification.ts";

/** What a program's output said about its status, in the order in which it was printed. */
export type ProgramEvent =
  | { readonly type: "status"; readonly body: string }
  | { readonly type: "prompt" }
  | { readonly type: "reset" };

/** What the bytes since the last `take` told. */
export type Signals = {
  /** The last title that was set (OSC 0, OSC 2), "" where it was cleared, null where none was. */
  readonly title: string | null;
  /** The last OSC 9 payload, null where there was none. */
  readonly progress: string | null;
  readonly notifications: readonly Notification[];
  readonly bell: boolean;
  /** OSC 7501 bodies, shell prompts (OSC 133 A) and resets (RIS). */
  readonly program: readonly ProgramEvent[];
  /** The last switch of screens, null where there was none. */
  readonly screen: "alternate" | "main" | null;
  /** The output stands inside a synchronized update (mode 2026). */
  readonly inSync: boolean;
  /** Not just drawing: another title, an OSC with a new body, a bell, a switch of screens, a reset (sampling.md §1). */
  readonly unusual: boolean;
  /** How it was drawn: a fingerprint of the order of control functions and of the size (sampling.md §1). */
  readonly form: number;
  readonly bytes: number;
};

/** Longer bodies are dropped, as for titles (manifest-format.md §3); the code and its `;` come on top. */
const BODY_BYTES = 4096;
const CODE_BYTES = 8;
const TEXT_CHARACTERS = 256;
const PARAMETER_BYTES = 64;
const FORM_MARKS = 80;
const MOST_NOTIFICATIONS = 8;
const MOST_PROGRAM_EVENTS = 1024;
const MOST_CODES = 64;
/** tmux gives a string up that is not terminated after 5 s; whoever follows tmux must go on where tmux does. */
const UNTERMINATED_MS = 5000;

const GROUND = 0;
const ESCAPE = 1;
const INTERMEDIATE = 2;
const CSI = 3;
const OSC = 4;
const OSC_ESCAPE = 5;
const STRING = 6;
const DCS = 7;
const DCS_ESCAPE = 8;

const BEL = 0x07;
const NEWLINE = 0x0a;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const LOWER_H = 0x68;
const LOWER_L = 0x6c;
const LOWER_M = 0x6d;

const OSC_END = /[\x07\x18\x1a\x1b]/g;
const STRING_END = /[\x18\x1a\x1b]/g;
/** A control sequence that stands whole in a chunk, as nearly all do. */
const WHOLE_CSI = /\x1b\[[ -?]*[@-~]/y;
const CODE = /^\d{1,5}$/;
const SCREEN_MODES = new Set(["1049", "1047", "47"]);
const SYNC_MODE = "2026";

/** What follows ESC and opens something; every other final byte is one control function that is over with it. */
const OPENED: Readonly<Record<string, number>> = {
  "[": CSI,
  "]": OSC,
  P: DCS,
  X: STRING,
  "^": STRING,
  _: STRING,
  k: STRING,
};

/**
 * Listens to the output of one pane. Fed with latin1 text (one character per byte) however it is cut: the same bytes
 * give the same signals. Sequences are told apart as tmux's input.c does, with one exception: an OSC that is broken
 * off is dropped, not taken. Memory is bounded whatever the program prints.
 */
export class PaneStream {
  #state = GROUND;
  #held = "";
  #isOverlong = false;
  #openedMs = 0;
  #bellAt = -1;
  #newlineAt = -1;

  #title: string | null = null;
  #progress: string | null = null;
  #notifications: Notification[] = [];
  #bell = false;
  #program: ProgramEvent[] = [];
  #screen: Signals["screen"] = null;
  #inSync = false;
  #unusual = false;
  #bytes = 0;
  #marks = 0;
  #lastMark = 0;
  #form = 0;

  #titleKey = "";
  readonly #bodies = new Map<string, number>();

  /** `nowMs` lets a string that was never terminated end as it ends in tmux; any clock that does not go back. */
  feed(chunk: string, nowMs = 0): void {
    if (this.#state >= OSC && nowMs - this.#openedMs >= UNTERMINATED_MS) this.#enter(GROUND);
    this.#bytes += chunk.length;
    this.#bellAt = -1;
    this.#newlineAt = -1;
    for (let at = 0; at < chunk.length;) at = this.#step(chunk, at, nowMs);
  }

  /** The signals since the last call; the next ones start empty. */
  take(): Signals {
    const signals: Signals = {
      title: this.#title,
      progress: this.#progress,
      notifications: this.#notifications,
      bell: this.#bell,
      program: this.#program,
      screen: this.#screen,
      inSync: this.#inSync,
      unusual: this.#unusual,
      form: this.#form * 64 + Math.round(Math.log2(this.#bytes + 1)),
      bytes: this.#bytes,
    };
    this.#title = this.#progress = this.#screen = null;
    this.#bell = this.#unusual = false;
    this.#bytes = this.#marks = this.#lastMark = this.#form = 0;
    if (this.#notifications.length > 0) this.#notifications = [];
    if (this.#program.length > 0) this.#program = [];
    return signals;
  }

  #step(chunk: string, at: number, nowMs: number): number {
    switch (this.#state) {
      case GROUND:
        return this.#ground(chunk, at);
      case ESCAPE:
        return this.#escape(chunk, at, nowMs);
      case INTERMEDIATE:
        return this.#intermediate(chunk, at);
      case CSI:
        return this.#csi(chunk, at);
      case OSC:
        return this.#osc(chunk, at);
      case OSC_ESCAPE:
        return this.#oscEscape(chunk, at);
      case STRING:
        return this.#string(chunk, at);
      default:
        return this.#dcs(chunk, at);
    }
  }

  #enter(state: number): void {
    this.#state = state;
    this.#held = "";
    this.#isOverlong = false;
  }

  #ground(chunk: string, from: number): number {
    let at = from;
    for (;;) {
      const found = chunk.indexOf("\x1b", at);
      const end = found < 0 ? chunk.length : found;
      if (end > at) this.#plain(chunk, at, end);
      if (found < 0) return end;
      WHOLE_CSI.lastIndex = found;
      if (!WHOLE_CSI.test(chunk)) {
        this.#state = ESCAPE;
        return found + 1;
      }
      at = WHOLE_CSI.lastIndex;
      this.#onWholeCsi(chunk, found + 2, at - 1);
    }
  }

  /** Its parameters stand before `final`, the index of its last byte. */
  #onWholeCsi(chunk: string, from: number, final: number): void {
    const code = chunk.charCodeAt(final);
    if (code === LOWER_M) return;
    const isMode = code === LOWER_H || code === LOWER_L;
    if (!isMode) this.#mark(code);
    else this.#onMode(chunk.slice(from, Math.min(final, from + PARAMETER_BYTES)), code);
  }

  /** Looks for a bell and a newline without looking at any byte twice. */
  #plain(chunk: string, from: number, end: number): void {
    if (!this.#bell) {
      if (this.#bellAt < from) this.#bellAt = nextIndex(chunk, "\x07", from);
      if (this.#bellAt < end) this.#ring();
    }
    if (this.#lastMark === NEWLINE || this.#marks >= FORM_MARKS) return;
    if (this.#newlineAt < from) this.#newlineAt = nextIndex(chunk, "\n", from);
    if (this.#newlineAt < end) this.#mark(NEWLINE);
  }

  #ring(): void {
    this.#bell = this.#unusual = true;
  }

  #mark(mark: number): void {
    if (mark === this.#lastMark || this.#marks >= FORM_MARKS) return;
    this.#lastMark = mark;
    this.#marks++;
    this.#form = (Math.imul(this.#form, 31) + mark) | 0;
  }

  /** A control character inside a sequence: acted on, or the end of it. */
  #control(code: number): void {
    if (code === ESC) this.#enter(ESCAPE);
    else if (code === CAN || code === SUB) this.#enter(GROUND);
    else if (code === BEL) this.#ring();
  }

  #escape(chunk: string, at: number, nowMs: number): number {
    const code = chunk.charCodeAt(at);
    if (code < 0x20) this.#control(code);
    else if (code < 0x30) this.#state = INTERMEDIATE;
    else {
      const opened = OPENED[chunk.charAt(at)] ?? GROUND;
      this.#enter(opened);
      if (opened >= OSC) this.#openedMs = nowMs;
      if (code === 0x63) this.#reset();
    }
    return at + 1;
  }

  #reset(): void {
    this.#unusual = true;
    this.#tell({ type: "reset" });
  }

  #intermediate(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at);
    if (code < 0x20) this.#control(code);
    else if (code >= 0x30 && code < 0x7f) this.#state = GROUND;
    return at + 1;
  }

  #csi(chunk: string, from: number): number {
    let at = from;
    let code = 0;
    while (at < chunk.length) {
      code = chunk.charCodeAt(at);
      if (code < 0x20 || code > 0x3f) break;
      at++;
    }
    const isFinal = at < chunk.length && code >= 0x40 && code < 0x7f;
    if (isFinal && code === LOWER_M) {
      this.#enter(GROUND);
      return at + 1;
    }
    if (!isFinal || code === LOWER_H || code === LOWER_L)
      this.#held = (this.#held + chunk.slice(from, at)).slice(0, PARAMETER_BYTES);
    if (at === chunk.length) return at;
    if (isFinal) this.#onCsi(code);
    else if (code < 0x20) this.#control(code);
    return at + 1;
  }

  #onCsi(final: number): void {
    if (final !== LOWER_H && final !== LOWER_L) this.#mark(final);
    else this.#onMode(this.#held, final);
    this.#enter(GROUND);
  }

  #onMode(parameters: string, final: number): void {
    if (parameters.startsWith("?")) this.#onModes(parameters.slice(1), final === LOWER_H);
  }

  #onModes(modes: string, isSet: boolean): void {
    for (const mode of modes.split(";")) {
      if (mode === SYNC_MODE) this.#inSync = isSet;
      if (!SCREEN_MODES.has(mode)) continue;
      this.#screen = isSet ? "alternate" : "main";
      this.#unusual = true;
    }
  }

  #osc(chunk: string, from: number): number {
    const end = nextMatch(chunk, OSC_END, from);
    this.#hold(chunk, from, end);
    if (end === chunk.length) return end;
    const code = chunk.charCodeAt(end);
    if (code === ESC) this.#state = OSC_ESCAPE;
    else this.#closeOsc(code === BEL);
    return end + 1;
  }

  #oscEscape(chunk: string, at: number): number {
    if (chunk[at] === "\\") {
      this.#closeOsc(true);
      return at + 1;
    }
    this.#enter(ESCAPE);
    return at;
  }

  #hold(chunk: string, from: number, end: number): void {
    if (this.#isOverlong || end === from) return;
    this.#isOverlong = this.#held.length + end - from > BODY_BYTES + CODE_BYTES;
    this.#held = this.#isOverlong ? "" : this.#held + chunk.slice(from, end);
  }

  #closeOsc(isWhole: boolean): void {
    if (isWhole && !this.#isOverlong) this.#onOsc(this.#held);
    this.#enter(GROUND);
  }

  #string(chunk: string, from: number): number {
    const end = nextMatch(chunk, STRING_END, from);
    if (end === chunk.length) return end;
    this.#enter(chunk.charCodeAt(end) === ESC ? ESCAPE : GROUND);
    return end + 1;
  }

  /** A DCS may hold ESC (tmux's pass-through doubles it); only `ESC \` ends it. */
  #dcs(chunk: string, from: number): number {
    if (this.#state === DCS_ESCAPE) {
      this.#state = chunk[from] === "\\" ? GROUND : DCS;
      return from + 1;
    }
    const found = chunk.indexOf("\x1b", from);
    if (found < 0) return chunk.length;
    this.#state = DCS_ESCAPE;
    return found + 1;
  }

  #onOsc(held: string): void {
    const semicolon = held.indexOf(";");
    const code = semicolon < 0 ? held : held.slice(0, semicolon);
    const body = semicolon < 0 ? "" : held.slice(semicolon + 1);
    if (!CODE.test(code) || body.length > BODY_BYTES) return;
    if (code === "0" || code === "2") this.#onTitle(body);
    else if (code !== "8") {
      this.#noteBody(code, body);
      this.#onMessage(code, body);
    }
  }

  #onMessage(code: string, body: string): void {
    if (code === "7501") this.#tell({ type: "status", body });
    else if (code === "133" && /^A(;|$)/.test(body)) this.#tell({ type: "prompt" });
    else if (code === "9") this.#progress = inertText(utf8Text(body), TEXT_CHARACTERS);
    if (code !== "9" && code !== "777" && code !== "99") return;
    const notification = notificationOf(code, body);
    if (notification === null) return;
    this.#notifications.push(notification);
    if (this.#notifications.length > MOST_NOTIFICATIONS) this.#notifications.shift();
  }

  #onTitle(body: string): void {
    this.#title = inertText(utf8Text(body), TEXT_CHARACTERS);
    const key = titleKey(this.#title);
    if (key === this.#titleKey) return;
    this.#titleKey = key;
    this.#unusual = true;
  }

  #tell(event: ProgramEvent): void {
    this.#program.push(event);
    if (this.#program.length > MOST_PROGRAM_EVENTS) this.#program.shift();
  }

  /** The bodies are kept as hashes: a slice would keep its whole chunk alive. */
  #noteBody(code: string, body: string): void {
    const hash = hashOf(body);
    if (this.#bodies.get(code) === hash) return;
    if (this.#bodies.size >= MOST_CODES) this.#bodies.clear();
    this.#bodies.set(code, hash);
    this.#unusual = true;
  }
}

/** Counters and braille spinners made equal; every other glyph may be the state itself (sampling.md §4). */
function titleKey(title: string): string {
  return title.replace(/\d+/g, "0").replace(/[\u2800-\u28ff]/g, "\u2800");
}

function nextIndex(chunk: string, wanted: string, from: number): number {
  const found = chunk.indexOf(wanted, from);
  return found < 0 ? chunk.length : found;
}

function nextMatch(chunk: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(chunk) ? pattern.lastIndex - 1 : chunk.length;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
