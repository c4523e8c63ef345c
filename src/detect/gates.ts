import type { Fields } from "../core/json.ts";
import { isFields } from "../core/json.ts";
import { compilePattern, type Matcher } from "./pattern.ts";

/** Conditions that all must hold on a rule's region. Lists are empty where the manifest says nothing. */
export type Gate = {
  /** Lower-cased already. */
  contains: readonly string[];
  regex: readonly Matcher[];
  lineRegex: readonly Matcher[];
  all: readonly Gate[];
  any: readonly Gate[];
  not: readonly Gate[];
};

/** What a manifest says that cannot be taken; the message names the place and the reason. */
export class ManifestError extends Error {}

/** How much one manifest has used of its limits (reference/agents/manifest-format.md §6). */
export type Budget = { gates: number; matchers: number };

const LIMITS = { depth: 8, gates: 512, direct: 32, matchers: 1024, length: 512 };

/** Keys of a gate; a rule has these and its own. */
export const GATE_KEYS = ["contains", "regex", "line_regex", "all", "any", "not"] as const;

export type Table = Fields;

/** The value as a table with no keys but these. */
export function tableOf(value: unknown, keys: readonly string[], place: string): Table {
  if (!isFields(value)) throw new ManifestError(`${place} is not a table`);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new ManifestError(`${place} has an unknown key ${unknown}`);
  return value;
}

/** The key's list, empty when the key is absent. */
export function listOf(table: Table, key: string, place: string): readonly unknown[] {
  const value = table[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ManifestError(`${place}: ${key} is not a list`);
  return value;
}

/** The key's list of strings, empty when the key is absent. */
export function stringsOf(table: Table, key: string, place: string): readonly string[] {
  return listOf(table, key, place).map((value) => {
    if (typeof value !== "string")
      throw new ManifestError(`${place}: ${key} holds something that is no string`);
    return value;
  });
}

function matchersOf(table: Table, key: string, place: string): readonly string[] {
  const strings = stringsOf(table, key, place);
  const long = strings.find((text) => [...text].length > LIMITS.length);
  if (long !== undefined)
    throw new ManifestError(`${place}: a matcher of ${key} is longer than ${LIMITS.length}`);
  return strings;
}

function compile(patterns: readonly string[], place: string): readonly Matcher[] {
  return patterns.map((pattern) => {
    const compiled = compilePattern(pattern);
    if (compiled.ok) return compiled.matcher;
    throw new ManifestError(`${place}: the pattern ${pattern} cannot be used: ${compiled.reason}`);
  });
}

function spend(budget: Budget, direct: number, place: string): void {
  budget.gates += 1;
  budget.matchers += direct;
  if (direct > LIMITS.direct)
    throw new ManifestError(`${place} has more than ${LIMITS.direct} matchers`);
  if (budget.gates > LIMITS.gates)
    throw new ManifestError(`the manifest has more than ${LIMITS.gates} gates`);
  if (budget.matchers > LIMITS.matchers)
    throw new ManifestError(`the manifest has more than ${LIMITS.matchers} matchers`);
}

/**
 * A gate out of a parsed table whose keys were checked. `depth` is 0 for a rule's own keys; a gate that is not under
 * `not` needs a matcher that can hold, and no gate may be empty. Throws {@link ManifestError}.
 */
export function parseGate(
  table: Table,
  place: string,
  budget: Budget,
  depth = 0,
  isVeto = false,
): Gate {
  if (depth > LIMITS.depth)
    throw new ManifestError(`${place} is nested deeper than ${LIMITS.depth}`);
  const contains = matchersOf(table, "contains", place);
  const regex = matchersOf(table, "regex", place);
  const lineRegex = matchersOf(table, "line_regex", place);
  spend(budget, contains.length + regex.length + lineRegex.length, place);
  const nested = (key: "all" | "any" | "not"): readonly Gate[] =>
    listOf(table, key, place).map((value, index) => {
      const inner = `${place}.${key}[${index}]`;
      return parseGate(tableOf(value, GATE_KEYS, inner), inner, budget, depth + 1, key === "not");
    });
  const gate: Gate = {
    contains: contains.map((text) => text.toLowerCase()),
    regex: compile(regex, place),
    lineRegex: compile(lineRegex, place),
    all: nested("all"),
    any: nested("any"),
    not: nested("not"),
  };
  const positive = [gate.contains, gate.regex, gate.lineRegex, gate.all, gate.any];
  const counted = isVeto ? [...positive, gate.not] : positive;
  if (counted.every((list) => list.length === 0))
    throw new ManifestError(`${place} has no condition that can hold`);
  return gate;
}
