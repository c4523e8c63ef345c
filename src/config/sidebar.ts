import { quoted } from "../core/inert.ts";
import {
  boolean,
  field,
  hexColor,
  isTable,
  list,
  orWords,
  pathText,
  text,
  warnUnknown,
  wrongValue,
} from "./kinds.ts";
import type { Kind, Path, Report, Table } from "./kinds.ts";

/**
 * Rows of the sidebar: `[[token, …], …]`, at most 16 rows of 16 tokens, each a word or a table that styles it, with
 * herdr 0.9.1's rules (reference/herdr/keys-config.md §6; spec "Config keys and aliases").
 */
export interface Style {
  readonly fg: string | null;
  readonly bold: boolean | null;
  readonly dim: boolean | null;
}

export type Condition =
  | {
      readonly test: "equals" | "contains" | "starts_with";
      readonly text: string;
      readonly ignoreCase: boolean;
    }
  | { readonly test: "gt" | "lt"; readonly number: number };

export interface Rule extends Style {
  readonly when: Condition;
  readonly hide: boolean;
}

export interface Token extends Style {
  readonly token: string;
  readonly rules: readonly Rule[];
}

const MOST = 16;
const CUSTOM_TOKEN = /^\$[A-Za-z0-9_-]{1,32}$/;
const WITHOUT_RULES: ReadonlySet<string> = new Set(["state_icon", "git_status"]);

const AGENT_TOKENS =
  "state_icon state_text workspace tab pane agent terminal_title terminal_title_stripped".split(
    " ",
  );
const SESSION_TOKENS = "state_icon state_text workspace branch git_status".split(" ");

function rowsOf(tokens: readonly string[]): Kind<readonly (readonly Token[])[]> {
  const rows = list(list(tokenOf(tokens), MOST), MOST);
  return { ...rows, takes: `at most ${MOST} rows, each a list of at most ${MOST} tokens` };
}

function tokenOf(words: readonly string[]): Kind<Token> {
  const takes = `${orWords(words)}, or a $name, or a table with token, fg, bold, dim and rules`;
  const name = { anyOf: [{ enum: words }, { type: "string", pattern: CUSTOM_TOKEN.source }] };
  return {
    takes,
    json: { anyOf: [name, { type: "object", required: ["token"], properties: tokenSchema(name) }] },
    read(value, path, report) {
      if (typeof value === "string") return plainToken(value, words, path, report);
      if (!isTable(value)) return report.error(path, wrongValue(path, value, takes));
      return styledToken(value, words, path, report);
    },
  };
}

function plainToken(
  word: string,
  words: readonly string[],
  path: Path,
  report: Report,
): Token | undefined {
  if (words.includes(word) || CUSTOM_TOKEN.test(word)) {
    return { token: word, fg: null, bold: null, dim: null, rules: [] };
  }
  return report.error(
    path,
    `${pathText(path)} is ${quoted(word)}, no token: known are ${orWords(words)}, and your own begin with $`,
  );
}

function styledToken(
  value: Table,
  words: readonly string[],
  path: Path,
  report: Report,
): Token | undefined {
  warnUnknown(value, ["token", "fg", "bold", "dim", "rules"], path, report);
  const word = field(value, "token", text, path, report);
  if (!Object.hasOwn(value, "token")) report.error(path, `${pathText(path)} has no token`);
  const token =
    word === undefined ? undefined : plainToken(word, words, [...path, "token"], report);
  const style = readStyle(value, path, report);
  const rules = Object.hasOwn(value, "rules") ? readRules(value, path, report) : [];
  if (token === undefined || style === undefined || rules === undefined) return undefined;
  return { token: token.token, ...style, rules };
}

function readRules(value: Table, path: Path, report: Report): readonly Rule[] | undefined {
  const token = value["token"];
  if (typeof token === "string" && WITHOUT_RULES.has(token)) {
    return report.error([...path, "rules"], `${pathText(path)}: ${token} takes no rules`);
  }
  return field(value, "rules", list(rule, MOST), path, report);
}

