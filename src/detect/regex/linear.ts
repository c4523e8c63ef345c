import { PatternError, wordClass } from "./classes.ts";
import type { AssertionKind, Node, SetNode } from "./syntax.ts";

type Instruction =
  | { op: "match" }
  | { op: "set"; accepts: (char: string) => boolean; next: number }
  | { op: "split"; first: number; second: number }
  | { op: "assert"; kind: AssertionKind; ascii: boolean; next: number };

/** The most instructions of one pattern; a bigger one is refused, as Rust's size limit refuses it. */
const MOST_INSTRUCTIONS = 4096;

const MOST_REMEMBERED = 1024;

type SetTest = (char: string) => boolean;

function rememberingTest(set: SetNode): SetTest {
  const pattern = new RegExp(`^${set.source}$`, set.ignoreCase ? "vi" : "v");
  const known = new Map<string, boolean>();
  return (char) => {
    const before = known.get(char);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const accepted = pattern.test(char);
    known.set(char, accepted);
    return accepted;
  };
}

const tests = new Map<string, SetTest>();

/** Whether one character is in a set, remembered per character and shared by all patterns. */
export function setTest(set: SetNode): SetTest {
  const { chars } = set;
  if (chars !== null && !set.ignoreCase) return (char) => chars.includes(char);
  const key = `${set.ignoreCase ? "i" : "c"}${set.source}`;
  const shared = tests.get(key);
  if (shared !== undefined) return shared;
  if (tests.size >= MOST_REMEMBERED) tests.clear();
  const test = rememberingTest(set);
  tests.set(key, test);
  return test;
}

/** How many instructions a pattern takes once its repetitions are written out. */
function sizeOf(node: Node): number {
  if (node.type === "set" || node.type === "assertion") return 1;
  if (node.type !== "repeat")
    return node.items.reduce((size, item) => size + sizeOf(item), node.items.length);
  const copies = node.max === Infinity ? node.min + 1 : node.max;
  return copies * (sizeOf(node.body) + 1);
}

/** Refuses a pattern that is too big, whichever engine would run it. Throws {@link PatternError}. */
export function checkSize(node: Node): void {
  if (sizeOf(node) > MOST_INSTRUCTIONS)
    throw new PatternError("the pattern is too big once its repetitions are written out");
}

class Compiler {
  readonly program: Instruction[] = [{ op: "match" }];

  /** Adds what matches `node` and then goes on at `next`; answers where it begins. */
  build(node: Node, next: number): number {
    if (node.type === "set") return this.add({ op: "set", accepts: setTest(node), next });
    if (node.type === "assertion")
      return this.add({ op: "assert", kind: node.kind, ascii: node.ascii, next });
    if (node.type === "sequence")
      return node.items.reduceRight((entry, item) => this.build(item, entry), next);
    if (node.type === "choice") return this.choice(node.items, next);
    return this.repeat(node, next);
  }

  private add(instruction: Instruction): number {
    return this.program.push(instruction) - 1;
  }

  private choice(items: readonly Node[], next: number): number {
    const entries = items.map((item) => this.build(item, next));
    return entries.reduceRight((second, first) => this.add({ op: "split", first, second }));
  }

  private repeat(node: Extract<Node, { type: "repeat" }>, next: number): number {
    let entry = next;
    if (node.max === Infinity) {
      const loop = { op: "split" as const, first: 0, second: next };
      entry = this.add(loop);
      loop.first = this.build(node.body, entry);
    } else {
      for (let optional = node.min; optional < node.max; optional += 1)
        entry = this.add({ op: "split", first: this.build(node.body, entry), second: next });
    }
    for (let copy = 0; copy < node.min; copy += 1) entry = this.build(node.body, entry);
    return entry;
  }
}

const isUnicodeWord = new RegExp(`^${wordClass(false)}$`, "v");
const isAsciiWord = new RegExp(`^${wordClass(true)}$`, "v");

/** Does the assertion hold between `before` and `after`? Both are one character, or "" at an end of the text. */
function holds(kind: AssertionKind, ascii: boolean, before: string, after: string): boolean {
  if (kind === "text_start") return before === "";
  if (kind === "text_end") return after === "";
  if (kind === "line_start") return before === "" || before === "\n";
  if (kind === "line_end") return after === "" || after === "\n";
  const word = ascii ? isAsciiWord : isUnicodeWord;
  const left = word.test(before);
  const right = word.test(after);
  if (kind === "word_boundary") return left !== right;
  if (kind === "not_word_boundary") return left === right;
  if (kind === "word_start") return !left && right;
  if (kind === "word_end") return left && !right;
  return kind === "word_start_half" ? !left : !right;
}

/** A pattern that takes at most (its instructions) × (characters of the text + 1) × 3 steps, whatever both say. */
export class LinearPattern {
  /** Steps taken by the last `test`, for the tests that hold the bound. */
  steps = 0;
  readonly size: number;
  readonly node: Node;
  private readonly program: readonly Instruction[];
  private readonly entry: number;
  private readonly seenAt: Int32Array;

  constructor(node: Node) {
    this.node = node;
    const compiler = new Compiler();
    this.entry = compiler.build(node, 0);
    this.program = compiler.program;
    this.size = compiler.program.length;
    this.seenAt = new Int32Array(this.size);
  }

  test(text: string): boolean {
    this.steps = 0;
    this.seenAt.fill(-1);
    let waiting: number[] = [];
    let before = "";
    let position = 0;
    const chars = [...text, ""];
    for (const char of chars) {
      const threads: number[] = [];
      for (const thread of waiting) this.follow(thread, threads, position, before, char);
      this.follow(this.entry, threads, position, before, char);
      if (this.seenAt[0] === position) return true;
      waiting = this.advance(threads, char);
      before = char;
      position += 1;
    }
    return false;
  }

  /** Walks from an instruction over all that read nothing; those that read a character are added to `threads`. */
  private follow(
    start: number,
    threads: number[],
    position: number,
    before: string,
    after: string,
  ) {
    const open = [start];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      this.steps += 1;
      if (this.seenAt[index] === position) continue;
      this.seenAt[index] = position;
      const instruction = this.program[index];
      if (instruction === undefined || instruction.op === "match") continue;
      if (instruction.op === "set") threads.push(index);
      else if (instruction.op === "split") open.push(instruction.second, instruction.first);
      else if (holds(instruction.kind, instruction.ascii, before, after))
        open.push(instruction.next);
    }
  }

  private advance(threads: readonly number[], char: string): number[] {
    const next: number[] = [];
    for (const index of threads) {
      this.steps += 1;
      const instruction = this.program[index];
      if (instruction?.op === "set" && char !== "" && instruction.accepts(char))
        next.push(instruction.next);
    }
    return next;
  }
}
