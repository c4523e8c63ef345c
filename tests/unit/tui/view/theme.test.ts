import { expect, test } from "bun:test";
import type { Colour, Role } from "../../../../tui/view/spans.ts";
import { BOLD, INVERSE, ROLES, span, UNDERLINE } from "../../../../tui/view/spans.ts";
import { INDEXES, lookOf, PALETTES, rgb, roleColour, SIXTEEN } from "../../../../tui/view/theme.ts";

/** Backgrounds people have, as cockpit.md §4.1 measures against. */
const GROUNDS = {
  dark: ["#000000", "#1a1b26", "#1e1e2e", "#282c34", "#2e3440"],
  light: ["#ffffff", "#fdf6e3", "#fafafa", "#eff1f5"],
};
const NAMES = ["dark", "light", "cb-dark", "cb-light"] as const;

type Rgb = readonly [number, number, number];

const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);

function components(colour: Colour): Rgb {
  if (colour.kind === "rgb") return [colour.red, colour.green, colour.blue];
  const { index } = colour;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const cube = index - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function worst(role: Role, depth: "truecolor" | "256", palette: (typeof NAMES)[number]): number {
  const theme = { depth, palette };
  const colour = roleColour(role, theme);
  const selection = roleColour("selection", theme);
  if (colour === null || selection === null) throw new Error(`${palette} has no ${role}`);
  const grounds = GROUNDS[palette.endsWith("dark") ? "dark" : "light"].map((hex) => rgb(hex));
  // Rules, the divider and the scroll bar never stand on the selected row.
  const under = role === "rule" ? grounds : [...grounds, selection];
  const ratios = under.map((ground) => contrast(components(colour), components(ground)));
  return Math.min(...ratios);
}

for (const depth of ["truecolor", "256"] as const) {
  test(`11: contrast is at least 4.5 for text and 3 for rules in each palette and on the selected row, ${depth}`, () => {
    const low: string[] = [];
    for (const palette of NAMES)
      for (const role of ROLES) {
        const least = role === "rule" ? 3 : 4.5;
        const ratio = worst(role, depth, palette);
        if (ratio < least) low.push(`${palette} ${role} ${ratio.toFixed(2)}`);
      }
    expect(low).toEqual([]);
  });
}

test("11: the sixteen-colour marks keep 3.5 on black and on white", () => {
  const xterm: Readonly<Record<number, Rgb>> = {
    1: [205, 0, 0],
    5: [205, 0, 205],
    12: [92, 92, 255],
  };
  for (const index of Object.values(SIXTEEN)) {
    const colour = xterm[index];
    if (colour === undefined) throw new Error(`no xterm value for ${index}`);
    expect(contrast(colour, [0, 0, 0])).toBeGreaterThanOrEqual(3.5);
    expect(contrast(colour, [255, 255, 255])).toBeGreaterThanOrEqual(3.5);
  }
});

const row = (name: (typeof NAMES)[number]): number[] => {
  const { text, dim, faint, accent, blocked, done, working, error, rule, selection } =
    INDEXES[name];
  return [text, dim, faint, accent, blocked, done, working, error, rule, selection];
};

test("12: with 256 colours the indexes are those chosen by hand", () => {
  expect(row("dark")).toEqual([254, 250, 248, 111, 215, 114, 117, 210, 244, 237]);
  expect(row("light")).toEqual([235, 240, 241, 25, 94, 22, 24, 124, 243, 254]);
  expect(row("cb-dark")).toEqual([254, 250, 248, 111, 222, 49, 117, 212, 244, 237]);
  expect(row("cb-light")).toEqual([235, 240, 241, 25, 58, 23, 24, 89, 243, 254]);
});

test("the true colours are the ones that were measured", () => {
  expect(PALETTES.dark.blocked).toBe("#ffb454");
  expect(PALETTES["cb-light"].done).toBe("#0e7161");
  expect(PALETTES["cb-dark"].text).toBe(PALETTES.dark.text);
});

test("without colours a selection is reversed, a match underlined and a pane's own colour gone", () => {
  const mono = { depth: "mono", palette: "dark" } as const;
  const plain = span("text", "blocked");
  expect(lookOf(plain, mono)).toEqual({ fg: null, bg: null, attributes: 0 });
  expect(lookOf({ ...plain, ground: "selection" }, mono).attributes).toBe(INVERSE);
  expect(lookOf(span("log", "match"), mono).attributes).toBe(BOLD | UNDERLINE);
  const red: Colour = { kind: "index", index: 1 };
  expect(lookOf({ text: "x", ink: red, ground: red, attributes: 0 }, mono).fg).toBeNull();
});

test("on an unknown background text keeps the terminal's own colour", () => {
  const theme = { depth: "truecolor", palette: "terminal" } as const;
  expect(roleColour("text", theme)).toBeNull();
  expect(roleColour("blocked", theme)).toEqual({ kind: "index", index: 1 });
  expect(lookOf({ ...span("x"), ground: "selection" }, theme).attributes).toBe(INVERSE);
});
