import type { Gate } from "./gates.ts";
import { type Manifest, ranked, type Rule } from "./manifest.ts";
import type { Matcher } from "./pattern.ts";
import { parseRegion } from "./regions.ts";
import { LinearPattern } from "./regex/linear.ts";
import type { Node } from "./regex/syntax.ts";

/** The source of a RegExp with the flag `v`, or what the linear matcher is made of. */
type PlainPattern = string | Node;

type PlainGate = Readonly<{
  contains: readonly string[];
  regex: readonly PlainPattern[];
  lineRegex: readonly PlainPattern[];
  all: readonly PlainGate[];
  any: readonly PlainGate[];
  not: readonly PlainGate[];
}>;

type PlainRule = Omit<Rule, "region" | "gate"> & { region: string; gate: PlainGate };

/** A compiled manifest as data alone: the build keeps it so, and a watcher needs no parser to use it. */
export type PlainManifest = Omit<Manifest, "rules" | "ranked"> & { rules: readonly PlainRule[] };

function plainPattern(matcher: Matcher): PlainPattern {
  if (matcher instanceof RegExp) return matcher.source;
  if (matcher instanceof LinearPattern) return matcher.node;
  throw new TypeError("a matcher that is neither of the two kinds");
}

const plainGate = (gate: Gate): PlainGate => ({
  contains: gate.contains,
  regex: gate.regex.map(plainPattern),
  lineRegex: gate.lineRegex.map(plainPattern),
  all: gate.all.map(plainGate),
  any: gate.any.map(plainGate),
  not: gate.not.map(plainGate),
});

/** A compiled manifest as data; {@link revive} makes a manifest of it that reads every screen alike. */
export const toPlain = ({ kind, version, rules }: Manifest): PlainManifest => ({
  kind,
  version,
  rules: rules.map((rule) => ({
    ...rule,
    region: rule.region.name,
    gate: plainGate(rule.gate),
  })),
});

/** Made on first use: most rules of a manifest are decided by a word before any pattern is asked. */
class LatePattern {
  #made: Matcher | null = null;
  readonly #plain: PlainPattern;

  constructor(plain: PlainPattern) {
    this.#plain = plain;
  }

  test(text: string): boolean {
    this.#made ??=
      typeof this.#plain === "string"
        ? new RegExp(this.#plain, "v")
        : new LinearPattern(this.#plain);
    return this.#made.test(text);
  }
}

const revivePattern = (plain: PlainPattern): Matcher => new LatePattern(plain);

const reviveGate = (gate: PlainGate): Gate => ({
  contains: gate.contains,
  regex: gate.regex.map(revivePattern),
  lineRegex: gate.lineRegex.map(revivePattern),
  all: gate.all.map(reviveGate),
  any: gate.any.map(reviveGate),
  not: gate.not.map(reviveGate),
});

function reviveRule(rule: PlainRule): Rule {
  const region = parseRegion(rule.region);
  if (region === null) throw new TypeError(`rule ${rule.id}: ${rule.region} is no region`);
  return { ...rule, region, gate: reviveGate(rule.gate) };
}

/** The manifest that {@link toPlain} wrote down, ready to use. Nothing in it is checked again. */
export function revive({ kind, version, rules: plain }: PlainManifest): Manifest {
  const rules = plain.map(reviveRule);
  return { kind, version, rules, ranked: ranked(rules) };
}

/** JSON has no infinity, but a number too large to be one is read as it. */
const INFINITY = "\0infinity";

/** A plain manifest as JavaScript source of one value. */
export const printPlain = (plain: PlainManifest): string =>
  JSON.stringify(plain, (_key, value: unknown) =>
    value === Infinity ? INFINITY : value,
  ).replaceAll(JSON.stringify(INFINITY), "1e999");
