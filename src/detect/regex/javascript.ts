import { setTest } from "./linear.ts";
import { wordClass } from "./classes.ts";
import type { AssertionKind, Node, SetNode } from "./syntax.ts";

const ASSERTIONS: Readonly<Record<AssertionKind, (word: string) => string>> = {
  text_start: () => "^",
  text_end: () => "$",
  line_start: () => "(?<![^\\n])",
  line_end: () => "(?![^\\n])",
  word_boundary: (word) => `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  not_word_boundary: (word) => `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  word_start: (word) => `(?:(?<!${word})(?=${word}))`,
  word_end: (word) => `(?:(?<=${word})(?!${word}))`,
  word_start_half: (word) => `(?<!${word})`,
  word_end_half: (word) => `(?!${word})`,
};

/** The same pattern in JavaScript's `v` dialect, without the flag `i`: where case is ignored, `(?i:…)` says so. */
export function toJavaScript(node: Node): string {
  if (node.type === "set") {
    const source = node.chars?.length === 1 ? node.source.slice(1, -1) : node.source;
    return node.ignoreCase ? `(?i:${source})` : source;
  }
  if (node.type === "assertion") return ASSERTIONS[node.kind](wordClass(node.ascii));
  if (node.type === "sequence") return node.items.map(toJavaScript).join("");
  if (node.type === "choice") return `(?:${node.items.map(toJavaScript).join("|")})`;
  const most = node.max === Infinity ? "" : String(node.max);
  return `(?:${toJavaScript(node.body)}){${node.min},${most}}`;
}

/** log2 of a text's length as far as the bound is concerned; a region is a screen at most. */
const TEXT_BITS = 12;

/** What may come next: sets, `"end"` when nothing more can fail, null when nobody can say. */
type Follow = readonly SetNode[] | "end" | null;

function firsts(node: Node, follow: Follow): Follow {
  if (node.type === "set") return [node];
  if (node.type === "assertion") return node.kind === "text_end" ? [] : null;
  if (node.type === "sequence")
    return node.items.reduceRight<Follow>((after, item) => firsts(item, after), follow);
  if (node.type === "choice") return node.items.map((item) => firsts(item, follow)).reduce(union);
  const body = firsts(node.body, follow);
  return node.min === 0 ? union(body, follow) : body;
}

function union(left: Follow, right: Follow): Follow {
  if (left === null || right === null || left === "end" || right === "end")
    return left === right ? left : null;
  return [...left, ...right];
}

function isDisjoint(left: SetNode, right: SetNode): boolean {
  if (left.chars !== null) return !left.chars.some(setTest(right));
  return right.chars !== null && !right.chars.some(setTest(left));
}

/** Does the next character alone tell `here` from `after`, so that at most one of the two can go on? */
function isDetermined(here: Follow, after: Follow): boolean {
  if (after === "end") return true;
  if (here === null || after === null || here === "end") return false;
  return here.every((one) => after.every((other) => isDisjoint(one, other)));
}

function hasLoop(node: Node): boolean {
  if (node.type === "repeat") return node.max > 8 || hasLoop(node.body);
  return (node.type === "sequence" || node.type === "choice") && node.items.some(hasLoop);
}

/** log2 of the ways in which a backtracking engine can try `node` from one start. */
function choiceBits(node: Node, follow: Follow): number {
  if (node.type === "set" || node.type === "assertion") return 0;
  if (node.type === "choice")
    return branchBits(node.items) + Math.max(...node.items.map((item) => choiceBits(item, follow)));
  if (node.type === "repeat") return repeatBits(node, follow);
  let after = follow;
  let bits = 0;
  for (const item of node.items.toReversed()) {
    bits += choiceBits(item, after);
    after = firsts(item, after);
  }
  return bits;
}

function branchBits(items: readonly Node[]): number {
  const starts = items.map((item) => firsts(item, null));
  const isTold = starts.every((one, index) =>
    starts.slice(index + 1).every((other) => isDetermined(one, other)),
  );
  return isTold ? 0 : Math.log2(items.length);
}

function repeatBits(node: Extract<Node, { type: "repeat" }>, follow: Follow): number {
  const { body, min, max } = node;
  const start = firsts(body, null);
  const isTold = min === max || isDetermined(start, follow);
  const only = body.type === "sequence" && body.items.length === 1 ? body.items[0] : body;
  if (only?.type === "set") return isTold ? 0 : Math.min(TEXT_BITS, Math.log2(max - min + 1));
  const round = choiceBits(body, union(start, follow));
  if (max === Infinity) return isTold && round === 0 ? 0 : Infinity;
  const rounds = max * round;
  return rounds + (isTold ? 0 : max - min);
}

function startsAtTextStart(node: Node): boolean {
  if (node.type === "assertion") return node.kind === "text_start";
  const first = node.type === "sequence" ? node.items[0] : undefined;
  return first !== undefined && startsAtTextStart(first);
}

/**
 * Can a backtracking engine be trusted with this pattern? An upper bound of the paths it may try, as a power of two:
 * every start, times every way to divide the text among loops that overlap what follows them, alternatives and
 * optional parts. A loop over more than one character is trusted only where each next character tells whether it goes
 * on. At most 2^26 over a text of 4096 characters is allowed, a fraction of a second at the very worst.
 */
export function isSafeToBacktrack(node: Node): boolean {
  const starts = startsAtTextStart(node) ? 0 : TEXT_BITS;
  return starts + Math.max(choiceBits(node, "end"), hasLoop(node) ? TEXT_BITS : 0) <= 26;
}
