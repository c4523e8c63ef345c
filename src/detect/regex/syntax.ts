import {
  type ClassPart,
  combine,
  enclosed,
  escapeChar,
  join,
  PatternError,
  PERL_CLASSES,
  POSIX_CLASSES,
  propertySource,
  range,
} from "./classes.ts";

/** What a zero-width assertion asks of the place it stands at. */
export type AssertionKind =
  | "text_start"
  | "text_end"
  | "line_start"
  | "line_end"
  | "word_boundary"
  | "not_word_boundary"
  | "word_start"
  | "word_end"
  | "word_start_half"
  | "word_end_half";

/** One character out of a set. `source` is that set in JavaScript's `v` syntax; `chars` lists it when it is short. */
export type SetNode = {
  type: "set";
  source: string;
  ignoreCase: boolean;
  chars: readonly string[] | null;
};

/** A Rust `regex` pattern with flags, names and laziness resolved: only what decides whether it matches. */
export type Node =
  | SetNode
  | { type: "assertion"; kind: AssertionKind; ascii: boolean }
  | { type: "sequence"; items: readonly Node[] }
  | { type: "choice"; items: readonly Node[] }
  | { type: "repeat"; body: Node; min: number; max: number };

type Flags = {
  ignoreCase: boolean;
  multiLine: boolean;
  dotAll: boolean;
  verbose: boolean;
  ascii: boolean;
};

const NO_FLAGS: Flags = {
  ignoreCase: false,
  multiLine: false,
  dotAll: false,
  verbose: false,
  ascii: false,
};

const FLAG_LETTERS: Readonly<Record<string, keyof Flags | null>> = {
  i: "ignoreCase",
  m: "multiLine",
  s: "dotAll",
  x: "verbose",
  u: "ascii",
  // U swaps greedy and lazy and R widens line ends to CRLF: neither decides whether a text without CR matches.
  U: null,
  R: null,
};

const CONTROL_ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  f: "\f",
  t: "\t",
  n: "\n",
  r: "\r",
  v: "\v",
};

const WORD_ASSERTIONS: Readonly<Record<string, AssertionKind>> = {
  start: "word_start",
  end: "word_end",
  "start-half": "word_start_half",
  "end-half": "word_end_half",
};

const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

class Parser {
  private readonly chars: readonly string[];
  private at = 0;
  private flags: Flags = NO_FLAGS;
  private readonly names = new Set<string>();

  constructor(pattern: string) {
    this.chars = [...pattern];
  }

  parse(): Node {
    const node = this.alternatives();
    if (this.at < this.chars.length)
      throw new PatternError("a group is closed that was not opened");
    return node;
  }

  private peek(text: string): boolean {
    for (let index = 0; index < text.length; index += 1)
      if (this.chars[this.at + index] !== text[index]) return false;
    return true;
  }

  private take(text: string): boolean {
    if (!this.peek(text)) return false;
    this.at += text.length;
    return true;
  }

  private next(what: string): string {
    const char = this.chars[this.at];
    if (char === undefined) throw new PatternError(`the pattern ends inside ${what}`);
    this.at += 1;
    return char;
  }

  private until(end: string, what: string): string {
    let text = "";
    while (!this.take(end)) text += this.next(what);
    return text;
  }

  private skipVerbose(): void {
    while (this.flags.verbose && this.at < this.chars.length) {
      const char = this.chars[this.at] ?? "";
      if (char === "#") while (this.at < this.chars.length && this.next("a comment") !== "\n");
      else if (/\p{White_Space}/v.test(char)) this.at += 1;
      else return;
    }
  }

  private alternatives(): Node {
    const before = this.flags;
    const items = [this.sequence()];
    while (this.take("|")) items.push(this.sequence());
    this.flags = before;
    const only = items[0];
    return items.length === 1 && only !== undefined ? only : { type: "choice", items };
  }

  private sequence(): Node {
    const items: Node[] = [];
    for (;;) {
      this.skipVerbose();
      const char = this.chars[this.at];
      if (char === undefined || char === "|" || char === ")") break;
      if (this.repeats(items)) continue;
      const atom = this.atom();
      if (atom !== null) items.push(atom);
    }
    return { type: "sequence", items };
  }

