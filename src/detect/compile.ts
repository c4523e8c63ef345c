import {
  type Budget,
  GATE_KEYS,
  listOf,
  ManifestError,
  parseGate,
  stringsOf,
  type Table,
  tableOf,
} from "./gates.ts";
import {
  type Manifest,
  ranked,
  type Rule,
  RULE_STATES,
  type RuleSource,
  type RuleState,
} from "./manifest.ts";
import { parseRegion, type Region } from "./regions.ts";

export type CompiledManifest = { ok: true; manifest: Manifest } | { ok: false; reason: string };

const ENGINE_VERSION = 3;
const MOST_RULES = 128;
const TOP_KEYS = ["id", "version", "min_engine_version", "updated_at", "aliases", "rules"];
const FLAGS = { visible_idle: "idle", visible_blocker: "blocked", visible_working: "working" };
const RULE_KEYS = [
  ...GATE_KEYS,
  ...Object.keys(FLAGS),
  "id",
  "state",
  "priority",
  "region",
  "skip_state_update",
];

function stringOf(table: Table, key: string, place: string): string | null {
  const value = table[key];
  if (value === undefined) return null;
  if (typeof value !== "string") throw new ManifestError(`${place}: ${key} is not a string`);
  return value;
}

function integerOf(table: Table, key: string, least: number, most: number, place: string) {
  const value = table[key];
  if (value === undefined) return null;
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
    throw new ManifestError(`${place}: ${key} is not a whole number from ${least} to ${most}`);
  return value;
}

function flagOf(table: Table, key: string, place: string): boolean {
  const value = table[key] ?? false;
  if (typeof value !== "boolean") throw new ManifestError(`${place}: ${key} is not true or false`);
  return value;
}

function stateOf(table: Table, place: string): RuleState {
  const text = stringOf(table, "state", place) ?? "unknown";
  const state = RULE_STATES.find((known) => known === text);
  if (state === undefined) throw new ManifestError(`${place}: ${text} is no state of a rule`);
  return state;
}

function regionOf(table: Table, place: string, engine: number | null): Region {
  const text = stringOf(table, "region", place) ?? "whole_recent";
  const region = parseRegion(text);
  if (region === null) throw new ManifestError(`${place}: ${text} is no region`);
  if (region.name.startsWith("top_") && engine !== null && engine < ENGINE_VERSION)
    throw new ManifestError(`${place}: ${region.name} needs min_engine_version ${ENGINE_VERSION}`);
  return region;
}

function parseRule(
  value: unknown,
  index: number,
  engine: number | null,
  source: RuleSource,
  budget: Budget,
): Rule {
  const table = tableOf(value, RULE_KEYS, `rule ${index + 1}`);
  const id = stringOf(table, "id", `rule ${index + 1}`) ?? "";
  if (id.trim() === "") throw new ManifestError(`rule ${index + 1} has no id`);
  const place = `rule ${id}`;
  const state = stateOf(table, place);
  const flags = Object.entries(FLAGS).filter(([key]) => flagOf(table, key, place));
  const skip = flagOf(table, "skip_state_update", place);
  if (skip && (state !== "unknown" || flags.length > 0))
    throw new ManifestError(`${place}: skip_state_update goes with state unknown and no flag`);
  return {
    id,
    state,
    priority: integerOf(table, "priority", -(2 ** 31), 2 ** 31 - 1, place) ?? 0,
    region: regionOf(table, place, engine),
    strong: flags.some(([, flagged]) => flagged === state),
    skip,
    source,
    gate: parseGate(table, place, budget),
    written: {
      contains: stringsOf(table, "contains", place),
      regex: stringsOf(table, "regex", place),
      lineRegex: stringsOf(table, "line_regex", place),
    },
  };
}

const LARGEST_VERSION_PART = 2n ** 64n - 1n;

function versionOf(table: Table): string | null {
  const version = stringOf(table, "version", "the manifest")?.trim() ?? null;
  if (version === null) return null;
  const isVersion =
    /^[0-9]+(\.[0-9]+)*$/.test(version) &&
    version.split(".").every((part) => BigInt(part) <= LARGEST_VERSION_PART);
  if (!isVersion) throw new ManifestError(`the version ${version} is not dotted numbers`);
  return version;
}

function checkName(table: Table, kind: string, resolve: (name: string) => string | null): void {
  const id = stringOf(table, "id", "the manifest");
  if (id === null) throw new ManifestError("the manifest has no id");
  const names = [id, ...stringsOf(table, "aliases", "the manifest")];
  if (!names.some((name) => name === kind || resolve(name) === kind))
    throw new ManifestError(`the manifest is for ${id}, not for ${kind}`);
}

function parseManifest(
  text: string,
  kind: string,
  source: RuleSource,
  resolve: (name: string) => string | null,
): Manifest {
  const table = tableOf(Bun.TOML.parse(text), TOP_KEYS, "the manifest");
  checkName(table, kind, resolve);
  const version = versionOf(table);
  const engine = integerOf(table, "min_engine_version", 0, 2 ** 32 - 1, "the manifest");
  stringOf(table, "updated_at", "the manifest");
  const values = listOf(table, "rules", "the manifest");
  if (values.length === 0 || values.length > MOST_RULES)
    throw new ManifestError(`the manifest has ${values.length} rules, not 1 to ${MOST_RULES}`);
  const budget: Budget = { gates: 0, matchers: 0 };
  const rules = values.map((value, index) => parseRule(value, index, engine, source, budget));
  return { kind, version, rules, ranked: ranked(rules) };
}

/**
 * A detection manifest's text, parsed, checked against every limit and compiled (reference/agents/manifest-format.md
 * §2, §5, §6; engine 3). `resolve` turns a name or alias into the kind it stands for, so that `id = "antigravity"`
 * is found to be agy's. A text that cannot be taken is a reason in one line, never a throw.
 */
export function compileManifest(
  text: string,
  kind: string,
  options: { source?: RuleSource; resolve?: ((name: string) => string | null) | undefined } = {},
): CompiledManifest {
  try {
    const resolve = options.resolve ?? (() => null);
    return { ok: true, manifest: parseManifest(text, kind, options.source ?? "manifest", resolve) };
  } catch (error) {
    if (error instanceof ManifestError || error instanceof SyntaxError)
      return { ok: false, reason: error.message };
    throw error;
  }
}