/** The style keys of a table that are there; undefined when one of them is wrong. */
function readStyle(value: Table, path: Path, report: Report): Style | undefined {
  const style = { fg: hexColor, bold: boolean, dim: boolean };
  const fg = field(value, "fg", style.fg, path, report);
  const bold = field(value, "bold", style.bold, path, report);
  const dim = field(value, "dim", style.dim, path, report);
  const given = ["fg", "bold", "dim"].filter((name) => Object.hasOwn(value, name)).length;
  const good = [fg, bold, dim].filter((part) => part !== undefined).length;
  return good < given ? undefined : { fg: fg ?? null, bold: bold ?? null, dim: dim ?? null };
}

const TEXT_TESTS = ["equals", "contains", "starts_with"] as const;
const NUMBER_TESTS = ["gt", "lt"] as const;
const TESTS: readonly string[] = [...TEXT_TESTS, ...NUMBER_TESTS];
const RULE_KEYS: readonly string[] = [...TESTS, "ignore_case", "fg", "bold", "dim", "hide"];

const finite: Kind<number> = {
  takes: "a finite number",
  json: { type: "number" },
  read: (value, path, report) =>
    typeof value === "number" && Number.isFinite(value)
      ? value
      : report.error(path, wrongValue(path, value, "a finite number")),
};

const rule: Kind<Rule> = {
  takes: `a table with one of ${orWords(TESTS)}, and fg, bold, dim or hide`,
  json: {
    type: "object",
    properties: {
      ...Object.fromEntries(TEXT_TESTS.map((name) => [name, text.json])),
      ...Object.fromEntries(NUMBER_TESTS.map((name) => [name, finite.json])),
      ignore_case: boolean.json,
      ...styleSchema(),
      hide: boolean.json,
    },
  },
  read(value, path, report) {
    if (!isTable(value)) return report.error(path, wrongValue(path, value, rule.takes));
    warnUnknown(value, RULE_KEYS, path, report);
    const when = readCondition(value, path, report);
    const style = readStyle(value, path, report);
    const hide = Object.hasOwn(value, "hide") ? field(value, "hide", boolean, path, report) : false;
    if (when === undefined || style === undefined || hide === undefined) return undefined;
    return { when, ...style, hide };
  },
};

function readCondition(value: Table, path: Path, report: Report): Condition | undefined {
  const given = TESTS.filter((name) => Object.hasOwn(value, name));
  const [only] = given;
  if (only === undefined || given.length > 1) {
    const found = only === undefined ? "none" : given.join(" and ");
    return report.error(path, `${pathText(path)} takes one of ${orWords(TESTS)}; it has ${found}`);
  }
  const numeric = NUMBER_TESTS.find((name) => name === only);
  const worded = TEXT_TESTS.find((name) => name === only);
  if (numeric !== undefined) return readNumberTest(value, numeric, path, report);
  return worded === undefined ? undefined : readTextTest(value, worded, path, report);
}

function readNumberTest(
  value: Table,
  test: "gt" | "lt",
  path: Path,
  report: Report,
): Condition | undefined {
  if (Object.hasOwn(value, "ignore_case")) {
    const where = [...path, "ignore_case"];
    return report.error(where, `${pathText(where)} goes with a text, not with ${test}`);
  }
  const number = field(value, test, finite, path, report);
  return number === undefined ? undefined : { test, number };
}

function readTextTest(
  value: Table,
  test: "equals" | "contains" | "starts_with",
  path: Path,
  report: Report,
): Condition | undefined {
  const words = field(value, test, text, path, report);
  const ignoreCase = Object.hasOwn(value, "ignore_case")
    ? field(value, "ignore_case", boolean, path, report)
    : false;
  if (words === undefined || ignoreCase === undefined) return undefined;
  return { test, text: words, ignoreCase };
}

function styleSchema(): Record<string, unknown> {
  return { fg: hexColor.json, bold: boolean.json, dim: boolean.json };
}

function tokenSchema(name: unknown): Record<string, unknown> {
  return {
    token: name,
    ...styleSchema(),
    rules: { type: "array", maxItems: MOST, items: rule.json },
  };
}

export const agentRows: Kind<readonly (readonly Token[])[]> = rowsOf(AGENT_TOKENS);
export const sessionRows: Kind<readonly (readonly Token[])[]> = rowsOf(SESSION_TOKENS);
