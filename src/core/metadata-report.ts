import { Failure } from "./failure.ts";
import { quoted } from "./inert.ts";
import {
  isSource,
  isTokenName,
  living,
  MOST_SOURCES,
  MOST_TOKENS,
  normalText,
} from "./metadata.ts";
import type { Metadata, Presentation, Sequence, StateLabels } from "./metadata.ts";
import { parseStatus } from "./status.ts";
import type { AgentStatus } from "./status.ts";

/** Reports of metadata: which words can be taken, and what stands after them (reference/herdr/agent-rules.md §9). */

/** A report whose words have been checked. */
export interface MetadataReport {
  readonly source: string;
  /** Null where it says nothing but tokens. */
  readonly presentation: Omit<Presentation, "source" | "endsMs"> | null;
  readonly clears: { title: boolean; displayAgent: boolean; stateLabels: boolean };
  /** Name → value; null takes the token off. */
  readonly tokens: ReadonlyMap<string, string | null>;
  readonly seq: number | null;
  readonly ttlMs: number | null;
}

/** The words of every report: tokens as `NAME=VALUE`. */
export interface TokenWords {
  source: string;
  tokens: readonly string[];
  clearTokens: readonly string[];
  seq: number | null;
  ttlMs: number | null;
}

/** What a report about a pane may say besides. */
export interface PresentationWords {
  agent: string | null;
  appliesToSource: string | null;
  title: string | null;
  clearTitle: boolean;
  displayAgent: string | null;
  clearDisplayAgent: boolean;
  /** `STATUS=TEXT`. */
  stateLabels: readonly string[];
  clearStateLabels: boolean;
}

const LONGEST_LIFE_MS = 86_400_000;
const MOST_TOKENS_AT_ONCE = 16;
const NOTHING: Metadata = { count: 0, presentations: [], tokens: {}, sequences: [] };

/**
 * A report of tokens alone.
 *
 * @throws Failure `invalid_metadata_source`, `invalid_metadata_token` (also for none at all), `invalid_metadata_ttl`
 */
export function tokenReport(words: TokenWords): MetadataReport {
  const source = sourceOf(words.source);
  const tokens = tokensOf(words);
  if (tokens.size === 0) {
    throw new Failure(
      "invalid_metadata_token",
      "the report names no token: give --token NAME=TEXT",
    );
  }
  const ttlMs = lifeOf(words.ttlMs);
  const clears = { title: false, displayAgent: false, stateLabels: false };
  return { source, presentation: null, clears, tokens, seq: words.seq, ttlMs };
}

/**
 * A report about a pane; the checks have herdr's order.
 *
 * @throws Failure `invalid_agent`, `invalid_metadata_source`, `_token`, `_ttl`, `_request`, `invalid_state_label`
 */
export function paneReport(words: TokenWords & PresentationWords): MetadataReport {
  const agent = words.agent === null ? null : agentOf(words.agent);
  const source = sourceOf(words.source);
  const tokens = tokensOf(words);
  const ttlMs = lifeOf(words.ttlMs);
  const appliesToSource = words.appliesToSource === null ? null : sourceOf(words.appliesToSource);
  const stateLabels = labelsOf(words.stateLabels);
  const title = words.title === null ? null : normalText(words.title);
  const displayAgent = words.displayAgent === null ? null : normalText(words.displayAgent);
  const clears = {
    title: words.clearTitle,
    displayAgent: words.clearDisplayAgent,
    stateLabels: words.clearStateLabels,
  };
  refuseBoth("title", title !== null, clears.title);
  refuseBoth("display name", displayAgent !== null, clears.displayAgent);
  refuseBoth("state labels", Object.keys(stateLabels).length > 0, clears.stateLabels);
  const says = title !== null || displayAgent !== null || Object.keys(stateLabels).length > 0;
  const isPresentation = says || Object.values(clears).some(Boolean);
  if (!isPresentation && tokens.size === 0) {
    throw invalidRequest("the report says nothing: give a title, a name, state labels or tokens");
  }
  const presentation = { agent, appliesToSource, title, displayAgent, stateLabels };
  return {
    source,
    presentation: isPresentation ? presentation : null,
    clears,
    tokens,
    seq: words.seq,
    ttlMs,
  };
}

const invalidRequest = (message: string): Failure =>
  new Failure("invalid_metadata_request", message);

function refuseBoth(what: string, isSet: boolean, isCleared: boolean): void {
  if (isSet && isCleared) throw invalidRequest(`the ${what} cannot be both set and cleared`);
}

function agentOf(text: string): string {
  const agent = text.trim();
  if (agent !== "") return agent;
  throw new Failure(
    "invalid_agent",
    "the agent's name is blank: give its kind, as agent list shows it",
  );
}

function sourceOf(text: string): string {
  const source = text.trim();
  if (isSource(source)) return source;
  throw new Failure(
    "invalid_metadata_source",
    `source ${quoted(source)} cannot be used: 1 to 80 of A-Z a-z 0-9 : . _ -`,
  );
}

