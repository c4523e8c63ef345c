import type { Samples } from "./measure.ts";

/** One printed figure, beside the bar that it must hold. */
export interface Row {
  what: string;
  /** As printed, with its unit: `4.1 ×`, `62 ms`. */
  figure: string;
  /** As printed: `≤ 5 ×`; empty for a floor. */
  bar: string;
  isHeld: boolean;
}

export interface Outcome {
  rows: Row[];
  /** Raw samples by name, for the JSON. */
  samples: Record<string, Samples>;
}

export interface Bench {
  name: string;
  /** One line: what is compared with what. */
  about: string;
  run(): Promise<Outcome>;
}

export const atMost = (what: string, value: number, bar: number, unit: string): Row => ({
  what,
  figure: `${round(value)} ${unit}`,
  bar: `≤ ${bar} ${unit}`,
  isHeld: value <= bar,
});

export const atLeast = (what: string, value: number, bar: number, unit: string): Row => ({
  what,
  figure: `${round(value)} ${unit}`,
  bar: `≥ ${bar} ${unit}`,
  isHeld: value >= bar,
});

/** A figure that only puts the others into proportion. */
export const floor = (what: string, value: number, unit: string): Row => ({
  what,
  figure: `${round(value)} ${unit}`,
  bar: "",
  isHeld: true,
});

const round = (value: number): string =>
  value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
