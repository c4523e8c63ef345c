import { withoutControl } from "./inert.ts";
import { isFields, parseJson } from "./json.ts";
import type { Fields } from "./json.ts";
import { parseStatus } from "./status.ts";
import type { AgentStatus } from "./status.ts";

/**
 * What programs report about a pane or a workspace for others to show (reference/herdr/agent-rules.md §9, cli.md §6): a
 * title, a display name and state labels by source, and named tokens. It lives as JSON in one tmux option of the thing
 * it is about, so it dies with it; what has a lifetime is left out once that is over.
 */
export interface Metadata {
  /** How often it was written: a writer tells by it whether another one came in between. */
  readonly count: number;
  /** By source, the one that reported last at the end. */
  readonly presentations: readonly Presentation[];
  readonly tokens: Readonly<Record<string, Token>>;
  readonly sequences: readonly Sequence[];
}

export interface Presentation {
  readonly source: string;
  /** Shown only while the pane's agent is this. */
  readonly agent: string | null;
  /** Shown only while the pane's state is reported by this source. */
  readonly appliesToSource: string | null;
  readonly title: string | null;
  readonly displayAgent: string | null;
  readonly stateLabels: StateLabels;
  /** Unix milliseconds; null without a lifetime. */
  readonly endsMs: number | null;
}

export interface Token {
  readonly value: string;
  readonly endsMs: number | null;
}

/** The last number of a source that counts its reports. */
export interface Sequence {
  readonly source: string;
  readonly seq: number;
  readonly setsTokens: boolean;
}

export type StateLabels = Readonly<Partial<Record<AgentStatus, string>>>;

/** herdr's limits; what an option holds beyond them is left out. */
const LONGEST_TEXT = 80;
export const MOST_TOKENS = 32;
export const MOST_SOURCES = 32;
const SOURCE = /^[A-Za-z0-9:._-]{1,80}$/;
const TOKEN_NAME = /^[A-Za-z0-9_-]{1,32}$/;

export const isSource = (text: string): boolean => SOURCE.test(text);
export const isTokenName = (text: string): boolean => TOKEN_NAME.test(text);

/** Trimmed, without control characters, the first 80 characters; null for what is blank then. */
export function normalText(text: string): string | null {
  const clean = withoutControl(text.trim());
  const short = [...clean].slice(0, LONGEST_TEXT).join("").trim();
  return short === "" ? null : short;
}

const isAlive =
  (nowMs: number) =>
  ({ endsMs }: { endsMs: number | null }): boolean =>
    endsMs === null || endsMs > nowMs;

/** Without what has outlived its time. */
export function living(metadata: Metadata, nowMs: number): Metadata {
  const lives = isAlive(nowMs);
  return {
    ...metadata,
    presentations: metadata.presentations.filter(lives),
    tokens: Object.fromEntries(Object.entries(metadata.tokens).filter(([, token]) => lives(token))),
  };
}

/** When something of it ends, unix milliseconds. */
export const endsOf = ({ presentations, tokens }: Metadata): number[] =>
  [...presentations, ...Object.values(tokens)].flatMap(({ endsMs }) => endsMs ?? []);

/** What a record shows of it: an absent field has no value. */
export interface ShownMetadata {
  readonly title?: string;
  readonly displayAgent?: string;
  readonly stateLabels?: StateLabels;
  readonly tokens?: Readonly<Record<string, string>>;
}

/**
 * What is to be shown now, of each field the newest. `agent` is the pane's agent as its record names it; `authority` the
 * source that reports the pane's state.
 */
