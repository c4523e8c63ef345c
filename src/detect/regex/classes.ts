/** A pattern that Rust's `regex` crate refuses too; the message says what is wrong with it. */
export class PatternError extends Error {}

/** Part of a class in JavaScript's `v` syntax; `chars` lists its characters when they are few. */
export type ClassPart = { source: string; chars: readonly string[] | null };

const ASCII_SPACE = "\\t\\n\\v\\f\\r\\x20";
const UNICODE_WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
const ASCII_WORD = "A-Za-z0-9_";

/**
 * `\d \D \s \S \w \W`, to stand alone or in a class. Opposites are written out, since JavaScriptCore takes 17 ms to
 * compile a class inside a class (`[[^…]]`).
 */
export const PERL_CLASSES: Readonly<Record<string, { unicode: string; ascii: string }>> = {
  d: { unicode: "\\p{Nd}", ascii: "[0-9]" },
  D: { unicode: "\\P{Nd}", ascii: "[^0-9]" },
  s: { unicode: "\\p{White_Space}", ascii: `[${ASCII_SPACE}]` },
  S: { unicode: "\\P{White_Space}", ascii: `[^${ASCII_SPACE}]` },
  w: { unicode: `[${UNICODE_WORD}]`, ascii: `[${ASCII_WORD}]` },
  W: { unicode: `[^${UNICODE_WORD}]`, ascii: `[^${ASCII_WORD}]` },
};

/** The class of word characters as a `v` class, for sets and for word boundaries. */
export const wordClass = (ascii: boolean): string => `[${ascii ? ASCII_WORD : UNICODE_WORD}]`;

export const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t\\x20",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: ASCII_SPACE,
  upper: "A-Z",
  word: ASCII_WORD,
  xdigit: "0-9A-Fa-f",
};

export const escapeChar = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** The name of a Unicode property as JavaScript spells it; Rust also takes it loosely written and without its key. */
export function propertySource(name: string, negated: boolean): string {
  const titled = name
    .trim()
    .toLowerCase()
    .replace(/(^|[_\s=:-])([a-z])/g, (_match, before: string, letter: string) => {
      const separator = before === ":" ? "=" : before.replace(/[\s-]/, "_");
      return separator + letter.toUpperCase();
    })
    .replace(/^(Sc|Scx|Gc)=/, (key) => key.toLowerCase());
  for (const spelled of [name, titled, `Script=${name}`, `Script=${titled}`]) {
    const source = `\\${negated ? "P" : "p"}{${spelled}}`;
    try {
      if (new RegExp(source, "v").unicodeSets) return source;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new PatternError(`the Unicode property ${JSON.stringify(name)} is not known`);
}

/** The most characters of a class that are listed. */
const MOST_LISTED = 64;

/** The characters from one to another. */
export function range(from: string, to: string): ClassPart {
  const first = from.codePointAt(0) ?? 0;
  const last = to.codePointAt(0) ?? 0;
  if (first > last) throw new PatternError(`the range ${from}-${to} runs backwards`);
  const source = `${escapeChar(from)}-${escapeChar(to)}`;
  if (last - first >= MOST_LISTED) return { source, chars: null };
  const codes = Array.from({ length: last - first + 1 }, (_none, index) => first + index);
  return { source, chars: codes.map((code) => String.fromCodePoint(code)) };
}

/** Both parts in one class. */
export function join(left: ClassPart, right: ClassPart): ClassPart {
  const chars =
    left.chars === null || right.chars === null ? null : [...left.chars, ...right.chars];
  return {
    source: left.source + right.source,
    chars: chars !== null && chars.length > MOST_LISTED ? null : chars,
  };
}

/** Two classes under `&&`, `--` or `~~`; `operator` is one character of it. */
export function combine(left: ClassPart | null, operator: string, right: ClassPart): ClassPart {
  if (left === null) return right;
  const source =
    operator === "~"
      ? `[${left.source}--${right.source}][${right.source}--${left.source}]`
      : `[${left.source}${operator}${operator}${right.source}]`;
  return { source, chars: null };
}

/** The part as a whole class, or as its opposite. */
export const enclosed = ({ source, chars }: ClassPart, negated: boolean): ClassPart => ({
  source: negated ? `[^${source}]` : `[${source}]`,
  chars: negated ? null : chars,
});