  private repeats(items: Node[]): boolean {
    const bounds = this.bounds();
    if (bounds === null) return false;
    const body = items.pop();
    if (body === undefined) throw new PatternError("a repetition has nothing to repeat");
    this.take("?");
    items.push({ type: "repeat", body, min: bounds[0], max: bounds[1] });
    return true;
  }

  private bounds(): readonly [number, number] | null {
    if (this.take("*")) return [0, Infinity];
    if (this.take("+")) return [1, Infinity];
    if (this.take("?")) return [0, 1];
    if (!this.take("{")) return null;
    const text = this.until("}", "a repetition");
    const [, min, comma, max] = /^\s*(\d*)\s*(?:(,)\s*(\d*)\s*)?$/.exec(text) ?? [];
    if (min === undefined || (min === "" && !max))
      throw new PatternError(`{${text}} is no repetition`);
    const least = Number(min);
    const most = comma === undefined ? least : max ? Number(max) : Infinity;
    if (least > most || least > 1000 || (most !== Infinity && most > 1000))
      throw new PatternError(`the repetition {${text}} is out of range`);
    return [least, most];
  }

  private atom(): Node | null {
    const char = this.next("the pattern");
    if (char === "(") return this.group();
    if (char === "[") {
      const { source, chars } = this.classBody();
      return this.set(source, chars);
    }
    if (char === ".") return this.set(this.flags.dotAll ? "[\\s\\S]" : "[^\\n]", null);
    if (char === "^") return this.assertion(this.flags.multiLine ? "line_start" : "text_start");
    if (char === "$") return this.assertion(this.flags.multiLine ? "line_end" : "text_end");
    if (char === "\\") return this.escape();
    return this.literal(char);
  }

  private group(): Node | null {
    const before = this.flags;
    if (this.take("?")) {
      if (this.flagsOnly()) return null;
    }
    const node = this.alternatives();
    if (!this.take(")")) throw new PatternError("a group is not closed");
    this.flags = before;
    return node;
  }

  /** What stands after `(?`; true when it was `(?flags)`, which holds to the end of the enclosing group. */
  private flagsOnly(): boolean {
    for (const look of ["=", "!", "<=", "<!"])
      if (this.peek(look)) throw new PatternError(`look-around (?${look}…) is not supported`);
    if (this.take("P<") || this.take("<")) {
      this.groupName(this.until(">", "a group name"));
      return false;
    }
    let negated = false;
    const flags = { ...this.flags };
    for (;;) {
      const char = this.next("a group's flags");
      if (char === ":" || char === ")") {
        this.flags = flags;
        return char === ")";
      }
      if (char === "-" && !negated) negated = true;
      else this.setFlag(flags, char, !negated);
    }
  }

  private setFlag(flags: Flags, letter: string, on: boolean): void {
    const flag = FLAG_LETTERS[letter];
    if (flag === undefined) throw new PatternError(`(?${letter}…) is not supported`);
    if (flag !== null) flags[flag] = flag === "ascii" ? !on : on;
  }

  private groupName(name: string): void {
    if (!/^[\p{Alphabetic}_][\p{Alphabetic}\p{Nd}_.[\]]*$/u.test(name))
      throw new PatternError(`${JSON.stringify(name)} is no name for a group`);
    if (this.names.has(name)) throw new PatternError(`two groups are named ${name}`);
    this.names.add(name);
  }

  private escape(): Node {
    const char = this.next("an escape");
    if (char === "A") return this.assertion("text_start");
    if (char === "z") return this.assertion("text_end");
    if (char === "B") return this.assertion("not_word_boundary");
    if (char === "<") return this.assertion("word_start");
    if (char === ">") return this.assertion("word_end");
    if (char === "b") return this.wordBoundary();
    const source = this.classEscape(char);
    return source === null ? this.literal(this.charEscape(char)) : this.set(source, null);
  }

  private wordBoundary(): Node {
    if (!this.take("{")) return this.assertion("word_boundary");
    const name = this.until("}", "a word boundary");
    const kind = WORD_ASSERTIONS[name];
    if (kind === undefined) throw new PatternError(`\\b{${name}} is not known`);
    return this.assertion(kind);
  }