export function shownMetadata(
  metadata: Metadata | null,
  at: { nowMs: number; agent: string | null; authority: string | null },
): ShownMetadata {
  if (metadata === null) return {};
  const { presentations, tokens } = living(metadata, at.nowMs);
  const shown = presentations.filter(
    ({ agent, appliesToSource }) =>
      (agent === null || agent === at.agent) &&
      (appliesToSource === null || appliesToSource === at.authority),
  );
  const title = shown.findLast((one) => one.title !== null)?.title;
  const displayAgent = shown.findLast((one) => one.displayAgent !== null)?.displayAgent;
  const stateLabels = shown.findLast((one) => Object.keys(one.stateLabels).length > 0)?.stateLabels;
  const values = Object.entries(tokens).map(([name, token]) => [name, token.value]);
  return {
    ...(title && { title }),
    ...(displayAgent && { displayAgent }),
    ...(stateLabels && { stateLabels }),
    ...(values.length > 0 && { tokens: Object.fromEntries(values) }),
  };
}

/**
 * As the option holds it, `<count> <JSON>`: no control character and no `$`, which some versions of tmux print otherwise
 * (facts.md §0 fact 6).
 */
export const printMetadata = ({ count, ...said }: Metadata): string =>
  `${count} ${JSON.stringify(said).replaceAll("$", "\\u0024")}`;

const PRINTED = /^(\d{1,15}) (.*)$/s;

/** What an option holds, whoever wrote it; null for what is no metadata. */
export function parseMetadata(text: string): Metadata | null {
  const [, count, json] = PRINTED.exec(text) ?? [];
  if (count === undefined || json === undefined) return null;
  const found = parseJson(json);
  const { presentations, tokens, sequences } = isFields(found) ? found : {};
  return {
    count: Number(count),
    presentations: fieldsIn(presentations).flatMap((one) => parsePresentation(one) ?? []),
    tokens: isFields(tokens) ? parseTokens(tokens) : {},
    sequences: fieldsIn(sequences).flatMap((one) => parseSequence(one) ?? []),
  };
}

/** The tmux format that holds while the option stands as it was read. */
export const countFormat = (option: string, read: Metadata | null): string =>
  read === null ? `#{!=:#{m/r:^[0-9]+ ,#{${option}}},1}` : `#{m:${read.count} *,#{${option}}}`;

const fieldsIn = (list: unknown): Fields[] =>
  Array.isArray(list) ? list.filter(isFields).slice(-MOST_SOURCES * 2) : [];

const textIn = (value: unknown): string | null =>
  typeof value === "string" ? normalText(value) : null;

const sourceIn = (value: unknown): string | null =>
  typeof value === "string" && isSource(value) ? value : null;

const numberIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

function parsePresentation(fields: Fields): Presentation | null {
  const source = sourceIn(fields["source"]);
  if (source === null) return null;
  const labels = isFields(fields["stateLabels"]) ? Object.entries(fields["stateLabels"]) : [];
  const stateLabels: Partial<Record<AgentStatus, string>> = {};
  for (const [name, value] of labels) {
    const status = parseStatus(name);
    const label = textIn(value);
    if (status !== null && label !== null) stateLabels[status] = label;
  }
  return {
    source,
    agent: textIn(fields["agent"]),
    appliesToSource: sourceIn(fields["appliesToSource"]),
    title: textIn(fields["title"]),
    displayAgent: textIn(fields["displayAgent"]),
    stateLabels,
    endsMs: numberIn(fields["endsMs"]),
  };
}

function parseTokens(fields: Fields): Record<string, Token> {
  const tokens: [string, Token][] = [];
  for (const [name, token] of Object.entries(fields)) {
    const value = isFields(token) ? textIn(token["value"]) : null;
    if (!isFields(token) || value === null || !isTokenName(name)) continue;
    tokens.push([name, { value, endsMs: numberIn(token["endsMs"]) }]);
  }
  return Object.fromEntries(tokens.slice(0, MOST_TOKENS));
}

function parseSequence(fields: Fields): Sequence | null {
  const source = sourceIn(fields["source"]);
  const seq = numberIn(fields["seq"]);
  return source === null || seq === null
    ? null
    : { source, seq, setsTokens: fields["setsTokens"] === true };
}
