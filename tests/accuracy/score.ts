import { activeManifest } from "../../src/detect/catalogue.ts";
import { evaluate } from "../../src/detect/engine.ts";
import type { Manifest } from "../../src/detect/manifest.ts";
import type { Capture } from "./captures.ts";

/** `none`: no rule matched, so the state before would be kept, which is not a right answer. */
export type Verdict = "right" | "wrong" | "none";

export type Scored = {
  capture: Capture;
  answer: string;
  rule: string;
  verdict: Verdict;
  falseBlocked: boolean;
  missedBlocked: boolean;
};

export type Tally = {
  captures: number;
  right: number;
  wrong: number;
  none: number;
  falseBlocked: number;
  missedBlocked: number;
  /** Captures that nothing but blocked may be said of: what missed blocked is a share of. */
  blocked: number;
};

export type Conditions = { titles: boolean; supplements: boolean };

function verdictOf(capture: Capture, answer: string): Verdict {
  if (capture.accept.includes(answer)) return "right";
  return answer === "none" ? "none" : "wrong";
}

const mustBeBlocked = ({ accept }: Capture): boolean =>
  accept.length === 1 && accept[0] === "blocked";

function score(capture: Capture, manifest: Manifest, titles: boolean): Scored {
  const evidence = titles ? capture.evidence : { ...capture.evidence, title: "" };
  const sighting = evaluate(manifest, evidence);
  const answer = sighting.rule === null ? "none" : sighting.state;
  return {
    capture,
    answer,
    rule: sighting.rule?.id ?? "",
    verdict: verdictOf(capture, answer),
    falseBlocked: answer === "blocked" && !capture.accept.includes("blocked"),
    missedBlocked: answer !== "blocked" && mustBeBlocked(capture),
  };
}

/** Every capture of a kind that has rules, read under these conditions. */
export async function scoreAll(
  captures: readonly Capture[],
  conditions: Conditions,
): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  const byKind = Map.groupBy(captures, ({ kind }) => kind);
  for (const [kind, own] of byKind) {
    const active = await activeManifest(kind, { supplements: conditions.supplements });
    if (active === null) continue;
    for (const capture of own) scored.push(score(capture, active.manifest, conditions.titles));
  }
  return scored;
}

const count = (scored: readonly Scored[], holds: (one: Scored) => boolean): number =>
  scored.filter(holds).length;

export function tally(scored: readonly Scored[]): Tally {
  return {
    captures: scored.length,
    right: count(scored, ({ verdict }) => verdict === "right"),
    wrong: count(scored, ({ verdict }) => verdict === "wrong"),
    none: count(scored, ({ verdict }) => verdict === "none"),
    falseBlocked: count(scored, ({ falseBlocked }) => falseBlocked),
    missedBlocked: count(scored, ({ missedBlocked }) => missedBlocked),
    blocked: count(scored, ({ capture }) => mustBeBlocked(capture)),
  };
}

/** Per cent of the captures that were read right; 100 of none. */
export const percentRight = ({ captures, right }: Tally): number =>
  captures === 0 ? 100 : (100 * right) / captures;

const FOLDS = 5;

/**
 * The captures in five parts, none of which shares a section at a width with another. The rules were not fitted to
 * numbers, so leaving a part out means scoring it alone: the spread tells how even the rules are.
 */
export function folds(scored: readonly Scored[]): readonly (readonly Scored[])[] {
  const groups = Map.groupBy(
    scored,
    ({ capture }) => `${capture.kind} ${capture.section} ${capture.width}`,
  );
  const parts: Scored[][] = Array.from({ length: FOLDS }, () => []);
  let index = 0;
  for (const group of groups.values()) {
    parts[index % FOLDS]?.push(...group);
    index += 1;
  }
  return parts;
}