function lifeOf(ttlMs: number | null): number | null {
  if (ttlMs === null || (ttlMs >= 1 && ttlMs <= LONGEST_LIFE_MS)) return ttlMs;
  throw new Failure(
    "invalid_metadata_ttl",
    `a lifetime of ${ttlMs} ms cannot be used: 1 to ${LONGEST_LIFE_MS}`,
  );
}

function tokensOf({ tokens: given, clearTokens }: TokenWords): Map<string, string | null> {
  const tokens = new Map<string, string | null>();
  for (const words of given) {
    const [name, value] = halves(words);
    tokens.set(tokenName(name), normalText(value));
  }
  for (const name of clearTokens) tokens.set(tokenName(name), null);
  if (tokens.size <= MOST_TOKENS_AT_ONCE) return tokens;
  throw new Failure(
    "invalid_metadata_token",
    `the report names ${tokens.size} tokens; ${MOST_TOKENS_AT_ONCE} can be given at once`,
  );
}

function tokenName(name: string): string {
  if (isTokenName(name)) return name;
  throw new Failure(
    "invalid_metadata_token",
    `token ${quoted(name)} cannot be named so: 1 to 32 of A-Z a-z 0-9 _ -`,
  );
}

function labelsOf(words: readonly string[]): StateLabels {
  const labels: Partial<Record<AgentStatus, string>> = {};
  for (const word of words) {
    const [name, text] = halves(word);
    const status = parseStatus(name.trim().toLowerCase());
    if (status === null) {
      throw new Failure(
        "invalid_state_label",
        `${quoted(name)} is no state: idle, working, blocked, done or unknown`,
      );
    }
    const label = normalText(text);
    if (label !== null) labels[status] = label;
  }
  return labels;
}

/** `NAME=VALUE` at its first `=`; without one the value is blank. */
export function halves(word: string): [name: string, value: string] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
}

/**
 * What stands after a report; null when its number is old, so that nothing is to be done.
 *
 * @throws Failure `metadata_token_limit`, `metadata_sequence_source_limit`
 */
export function withReport(
  before: Metadata | null,
  report: MetadataReport,
  nowMs: number,
): Metadata | null {
  const alive = living(before ?? NOTHING, nowMs);
  const sequences = counted(alive.sequences, report);
  if (sequences === null) return null;
  const endsMs = report.ttlMs === null ? null : nowMs + report.ttlMs;
  return {
    count: alive.count + 1,
    presentations: presented(alive.presentations, report, endsMs),
    tokens: patched(alive.tokens, report.tokens, endsMs),
    sequences,
  };
}

/** Reports without a number always count; the number of a source only rises. */
function counted(
  before: readonly Sequence[],
  { source, seq, tokens }: MetadataReport,
): readonly Sequence[] | null {
  const own = before.find((one) => one.source === source);
  if (seq === null) return before;
  if (own && seq <= own.seq) return null;
  const setsTokens = tokens.size > 0 || own?.setsTokens === true;
  const others = before.filter((one) => one !== own);
  const withTokens = others.filter((one) => one.setsTokens);
  if (setsTokens && withTokens.length >= MOST_SOURCES) {
    throw new Failure(
      "metadata_sequence_source_limit",
      `${MOST_SOURCES} sources number their reports of tokens already; report without a number`,
    );
  }
  const without = others.filter((one) => !one.setsTokens).slice(1 - MOST_SOURCES);
  return [...withTokens, ...without, { source, seq, setsTokens }];
}

/** A report that clears a field patches what its source said before, any other replaces it. */
function presented(
  before: readonly Presentation[],
  { source, presentation, clears }: MetadataReport,
  endsMs: number | null,
): readonly Presentation[] {
  if (presentation === null) return before;
  const own = before.find((one) => one.source === source);
  const isPatch = Object.values(clears).some(Boolean);
  const base = isPatch && own ? own : null;
  const next: Presentation = {
    ...presentation,
    source,
    agent: presentation.agent ?? base?.agent ?? null,
    appliesToSource: presentation.appliesToSource ?? base?.appliesToSource ?? null,
    title: clears.title ? null : (presentation.title ?? base?.title ?? null),
    displayAgent: clears.displayAgent
      ? null
      : (presentation.displayAgent ?? base?.displayAgent ?? null),
    stateLabels: clears.stateLabels ? {} : { ...base?.stateLabels, ...presentation.stateLabels },
    endsMs,
  };
  const others = before.filter((one) => one !== own).slice(1 - MOST_SOURCES);
  return isBlank(next) ? others : [...others, next];
}

const isBlank = ({ title, displayAgent, stateLabels }: Presentation): boolean =>
  title === null && displayAgent === null && Object.keys(stateLabels).length === 0;

function patched(
  before: Metadata["tokens"],
  changes: MetadataReport["tokens"],
  endsMs: number | null,
): Metadata["tokens"] {
  const tokens = new Map(Object.entries(before));
  for (const [name, value] of changes) {
    if (value === null) tokens.delete(name);
    else tokens.set(name, { value, endsMs });
  }
  if (changes.size > 0 && tokens.size > MOST_TOKENS) {
    throw new Failure(
      "metadata_token_limit",
      `${MOST_TOKENS} tokens stand there already; clear one first`,
    );
  }
  return Object.fromEntries(tokens);
}
