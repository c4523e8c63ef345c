/**
 * Key combinations as people write them (`ctrl+shift+a`, `prefix` apart): the grammar of reference/herdr/cli.md §4, for
 * `[keys]` in the config and for the send-keys verbs. `home end pageup pagedown insert delete` are taw's additions.
 */
export interface KeyCombo {
  /** One character, lower case where it is an ASCII letter, or a name of `KEY_NAMES` or `f1`… */
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly super: boolean;
  readonly hyper: boolean;
}

export type Modifier = "ctrl" | "alt" | "shift" | "super" | "hyper";

/** In the order in which `comboText` writes them. */
const MODIFIERS: readonly Modifier[] = ["ctrl", "alt", "shift", "super", "hyper"];

const MODIFIER_WORDS: Readonly<Record<string, Modifier>> = {
  ctrl: "ctrl",
  control: "ctrl",
  shift: "shift",
  alt: "alt",
  option: "alt",
  meta: "alt",
  cmd: "super",
  command: "super",
  super: "super",
  hyper: "hyper",
};

/** Every spelling of a named key, with the one name or character that it means. */
const KEY_WORDS: Readonly<Record<string, string>> = {
  space: "space",
  enter: "enter",
  return: "enter",
  esc: "esc",
  escape: "esc",
  tab: "tab",
  backspace: "backspace",
  bs: "backspace",
  left: "left",
  right: "right",
  up: "up",
  down: "down",
  home: "home",
  end: "end",
  pageup: "pageup",
  pagedown: "pagedown",
  insert: "insert",
  delete: "delete",
  minus: "-",
  comma: ",",
  period: ".",
  slash: "/",
  backslash: "\\",
  quote: "'",
  double_quote: '"',
  "double-quote": '"',
  semicolon: ";",
  colon: ":",
  percent: "%",
  ampersand: "&",
  backtick: "`",
  plus: "+",
};

/** The word for a modifier, in any case and spelling; null for any other word. */
export function parseModifier(word: string): Modifier | null {
  return own(MODIFIER_WORDS, word.toLowerCase());
}

/**
 * A key as the send-keys verbs take it: a combination, a lone `+`, and tmux's spelling of ctrl+c (reference/herdr/cli.md §4,
 * "API-only aliases"); null when it is none.
 */
export function parseSentKey(text: string): KeyCombo | null {
  if (text === "+") return combo("+", new Set());
  return parseCombo(/^[Cc]-c$/.test(text) ? "ctrl+c" : text);
}

/** A combination from its text; null when it is none: an empty part, no key or two, or a key without a name. */
export function parseCombo(text: string): KeyCombo | null {
  const held = new Set<Modifier>();
  let key: string | null = null;
  for (const part of text.split("+").map((word) => word.trim())) {
    const modifier = parseModifier(part);
    if (modifier !== null) {
      held.add(modifier);
      continue;
    }
    const named = parseKey(part);
    if (named === null || key !== null) return null;
    key = named;
    if (/^[A-Z]$/.test(part)) held.add("shift");
  }
  return key === null ? null : combo(key, held);
}

function parseKey(word: string): string | null {
  const name = word.toLowerCase();
  const known = own(KEY_WORDS, name);
  if (known !== null) return known;
  const isFunctionKey = /^f(0|[1-9]\d{0,2})$/.test(name) && Number(name.slice(1)) <= 255;
  if (isFunctionKey) return name;
  const isOneCharacter = [...word].length === 1 && !/[\p{Cc}\s]/u.test(word);
  if (!isOneCharacter) return null;
  return /^[A-Z]$/.test(word) ? name : word;
}

const own = <Value>(words: Readonly<Record<string, Value>>, word: string): Value | null =>
  Object.hasOwn(words, word) ? (words[word] ?? null) : null;

const combo = (key: string, held: ReadonlySet<Modifier>): KeyCombo => ({
  key,
  ctrl: held.has("ctrl"),
  alt: held.has("alt"),
  shift: held.has("shift"),
  super: held.has("super"),
  hyper: held.has("hyper"),
});

/** The one spelling of a combination, modifiers first (`ctrl+shift+a`, `+` as `plus`): equal texts are equal keys. */
export function comboText(combo: KeyCombo): string {
  const key = combo.key === "+" ? "plus" : combo.key === " " ? "space" : combo.key;
  return [...MODIFIERS.filter((modifier) => combo[modifier]), key].join("+");
}
