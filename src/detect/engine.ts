import type { Gate } from "./gates.ts";
import type { Manifest, Rule, RuleSource, RuleState } from "./manifest.ts";
import { type Evidence, type Region, splitLines } from "./regions.ts";

/** The rule that decided, as records and `@agent_*` options name it. */
export type MatchedRule = {
  id: string;
  priority: number;
  region: string;
  state: RuleState;
  source: RuleSource;
};

/**
 * What one look says. `rule` null means that no rule matched, which is not the same as idle: the state before stays
 * (decision 18). `strong`: the rule shows its state's own control. `skip`: the look is to be thrown away.
 */
export type Sighting = {
  state: RuleState;
  rule: MatchedRule | null;
  strong: boolean;
  skip: boolean;
};

type View = { text: string; lower: string | null; lines: readonly string[] | null };

/** The regions of one screen, each computed at most once. */
export class Look {
  private readonly views = new Map<string, View>();
  private readonly evidence: Evidence;
  private readonly screenLines: readonly string[];

  constructor(evidence: Evidence) {
    this.evidence = evidence;
    this.screenLines = splitLines(evidence.screen);
  }

  view(region: Region): View {
    const known = this.views.get(region.name);
    if (known !== undefined) return known;
    const text = region.read(this.evidence, this.screenLines);
    const view: View = { text, lower: null, lines: null };
    this.views.set(region.name, view);
    return view;
  }
}

function contains(view: View, needle: string): boolean {
  view.lower ??= view.text.toLowerCase();
  return view.lower.includes(needle);
}

function linesOf(view: View): readonly string[] {
  view.lines ??= splitLines(view.text);
  return view.lines;
}

function gateHolds(gate: Gate, view: View): boolean {
  return (
    gate.contains.every((needle) => contains(view, needle)) &&
    gate.regex.every((pattern) => pattern.test(view.text)) &&
    gate.lineRegex.every((pattern) => linesOf(view).some((line) => pattern.test(line))) &&
    gate.all.every((inner) => gateHolds(inner, view)) &&
    (gate.any.length === 0 || gate.any.some((inner) => gateHolds(inner, view))) &&
    !gate.not.some((inner) => gateHolds(inner, view))
  );
}

/** Does the rule match what the look shows? */
export const ruleMatches = (rule: Rule, look: Look): boolean =>
  gateHolds(rule.gate, look.view(rule.region));

const NOTHING: Sighting = { state: "unknown", rule: null, strong: false, skip: false };

/**
 * Reads a pane's evidence by a manifest. The matching rule of highest priority wins, on equal priority the earlier
 * one (reference/agents/manifest-format.md §4). That holds for skip rules as well: a title or progress rule of higher
 * priority is believed while a viewer hides the screen, so that this and `explain` can never differ.
 */
export function evaluate(manifest: Manifest, evidence: Evidence): Sighting {
  const look = new Look(evidence);
  const rule = manifest.ranked.find((candidate) => ruleMatches(candidate, look));
  if (rule === undefined) return NOTHING;
  return {
    state: rule.state,
    rule: matchedRule(rule),
    strong: rule.strong,
    skip: rule.skip,
  };
}

/** The rule as it is shown. */
export function matchedRule(rule: Rule): MatchedRule {
  const { id, priority, region, state, source } = rule;
  return { id, priority, region: region.name, state, source };
}
