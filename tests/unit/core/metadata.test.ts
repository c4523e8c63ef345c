import { describe, expect, test } from "bun:test";
import { Failure } from "../../../src/core/failure.ts";
import { parseMetadata, printMetadata, shownMetadata } from "../../../src/core/metadata.ts";
import type { Metadata } from "../../../src/core/metadata.ts";
import { paneReport, tokenReport, withReport } from "../../../src/core/metadata-report.ts";
import type { PresentationWords, TokenWords } from "../../../src/core/metadata-report.ts";

const NOW = 1_800_000_000_000;

const NO_WORDS: TokenWords & PresentationWords = {
  source: "bar",
  tokens: [],
  clearTokens: [],
  seq: null,
  ttlMs: null,
  agent: null,
  appliesToSource: null,
  title: null,
  clearTitle: false,
  displayAgent: null,
  clearDisplayAgent: false,
  stateLabels: [],
  clearStateLabels: false,
};

type Words = Partial<TokenWords & PresentationWords>;

const codeOf = (words: Words, read = paneReport): string => {
  try {
    withReport(null, read({ ...NO_WORDS, ...words }), NOW);
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return "";
};

/** Reports one after the other, at the same moment; a report that was dropped changes nothing. */
const after = (...reports: Words[]): Metadata | null =>
  reports.reduce<Metadata | null>(
    (before, words) => withReport(before, paneReport({ ...NO_WORDS, ...words }), NOW) ?? before,
    null,
  );

const shown = (metadata: Metadata | null, at: Partial<Parameters<typeof shownMetadata>[1]> = {}) =>
  shownMetadata(metadata, { nowMs: NOW, agent: null, authority: null, ...at });

/** Tokens `t<from>` and on. */
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `t${from + at}=x`);

describe("what cannot be taken is refused with herdr's code", () => {
  test.each<[code: string, words: Words]>([
    ["invalid_agent", { agent: "  ", title: "x" }],
    ["invalid_metadata_source", { source: "", title: "x" }],
    ["invalid_metadata_source", { source: "a b", title: "x" }],
    ["invalid_metadata_source", { source: "s".repeat(81), title: "x" }],
    ["invalid_metadata_source", { title: "x", appliesToSource: "#(x)" }],
    ["invalid_metadata_token", { tokens: ["=x"] }],
    ["invalid_metadata_token", { tokens: [`${"n".repeat(33)}=x`] }],
    ["invalid_metadata_token", { clearTokens: ["a=b"] }],
    ["invalid_metadata_token", { tokens: many(17) }],
    ["invalid_metadata_ttl", { title: "x", ttlMs: 0 }],
    ["invalid_metadata_ttl", { title: "x", ttlMs: 86_400_001 }],
    ["invalid_state_label", { stateLabels: ["busy=x"] }],
    ["invalid_metadata_request", { title: "x", clearTitle: true }],
    ["invalid_metadata_request", { stateLabels: ["idle=x"], clearStateLabels: true }],
    ["invalid_metadata_request", {}],
    ["invalid_metadata_request", { title: " \u0007 " }],
    ["", { title: "x", source: "s".repeat(80), ttlMs: 86_400_000, tokens: many(16) }],
  ])("%s", (code, words) => {
    expect(codeOf(words)).toBe(code);
  });

  test("a report of tokens alone has to name one", () => {
    expect(codeOf({}, tokenReport)).toBe("invalid_metadata_token");
    expect(codeOf({ clearTokens: ["a"] }, tokenReport)).toBe("");
  });

  test("a pane or workspace has at most 32 tokens", () => {
    const full = after({ tokens: many(16) }, { tokens: many(16, 16) });
    const add = (words: Words) => () =>
      withReport(full, paneReport({ ...NO_WORDS, ...words }), NOW);
    expect(add({ tokens: ["one-more=x"] })).toThrow(
      expect.objectContaining({ code: "metadata_token_limit" }),
    );
    expect(add({ tokens: ["t0=y"] })).not.toThrow();
    expect(add({ tokens: ["one-more=x"], clearTokens: ["t0"] })).not.toThrow();
  });

  test("at most 32 sources number their reports of tokens", () => {
    const full = after(
      ...Array.from({ length: 32 }, (_, at) => ({ source: `s${at}`, seq: 1, tokens: ["a=x"] })),
    );
    const add = (words: Words) => () =>
      withReport(full, paneReport({ ...NO_WORDS, ...words }), NOW);
    expect(add({ source: "more", seq: 1, tokens: ["a=x"] })).toThrow(
      expect.objectContaining({ code: "metadata_sequence_source_limit" }),
    );
    expect(add({ source: "more", tokens: ["a=x"] })).not.toThrow();
    expect(add({ source: "s3", seq: 2, tokens: ["a=x"] })).not.toThrow();
  });
});

