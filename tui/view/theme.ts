import type { Colour, Role, Span } from "./spans.ts";
import { BOLD, INVERSE, UNDERLINE } from "./spans.ts";

export type ColourDepth = "truecolor" | "256" | "16" | "mono";
export type PaletteName = "dark" | "light" | "cb-dark" | "cb-light" | "terminal";

/** How roles become colours on this terminal. `terminal` is right on any background (cockpit.md §7). */
export type Theme = { readonly depth: ColourDepth; readonly palette: PaletteName };

/** A cell's look as the terminal is told; null is the terminal's own default. */
export type Look = {
  readonly fg: Colour | null;
  readonly bg: Colour | null;
  readonly attributes: number;
};

type Named = Exclude<PaletteName, "terminal">;
type Table = Readonly<Record<Role | "selection", string>>;
type Indexes = Readonly<Record<Role | "selection", number>>;

const DARK: Table = {
  text: "#dfe3ea",
  dim: "#b0b8c6",
  faint: "#a0a8b7",
  accent: "#8ab8ff",
  blocked: "#ffb454",
  done: "#8bd98b",
  working: "#7cc4ff",
  idle: "#b0b8c6",
  unknown: "#b0b8c6",
  error: "#ff9a92",
  match: "#ffd479",
  rule: "#7d8697",
  selection: "#343b4c",
};
const LIGHT: Table = {
  text: "#1f2430",
  dim: "#4d5566",
  faint: "#565e70",
  accent: "#1d4fb8",
  blocked: "#8f4300",
  done: "#1c6630",
  working: "#0a559c",
  idle: "#4d5566",
  unknown: "#4d5566",
  error: "#a8201a",
  match: "#7a3f00",
  rule: "#788091",
  selection: "#dbe4f3",
};

/** cockpit.md §4.1, worst contrast measured there; `theme.test.ts` computes it again. */
export const PALETTES: Readonly<Record<Named, Table>> = {
  dark: DARK,
  light: LIGHT,
  "cb-dark": {
    ...DARK,
    blocked: "#edc367",
    done: "#31fbd0",
    working: "#80c4fa",
    error: "#ff7ac9",
    match: "#f0e442",
  },
  "cb-light": {
    ...LIGHT,
    accent: "#00508a",
    blocked: "#665512",
    done: "#0e7161",
    working: "#054886",
    error: "#601148",
    match: "#665512",
  },
};

const DARK_256: Indexes = {
  text: 254,
  dim: 250,
  faint: 248,
  accent: 111,
  blocked: 215,
  done: 114,
  working: 117,
  idle: 250,
  unknown: 250,
  error: 210,
  match: 222,
  rule: 244,
  selection: 237,
};
const LIGHT_256: Indexes = {
  text: 235,
  dim: 240,
  faint: 241,
  accent: 25,
  blocked: 94,
  done: 22,
  working: 24,
  idle: 240,
  unknown: 240,
  error: 124,
  match: 94,
  rule: 243,
  selection: 254,
};

/** cockpit.md §4.2: chosen by hand, never the nearest colour. */
export const INDEXES: Readonly<Record<Named, Indexes>> = {
  dark: DARK_256,
  light: LIGHT_256,
  "cb-dark": { ...DARK_256, blocked: 222, done: 49, error: 212, match: 227 },
  "cb-light": { ...LIGHT_256, blocked: 58, done: 23, error: 89, match: 58 },
};

/** Sixteen colours, or the background is not known: the three that are readable on black and on white. */
export const SIXTEEN: Readonly<Partial<Record<Role, number>>> = {
  blocked: 1,
  working: 12,
  error: 5,
};

export function rgb(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return { kind: "rgb", red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}

function index(at: number): Colour {
  return { kind: "index", index: at };
}

/** The colour of a role, null for the terminal's default. */
export function roleColour(role: Role | "selection", theme: Theme): Colour | null {
  if (theme.depth === "mono") return null;
  if (theme.depth === "16" || theme.palette === "terminal") {
    const at = role === "selection" ? undefined : SIXTEEN[role];
    return at === undefined ? null : index(at);
  }
  return theme.depth === "256"
    ? index(INDEXES[theme.palette][role])
    : rgb(PALETTES[theme.palette][role]);
}

/** Without a ground of ours, the selection is drawn in reverse. */
function selectionInverts(theme: Theme): boolean {
  return roleColour("selection", theme) === null;
}

/**
 * One span's look. A pane's own colours pass as they are, but for `mono`, which has none at all (NO_COLOR). Matches are
 * bold and underlined besides their colour.
 */
export function lookOf(span: Span, theme: Theme): Look {
  const role = typeof span.ink === "string" ? span.ink : null;
  const own = theme.depth === "mono" || typeof span.ink === "string" ? null : span.ink;
  const isSelected = span.ground === "selection";
  const paneGround = typeof span.ground === "string" || theme.depth === "mono" ? null : span.ground;
  const inverse = isSelected && selectionInverts(theme) ? INVERSE : 0;
  const match = role === "match" ? BOLD | UNDERLINE : 0;
  return {
    fg: role === null ? own : roleColour(role, theme),
    bg: isSelected ? roleColour("selection", theme) : paneGround,
    attributes: (span.attributes | match) ^ inverse,
  };
}
