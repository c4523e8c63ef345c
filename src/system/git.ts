import { Failure } from "../core/failure.ts";
import type { Environment } from "./env.ts";
import { runToEnd } from "./process.ts";
import type { Ended } from "./process.ts";
import { withKeptVariables } from "./start.ts";

/** What git says of a folder; null where it is no checkout, or git did not answer in time. */
export interface GitFacts {
  /** Empty with a detached HEAD. */
  branch: string;
  ahead: number;
  behind: number;
  /** Files that differ from HEAD or are not tracked. */
  changed: number;
}

const LIMIT_MS = 2_000;

/** What a repository's own configuration could make git run, off (decision 24). No optional lock, no question asked. */
const SAFE: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_ASKPASS: "true",
  LC_ALL: "C.UTF-8",
  // It counts before LC_ALL where the locale is not plain C.
  LANGUAGE: "",
};

/** No transport is called "none": what a partial clone lacks would be fetched by programs that the repository names. */
const NO_FETCH: Readonly<Record<string, string>> = { GIT_ALLOW_PROTOCOL: "none" };

const OFF: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.untrackedCache", "false"],
  ["submodule.recurse", "false"],
];

/** Variables of the caller that would send git to another repository than the folder's. */
const ELSEWHERE = /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|CONFIG_)/;

function environmentFor(
  environment: Environment,
  settings: readonly (readonly [string, string])[],
): Environment {
  const kept = Object.entries(environment).filter(([name]) => !ELSEWHERE.test(name));
  const given = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    ...Object.fromEntries(kept),
    ...SAFE,
    ...Object.fromEntries(given),
    GIT_CONFIG_COUNT: String(settings.length),
  };
}

/** One call of git about the repository that a folder belongs to. */
export interface GitCall {
  readonly folder: string;
  readonly words: readonly string[];
  /** After that git is ended, and the exit code is 143. 10 s where it is not said. */
  readonly limitMs?: number;
  /** It looks into files or checks them out, so that the filters which the repository names would run. */
  readonly readsFiles?: boolean;
  /** Runs what the repository itself configures, hooks and filters, as a person's own git would. */
  readonly trustsRepository?: boolean;
}

const CALL_LIMIT_MS = 10_000;

/** What `runGit` answers when its time was over. */
export const OUT_OF_TIME = 143;

/**
 * Runs git to its end, whatever its exit code. Without trust nothing runs that the repository itself names.
 *
 * @throws Failure `io_error` when git is not there
 */
export async function runGit(environment: Environment, call: GitCall): Promise<Ended> {
  const { folder, words, limitMs = CALL_LIMIT_MS } = call;
  const argv = ["git", "-C", folder, ...words];
  if (call.trustsRepository) {
    return runToEnd(argv, environmentFor(withKeptVariables(environment), []), limitMs);
  }
  const settings = [...OFF, ...(await filtersOff(environment, call))];
  return runToEnd(argv, { ...environmentFor(environment, settings), ...NO_FETCH }, limitMs);
}

const filtersOff = async (environment: Environment, { folder, readsFiles }: GitCall) =>
  readsFiles ? repositoryFilters(folder, environment) : [];

/**
 * The filters that the repository itself names and that would run on files that are checked out.
 *
 * @throws Failure `io_error` when git is not there
 */
export async function checkoutFilters(folder: string, environment: Environment): Promise<string[]> {
  const filters = await repositoryFilters(folder, environment);
  return filters.map(([name]) => name).filter((name) => /\.(smudge|process)$/i.test(name));
}

/** A filter's programs run when git looks whether a file changed; those that the repository itself names do not. */
async function repositoryFilters(
  folder: string,
  environment: Environment,
): Promise<[string, string][]> {
  const question = ["config", "--show-scope", "--name-only", "-z", "--get-regexp", "^filter\\."];
  const { stdout } = await runToEnd(
    ["git", "-C", folder, ...question],
    environmentFor(environment, OFF),
    LIMIT_MS,
  );
  const words = stdout.split("\0");
  const filters: [string, string][] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const isOwn = words[at] === "local" || words[at] === "worktree";
    if (isOwn) filters.push([words[at + 1] ?? "", ""]);
  }
  return filters;
}

/**
 * Branch, distance to its upstream and number of changed files of the checkout that holds a folder.
 *
 * @returns null when the folder is in no checkout, git is not there, or it takes over 2 s
 */
export async function gitFacts(folder: string, environment: Environment): Promise<GitFacts | null> {
  try {
    const filters = await repositoryFilters(folder, environment);
    const words = ["status", "--porcelain=v2", "--branch", "--ignore-submodules=all", "-z"];
    const { code, stdout } = await runToEnd(
      ["git", "-C", folder, ...words],
      { ...environmentFor(environment, [...OFF, ...filters]), ...NO_FETCH },
      LIMIT_MS,
    );
    return code === 0 ? parseStatus(stdout) : null;
  } catch (error) {
    if (error instanceof Failure && error.code === "io_error") return null;
    throw error;
  }
}

/** `git status --porcelain=v2 --branch -z`. A rename's old name stands in a word of its own. */
export function parseStatus(text: string): GitFacts {
  const facts: GitFacts = { branch: "", ahead: 0, behind: 0, changed: 0 };
  const words = text.split("\0");
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const [, head] = /^# branch\.head (.*)$/s.exec(word) ?? [];
    const [, ahead, behind] = /^# branch\.ab \+(\d+) -(\d+)$/.exec(word) ?? [];
    if (head !== undefined) facts.branch = head === "(detached)" ? "" : head;
    else if (ahead !== undefined)
      Object.assign(facts, { ahead: Number(ahead), behind: Number(behind) });
    else if (/^[12u?] /.test(word)) facts.changed += 1;
    if (word.startsWith("2 ")) at += 1;
  }
  return facts;
}