test("texts are trimmed, without control characters, and cut at 80 characters", () => {
  const title = `  a\u001b[31mb\n${"日".repeat(90)}`;
  expect(shown(after({ title })).title).toBe(`a[31mb${"日".repeat(74)}`);
  expect(shown(after({ tokens: ["a= x=y "] })).tokens).toEqual({ a: "x=y" });
});

test("a report without a clear flag replaces what its source said, one with a clear flag patches it", () => {
  const first: Words = { title: "T", displayAgent: "D", stateLabels: ["idle=zzz"] };
  expect(shown(after(first, { title: "U" }))).toEqual({ title: "U" });
  expect(shown(after(first, { clearTitle: true, stateLabels: ["Working=on it"] }))).toEqual({
    displayAgent: "D",
    stateLabels: { idle: "zzz", working: "on it" },
  });
  expect(shown(after(first, { tokens: ["a=1"] }))).toEqual({
    title: "T",
    displayAgent: "D",
    stateLabels: { idle: "zzz" },
    tokens: { a: "1" },
  });
});

test("of several sources the newest says a field, and tokens are merged", () => {
  const metadata = after(
    { source: "one", title: "1", displayAgent: "one", tokens: ["a=1", "b=1"] },
    { source: "two", title: "2", tokens: ["b=2", "c=2"] },
    { source: "three", tokens: ["a="] },
  );
  expect(shown(metadata)).toEqual({
    title: "2",
    displayAgent: "one",
    tokens: { b: "2", c: "2" },
  });
});

test("a number that is not greater than the source's last drops the whole report", () => {
  const metadata = after(
    { title: "5", seq: 5 },
    { title: "4", seq: 4 },
    { title: "5 again", seq: 5, tokens: ["a=1"] },
    { source: "other", displayAgent: "4", seq: 4 },
  );
  expect(shown(metadata)).toEqual({ title: "5", displayAgent: "4" });
  expect(shown(after({ title: "5", seq: 5 }, { title: "none" })).title).toBe("none");
});

test("what has a lifetime is shown until it is over", () => {
  const metadata = after(
    { source: "long", title: "long" },
    { source: "short", title: "short", tokens: ["a=1"], ttlMs: 2000 },
  );
  expect(shown(metadata, { nowMs: NOW + 1999 })).toEqual({ title: "short", tokens: { a: "1" } });
  expect(shown(metadata, { nowMs: NOW + 2000 })).toEqual({ title: "long" });
});

test("what is about an agent, or about a source of states, is shown only with it", () => {
  const ofAgent = after({ title: "T", agent: "claude", tokens: ["a=1"] });
  expect(shown(ofAgent, { agent: "claude" }).title).toBe("T");
  expect(shown(ofAgent, { agent: "codex" })).toEqual({ tokens: { a: "1" } });
  const ofSource = after({ title: "T", appliesToSource: "herdr:pi" });
  expect(shown(ofSource)).toEqual({});
  expect(shown(ofSource, { authority: "herdr:pi" }).title).toBe("T");
});

test("what was printed is read back, and holds nothing that tmux prints otherwise", () => {
  const metadata = after({
    title: "$HOME ${x} 'q' \"d\" \\ #{pane_id} #(date)",
    tokens: ["__proto__=1", "constructor=2"],
    seq: 3,
  });
  if (metadata === null) throw new Error("dropped");
  const text = printMetadata(metadata);
  // oxlint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[$\u0000-\u001f]/);
  expect(parseMetadata(text)).toEqual(metadata);
  expect(Object.entries(shown(parseMetadata(text)).tokens ?? {})).toEqual([
    ["__proto__", "1"],
    ["constructor", "2"],
  ]);
});

test("an option that somebody else wrote is read as far as it is metadata", () => {
  expect(parseMetadata("")).toBeNull();
  expect(parseMetadata("hello")).toBeNull();
  expect(parseMetadata("7 {")).toEqual({ count: 7, presentations: [], tokens: {}, sequences: [] });
  const odd = {
    presentations: [null, 3, { source: "a b", title: "no" }, { source: "ok", title: "\u001b]2;x" }],
    tokens: { good: { value: "v", endsMs: "soon" }, bad: 3, "no name": { value: "x" } },
    sequences: [{ source: "ok", seq: "1" }],
  };
  expect(shown(parseMetadata(`1 ${JSON.stringify(odd)}`))).toEqual({
    title: "]2;x",
    tokens: { good: "v" },
  });
});
