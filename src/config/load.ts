import { Failure } from "../core/failure.ts";
import { readText } from "../system/files.ts";
import { quoted } from "../core/inert.ts";
import { isTable } from "./kinds.ts";
import type { Finding, Severity, Table } from "./kinds.ts";
import { readTree } from "./read.ts";
import type { Contents } from "./read.ts";
import { DEFAULTS, withValues } from "./schema.ts";
import type { Config } from "./schema.ts";
import { settle } from "./settle.ts";

/** Something wrong in the file. Line and column count from 1; null where the whole file is meant. */
export interface Problem {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

export interface Loaded {
  readonly config: Config;
  readonly problems: readonly Problem[];
}

/** A real file is a few KB, and reading takes a time that grows faster than the file (1 MB of dotted keys: 2 s). */
const MOST_BYTES = 256 * 1024;

/** `config.toml` in taw's config folder. */
export const configFile = (folder: string): string => `${folder}/config.toml`;

/**
 * Reads `config.toml` of a folder. It never throws for what is in the file: what is broken keeps its last good value,
 * and is told. A file that is no TOML or cannot be read keeps them all; a wrong value keeps that key's; a key that is
 * not there has its default, and so has everything when there is no file.
 *
 * @param lastGood what the caller used until now
 */
export async function loadConfig(folder: string, lastGood: Config = DEFAULTS): Promise<Loaded> {
  const file = configFile(folder);
  try {
    const text = await readText(file, MOST_BYTES);
    return text === null
      ? { config: DEFAULTS, problems: [] }
      : await readConfig(text, file, lastGood);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    return { config: lastGood, problems: [wholeFile("error", file, cause.message)] };
  }
}

/** A problem of a file as a whole. */
export const wholeFile = (severity: Severity, file: string, message: string): Problem => ({
  severity,
  file,
  line: null,
  column: null,
  message,
});

/** The same for a text; `file` stands in the problems. */
export async function readConfig(text: string, file: string, lastGood = DEFAULTS): Promise<Loaded> {
  const parsed = parse(text);
  if ("broken" in parsed) {
    const { locateSyntaxError } = await import("./positions.ts");
    const message = `not TOML: ${parsed.broken}`;
    const place = await locateSyntaxError(text);
    return { config: lastGood, problems: [{ severity: "error", file, ...place, message }] };
  }
  const contents = readTree(parsed.tree);
  const settled = settle(contents);
  const values = { ...settled.values, ...stillGood(contents, settled.values, lastGood) };
  const problems = await located(text, file, [...contents.findings, ...settled.findings]);
  return { config: withValues(values), problems };
}

function parse(text: string): { tree: Table } | { broken: string } {
  try {
    const tree: unknown = Bun.TOML.parse(text);
    return isTable(tree) ? { tree } : { broken: "it holds no table" };
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return { broken: inert(cause.message.replace(/^TOML Parse error: /, "")) };
  }
}

/** A parser's message quotes the file, so nothing in it may reach a terminal as it is. */
const inert = (message: string): string => quoted(message).slice(1, -1).replaceAll('\\"', '"');

/** What wrong keys had before. */
function stillGood(
  { wrong }: Contents,
  values: Readonly<Record<string, unknown>>,
  lastGood: Config,
): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(lastGood));
  const good: Record<string, unknown> = {};
  for (const { path, name } of wrong) {
    const value = before.get(path);
    if (name === null) {
      if (!(path in values)) good[path] = value;
    } else if (isTable(value) && Object.hasOwn(value, name)) {
      good[path] = { [name]: value[name], ...asTable(values[path]), ...asTable(good[path]) };
    }
  }
  return good;
}

const asTable = (value: unknown): Table => (isTable(value) ? value : {});

async function located(
  text: string,
  file: string,
  findings: readonly Finding[],
): Promise<Problem[]> {
  if (findings.length === 0) return [];
  const { locate } = await import("./positions.ts");
  const places = await locate(text, findings);
  const problems = findings.map(({ severity, message }, index) => ({
    severity,
    file,
    line: places[index]?.line ?? null,
    column: places[index]?.column ?? null,
    message,
  }));
  return problems.toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** `<file>:<line>:<column>: <severity>: <message>`, the form that editors and compilers share. */
export function problemText({ severity, file, line, column, message }: Problem): string {
  const place = line === null ? file : `${file}:${line}:${column}`;
  return `${place}: ${severity}: ${message}`;
}

/** As `problemText`, with the file's name alone: for the cockpit's one row, where a folder would push the reason out. */
export const shortProblemText = (problem: Problem): string =>
  problemText({ ...problem, file: problem.file.slice(problem.file.lastIndexOf("/") + 1) });
