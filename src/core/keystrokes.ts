import type { KeyCombo } from "./keys.ts";

/**
 * Key combinations → the bytes that a terminal sends for them. A program in tmux reads tmux's terminal, so home and end
 * are `ESC[1~` and `ESC[4~`, and f13 on are the shifted f1 on (terminfo's tmux-256color; facts.md §6.1). What xterm has
 * no bytes for, a key held with super or hyper, is spelled as kitty spells it while no program has asked for more.
 */

const ESCAPE = 0x1b;

/** xterm's bits of modifiers, as in `ESC[1;5A`: the parameter is one more. */
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const SUPER = 8;
const HYPER = 16;

/** Cursor and function keys end with a letter: `ESC[A`, with modifiers `ESC[1;5A`. */
const LETTERS: Readonly<Record<string, { plain: string; final: string }>> = {
  up: { plain: "\u001b[A", final: "A" },
  down: { plain: "\u001b[B", final: "B" },
  right: { plain: "\u001b[C", final: "C" },
  left: { plain: "\u001b[D", final: "D" },
  home: { plain: "\u001b[1~", final: "H" },
  end: { plain: "\u001b[4~", final: "F" },
  f1: { plain: "\u001bOP", final: "P" },
  f2: { plain: "\u001bOQ", final: "Q" },
  f3: { plain: "\u001bOR", final: "R" },
  f4: { plain: "\u001bOS", final: "S" },
};

/** The others have a number: `ESC[5~`, with modifiers `ESC[5;5~`. */
const NUMBERS: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};

/** The four keys that are one byte, with their bytes under ctrl. */
const SINGLE: Readonly<Record<string, { plain: number; ctrl: number }>> = {
  enter: { plain: 0x0d, ctrl: 0x0d },
  esc: { plain: ESCAPE, ctrl: ESCAPE },
  tab: { plain: 0x09, ctrl: 0x09 },
  backspace: { plain: 0x7f, ctrl: 0x08 },
  space: { plain: 0x20, ctrl: 0x00 },
};

/** Characters that make a control code of their own with ctrl, beside `@`…`~`; of the others xterm drops the ctrl. */
const CONTROLS: Readonly<Record<string, number>> = {
  "2": 0x00,
  "3": 0x1b,
  "4": 0x1c,
  "5": 0x1d,
  "6": 0x1e,
  "7": 0x1f,
  "8": 0x7f,
  "/": 0x1f,
  "-": 0x1f,
  "?": 0x7f,
};

/** What f13, f25, f37, f49 and f61 hold in terminfo, beside f1 and on. */
const HELD_BY_TWELVES: readonly number[] = [0, SHIFT, CTRL, CTRL | SHIFT, ALT, ALT | SHIFT];
const LAST_FUNCTION_KEY = 63;

const utf8 = (text: string): number[] => [...Buffer.from(text)];

/** What a program can ask of cursor keys (DECCKM): by themselves they are `ESC[A`, or `ESC O A`. */
export type CursorMode = "normal" | "application";

const CURSOR_KEYS: ReadonlySet<string> = new Set(["up", "down", "left", "right"]);

/** The bytes of a combination; null for f0 and for the function keys past f63, which no terminal has. */
export function keyBytes(combo: KeyCombo, mode: CursorMode = "normal"): number[] | null {
  const { key } = combo;
  const isCursor = CURSOR_KEYS.has(key) && heldBy(combo) === 0;
  if (isCursor && mode === "application") return utf8(`\u001bO${LETTERS[key]?.final}`);
  if (/^f\d/.test(key)) return functionKey(Number(key.slice(1)), heldBy(combo));
  if (key in LETTERS || key in NUMBERS) return editingKey(key, heldBy(combo));
  if (combo.super || combo.hyper) return kittyKey(combo);
  if (key === "tab" && combo.shift) return [...altOf(combo), ...utf8("\u001b[Z")];
  const single = SINGLE[key];
  if (single) return [...altOf(combo), combo.ctrl ? single.ctrl : single.plain];
  return [...altOf(combo), ...characterBytes(combo)];
}

const heldBy = (combo: KeyCombo): number =>
  (combo.shift ? SHIFT : 0) |
  (combo.alt ? ALT : 0) |
  (combo.ctrl ? CTRL : 0) |
  (combo.super ? SUPER : 0) |
  (combo.hyper ? HYPER : 0);

const altOf = ({ alt }: KeyCombo): number[] => (alt ? [ESCAPE] : []);

function functionKey(number: number, held: number): number[] | null {
  if (number < 1 || number > LAST_FUNCTION_KEY) return null;
  const twelves = HELD_BY_TWELVES[Math.floor((number - 1) / 12)] ?? 0;
  return editingKey(`f${((number - 1) % 12) + 1}`, held | twelves);
}

function editingKey(key: string, held: number): number[] {
  const letter = LETTERS[key];
  if (letter) return utf8(held === 0 ? letter.plain : `\u001b[1;${held + 1}${letter.final}`);
  return utf8(`\u001b[${NUMBERS[key]}${held === 0 ? "" : `;${held + 1}`}~`);
}

function kittyKey(combo: KeyCombo): number[] {
  const code = SINGLE[combo.key]?.plain ?? combo.key.codePointAt(0) ?? 0;
  return utf8(`\u001b[${code};${heldBy(combo) + 1}u`);
}

/** Shift writes the capital of a letter: which sign a key bears above it, only a keyboard knows. */
function characterBytes({ key, ctrl, shift }: KeyCombo): number[] {
  if (ctrl && isControlling(key)) return [key.toLowerCase().charCodeAt(0) & 0x1f];
  if (ctrl && CONTROLS[key] !== undefined) return [CONTROLS[key]];
  const capital = key.toUpperCase();
  const isLetter = [...capital].length === 1;
  return utf8(shift && isLetter ? capital : key);
}

/** `@`, the letters, `[ \ ] ^ _`, the backtick and `{ | } ~`: ctrl keeps their low five bits. */
const isControlling = (key: string): boolean => /^[@-~]$/.test(key);
