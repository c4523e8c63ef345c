/** What a pane shows: `screen` is plain rows joined by newlines, as `capture-pane -p` prints them. */
export type Evidence = { screen: string; title: string; progress: string };

/** The part of the evidence a rule reads; `name` is the region as the manifest spells it. */
export type Region = {
  name: string;
  read: (evidence: Evidence, lines: readonly string[]) => string;
};

const isBlank = (line: string): boolean => line.trim() === "";

/** A rule of `─`: alone on its line at any length, at least three long when a text follows. */
function isHorizontalRule(line: string): boolean {
  const trimmed = line.trim();
  if (!trimmed.startsWith("─")) return false;
  return /^─+$/.test(trimmed) || trimmed.startsWith("───");
}

const isPromptMarker = (line: string): boolean => line === "›" || line.startsWith("› ");
const isBlockMarker = (line: string): boolean => /^[•■✗✓]/.test(line);

const join = (lines: readonly string[]): string => lines.join("\n");

function bottomNonEmpty(lines: readonly string[], count: number): string {
  let start = lines.length;
  let found = 0;
  for (let index = lines.length - 1; index >= 0 && found < count; index -= 1) {
    if (isBlank(lines[index] ?? "")) continue;
    found += 1;
    start = index;
  }
  return join(lines.slice(start));
}

function topNonEmpty(lines: readonly string[], count: number): string {
  let end = 0;
  let found = 0;
  for (let index = 0; index < lines.length && found < count; index += 1) {
    if (isBlank(lines[index] ?? "")) continue;
    found += 1;
    end = index + 1;
  }
  return join(lines.slice(0, end));
}

/** The row of the second rule counted from the bottom, the prompt box's top border; -1 when there are fewer. */
function promptBoxTop(lines: readonly string[]): number {
  const bottom = lines.findLastIndex(isHorizontalRule);
  return bottom < 1 ? -1 : lines.slice(0, bottom).findLastIndex(isHorizontalRule);
}

function promptBoxBody(lines: readonly string[]): string {
  const top = promptBoxTop(lines);
  if (top < 0) return "";
  const rest = lines.slice(top + 1);
  return join(rest.slice(0, rest.findIndex(isHorizontalRule)));
}

function abovePromptBox(lines: readonly string[]): readonly string[] {
  const top = promptBoxTop(lines);
  return top < 0 ? lines : lines.slice(0, top);
}

/** The last prompt marker's row when no block marker follows it, else -1. */
function currentMarker(lines: readonly string[]): number {
  const marker = lines.findLastIndex(isPromptMarker);
  return marker >= 0 && lines.slice(marker + 1).some(isBlockMarker) ? -1 : marker;
}

/** The row of the nearest block marker above the current prompt marker, else -1. */
function currentBlockMarker(lines: readonly string[]): number {
  const marker = currentMarker(lines);
  return marker < 0 ? -1 : lines.slice(0, marker).findLastIndex(isBlockMarker);
}

type Reader = Region["read"];

const PLAIN: Readonly<Record<string, Reader>> = {
  whole_recent: ({ screen }) => screen,
  osc_title: ({ title }) => title,
  osc_progress: ({ progress }) => progress,
  after_last_horizontal_rule: (_evidence, lines) =>
    join(lines.slice(lines.findLastIndex(isHorizontalRule) + 1)),
  prompt_box_body: (_evidence, lines) => promptBoxBody(lines),
  above_prompt_box: (_evidence, lines) => join(abovePromptBox(lines)),
  last_non_empty_above_prompt_box: (_evidence, lines) =>
    abovePromptBox(lines).findLast((line) => !isBlank(line)) ?? "",
  after_last_prompt_marker: (_evidence, lines) =>
    join(lines.slice(lines.findLastIndex(isPromptMarker) + 1)),
  before_current_prompt_marker: ({ screen }, lines) => {
    const marker = currentMarker(lines);
    return marker < 0 ? screen : join(lines.slice(0, marker));
  },
  whole_recent_without_current_prompt_marker: ({ screen }, lines) =>
    currentMarker(lines) < 0 ? screen : "",
  current_prompt_block_marker: (_evidence, lines) => lines[currentBlockMarker(lines)] ?? "",
  after_current_prompt_block_marker: (_evidence, lines) => {
    const block = currentBlockMarker(lines);
    return block < 0 ? "" : join(lines.slice(block));
  },
};

type Counted = { digits: RegExp; read: (lines: readonly string[], count: number) => string };

const LOOSE_COUNT = /^\+?[0-9]+$/;

const COUNTED: Readonly<Record<string, Counted>> = {
  bottom_lines: {
    digits: LOOSE_COUNT,
    read: (lines, count) => (count === 0 ? "" : join(lines.slice(-count))),
  },
  bottom_non_empty_lines: { digits: LOOSE_COUNT, read: bottomNonEmpty },
  top_non_empty_lines: { digits: /^[1-9][0-9]{0,4}$/, read: topNonEmpty },
};

const MOST_LINES = 65535;

/** A region by its name (reference/agents/manifest-format.md §3), or null when there is none of that name. */
export function parseRegion(text: string): Region | null {
  const name = text.trim();
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain !== undefined) return { name, read: plain };
  const [, kind = "", digits = ""] = /^(\w+)\((.*)\)$/.exec(name) ?? [];
  const counted = Object.hasOwn(COUNTED, kind) ? COUNTED[kind] : undefined;
  const count = Number(digits);
  if (counted === undefined || !counted.digits.test(digits)) return null;
  if (kind === "top_non_empty_lines" && count > MOST_LINES) return null;
  return { name, read: (_evidence, lines) => counted.read(lines, count) };
}

/** The rows of a text, without the CR that may end them. */
export const splitLines = (text: string): readonly string[] =>
  text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