  /** `\d \w \s \p{…}` and their opposites, to stand alone or in a class; null when the escape is one character. */
  private classEscape(char: string): string | null {
    const perl = Object.hasOwn(PERL_CLASSES, char) ? PERL_CLASSES[char] : undefined;
    if (perl !== undefined) return this.flags.ascii ? perl.ascii : perl.unicode;
    if (char !== "p" && char !== "P") return null;
    const braced = this.take("{");
    const name = braced ? this.until("}", "a property") : this.next("a property");
    const inverted = name.startsWith("^");
    return propertySource(inverted ? name.slice(1) : name, (char === "P") !== inverted);
  }

  private charEscape(char: string): string {
    const control = CONTROL_ESCAPES[char];
    if (control !== undefined) return control;
    const length = HEX_LENGTHS[char];
    if (length !== undefined) return this.hexEscape(length);
    if (/[0-9]/.test(char)) throw new PatternError("back-references are not supported");
    if (/[\p{Alphabetic}<>]/u.test(char) || !/[\x20-\x7e]/.test(char))
      throw new PatternError(`the escape \\${char} is not known`);
    return char;
  }

  private hexEscape(length: number): string {
    let digits = "";
    if (this.take("{")) digits = this.until("}", "a code point");
    else for (let index = 0; index < length; index += 1) digits += this.next("a code point");
    const code = /^[0-9a-fA-F]{1,8}$/.test(digits) ? Number.parseInt(digits, 16) : Infinity;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new PatternError(`${JSON.stringify(digits)} is no code point`);
    return String.fromCodePoint(code);
  }

  /** A class after its `[`, through its `]`, as a `v` class. */
  private classBody(): ClassPart {
    const negated = this.take("^");
    let whole: ClassPart | null = null;
    let union: ClassPart = { source: "", chars: [] };
    let first = true;
    let operator = "";
    for (;;) {
      this.skipVerbose();
      const char = this.next("a class");
      const closes = char === "]" && !first;
      const combines = "&-~".includes(char) && this.peek(char);
      if (closes || combines) {
        whole = combine(whole, operator, { ...union, source: `[${union.source}]` });
        union = { source: "", chars: [] };
        if (closes) return enclosed(whole, negated);
        operator = char;
        this.at += 1;
      } else union = join(union, this.classItem(char));
      first = false;
    }
  }

  private classItem(char: string): ClassPart {
    if (char === "[") return this.posixClass() ?? this.classBody();
    const from = this.classChar(char);
    if (from.source !== null) return { source: from.source, chars: null };
    const rangeFollows =
      this.peek("-") && !this.peek("--") && !this.peek("-]") && this.at + 1 < this.chars.length;
    if (!rangeFollows) return { source: escapeChar(from.char), chars: [from.char] };
    this.at += 1;
    const to = this.classChar(this.next("a class"));
    if (to.source !== null) throw new PatternError("a range in a class ends in a class");
    return range(from.char, to.char);
  }

  private classChar(char: string): { source: string; char: "" } | { source: null; char: string } {
    if (char !== "\\") return { source: null, char };
    const escaped = this.next("an escape");
    const source = this.classEscape(escaped);
    return source === null
      ? { source: null, char: this.charEscape(escaped) }
      : { source, char: "" };
  }

  private posixClass(): ClassPart | null {
    if (!this.peek(":")) return null;
    const rest = this.chars.slice(this.at).join("");
    const [text, inverted, name] = /^:(\^?)([a-z]+):\]/.exec(rest) ?? [];
    const inside = POSIX_CLASSES[name ?? ""];
    if (text === undefined || inside === undefined) return null;
    this.at += text.length;
    return { source: inverted === "^" ? `[^${inside}]` : inside, chars: null };
  }

  private literal(char: string): SetNode {
    return this.set(`[${escapeChar(char)}]`, [char]);
  }

  private set(source: string, chars: readonly string[] | null): SetNode {
    return { type: "set", source, ignoreCase: this.flags.ignoreCase, chars };
  }

  private assertion(kind: AssertionKind): Node {
    return { type: "assertion", kind, ascii: this.flags.ascii };
  }
}

/**
 * Reads a pattern in the dialect of Rust's `regex` crate (reference/agents/manifest-format.md §5). Look-around and
 * back-references are refused, as that crate does; greedy and lazy are the same here, since only "matches or not"
 * is asked. `(?-u)` makes `\d \w \s \b` ASCII and changes nothing else. Throws {@link PatternError}.
 */
export function parsePattern(pattern: string): Node {
  return new Parser(pattern).parse();
}
