import type { Gate } from "./gates.ts";
import type { Region } from "./regions.ts";

/** The states that a rule can find; `done` is none of them. */
export const RULE_STATES = ["idle", "working", "blocked", "unknown"] as const;

export type RuleState = (typeof RULE_STATES)[number];

/** `manifest`: a sign that agents' documented rules give; `taw`: one of taw's own supplements (decision 19). */
export type RuleSource = "manifest" | "taw";

export type Rule = {
  id: string;
  state: RuleState;
  priority: number;
  region: Region;
  /** The rule carries the visible flag of its own state. */
  strong: boolean;
  /** The look is thrown away: whatever was believed before stays. */
  skip: boolean;
  source: RuleSource;
  gate: Gate;
  /** The rule's own matchers as they were written, for `explain`. */
  written: {
    contains: readonly string[];
    regex: readonly string[];
    lineRegex: readonly string[];
  };
};

/** A detection manifest, ready to use. `rules` are in file order, `ranked` in the order they win. */
export type Manifest = {
  kind: string;
  version: string | null;
  rules: readonly Rule[];
  ranked: readonly Rule[];
};

/** In the order they win: by priority, and in file order where that is equal. */
export const ranked = (rules: readonly Rule[]): readonly Rule[] =>
  rules.toSorted((left, right) => right.priority - left.priority);

/** A manifest in which nothing matches, for a kind that has taw's supplement alone. */
export const emptyManifest = (kind: string): Manifest => ({
  kind,
  version: null,
  rules: [],
  ranked: [],
});

/** The manifest with a supplement's rules behind its own: on equal priority the manifest's rule wins. */
export function withSupplement(manifest: Manifest, supplement: Manifest): Manifest {
  const rules = [...manifest.rules, ...supplement.rules];
  return {
    ...manifest,
    version: manifest.version ?? supplement.version,
    rules,
    ranked: ranked(rules),
  };
}
