import { evaluate, Look, type MatchedRule, matchedRule, ruleMatches } from "./engine.ts";
import type { Manifest, Rule, RuleState } from "./manifest.ts";
import type { Evidence } from "./regions.ts";

/** Where a manifest came from and what is to be said about that; what is left out is null or false. */
export type Provenance = {
  /** `bundled`, or the path of the override. */
  source: string | null;
  warning: string | null;
  supplementRules: number;
};

export type EvaluatedRule = MatchedRule & {
  matched: boolean;
  evidence: {
    contains: readonly string[];
    regex: readonly string[];
    line_regex: readonly string[];
    all_count: number;
    any_count: number;
    not_count: number;
    region_bytes: number;
    region_preview: string;
  };
};

/**
 * The explain object (reference/agents/manifest-format.md §8; reference/herdr/records.md "Explain object"). `state`
 * is what the rules say of this one look: `unknown` with `fallback_reason` `no_rule_matched` when none matched.
 */
export type Explanation = {
  agent: string;
  state: RuleState;
  manifest_source: string | null;
  manifest_version: string | null;
  cached_remote_version: string | null;
  local_override_shadowing_remote: boolean;
  remote_update_status: string | null;
  remote_update_error: string | null;
  matched_rule: MatchedRule | null;
  visible_idle: boolean;
  visible_blocker: boolean;
  visible_working: boolean;
  screen_detection_skipped: boolean;
  skip_state_update: boolean;
  skipped_update_reason: string | null;
  fallback_reason: string | null;
  warning: string | null;
  supplement_rules: number;
  evaluated_rules: readonly EvaluatedRule[];
};

const PREVIEW_LENGTH = 240;

const BUNDLED: Provenance = { source: "bundled", warning: null, supplementRules: 0 };

function preview(text: string): string {
  const chars = [...text];
  return chars.length <= PREVIEW_LENGTH ? text : `${chars.slice(0, PREVIEW_LENGTH).join("")}...`;
}

function evaluatedRule(rule: Rule, look: Look): EvaluatedRule {
  const { text } = look.view(rule.region);
  return {
    ...matchedRule(rule),
    matched: ruleMatches(rule, look),
    evidence: {
      contains: rule.written.contains,
      regex: rule.written.regex,
      line_regex: rule.written.lineRegex,
      all_count: rule.gate.all.length,
      any_count: rule.gate.any.length,
      not_count: rule.gate.not.length,
      region_bytes: new TextEncoder().encode(text).length,
      region_preview: preview(text),
    },
  };
}

/** Why a pane's evidence reads as it does: every rule, whether it matched, and what it looked at. */
export function explain(
  manifest: Manifest,
  evidence: Evidence,
  provenance: Provenance = BUNDLED,
): Explanation {
  const look = new Look(evidence);
  const { state, rule, strong, skip } = evaluate(manifest, evidence);
  return {
    agent: manifest.kind,
    state,
    manifest_source: provenance.source,
    manifest_version: manifest.version,
    cached_remote_version: null,
    local_override_shadowing_remote: false,
    remote_update_status: null,
    remote_update_error: null,
    matched_rule: rule,
    visible_idle: strong && state === "idle",
    visible_blocker: strong && state === "blocked",
    visible_working: strong && state === "working",
    screen_detection_skipped: false,
    skip_state_update: skip,
    skipped_update_reason: skip && rule !== null ? `matched_rule:${rule.id}` : null,
    fallback_reason: rule === null ? "no_rule_matched" : null,
    warning: provenance.warning,
    supplement_rules: provenance.supplementRules,
    evaluated_rules: manifest.rules.map((each) => evaluatedRule(each, look)),
  };
}
