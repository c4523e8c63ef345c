import { Failure } from "../core/failure.ts";
import { clipped } from "../core/inert.ts";
import { repoName } from "../core/membership.ts";
import type { Workspace } from "../core/world.ts";
import { resolvedPath } from "../system/files.ts";
import type { Environment } from "../system/env.ts";
import { OUT_OF_TIME, runGit } from "../system/git.ts";
import type { GitCall } from "../system/git.ts";
import type { Ended } from "../system/process.ts";
import type { Checkout } from "../core/checkouts.ts";
import { parseCheckouts } from "../core/checkouts.ts";

/** A repository as git describes it from one of its folders. All paths have their links resolved. */
export interface Repository {
  /** The folder that all its checkouts share. */
  readonly key: string;
  /** The main checkout; the repository itself where it is bare. */
  readonly root: string;
  readonly name: string;
  /** The checkout that the folder asked about is in; the root where it is in none. */
  readonly source: string;
  readonly checkouts: readonly Checkout[];
}

/** A repository that a call means, and the workspace that it was asked for from, where there is one. */
export interface Asked {
  readonly repository: Repository;
  readonly source: Workspace | null;
}

/** Whether the folder that was asked about is in a linked checkout. */
export const isLinkedSource = ({ root, source }: Repository): boolean => source !== root;

const ABSOLUTE = ["rev-parse", "--path-format=absolute"];

/**
 * The repository that a folder belongs to.
 *
 * @throws Failure `not_git_worktree`, `worktree_list_failed` with git's words, `unsupported` for a git before 2.31,
 *   `io_error` when git is not there
 */
export async function repositoryAt(folder: string, environment: Environment): Promise<Repository> {
  const words = [...ABSOLUTE, "--is-inside-work-tree", "--git-common-dir"];
  const { code, stdout, stderr } = await runGit(environment, { folder, words });
  if (code !== 0) throw noRepository(folder, code, stderr);
  const [isInside = "", ...rest] = withoutNewline(stdout).split("\n");
  if (isInside.startsWith("--")) {
    throw new Failure(
      "unsupported",
      "this git is too old for worktrees: install git 2.31 or newer",
    );
  }
  const key = await resolvedPath(rest.join("\n"));
  const [checkouts, top] = await Promise.all([
    checkoutsOf(folder, environment),
    isInside === "true" ? topOf(folder, environment) : null,
  ]);
  const isLinked = checkouts.findIndex(({ path }) => path === top) > 0;
  // Git names a submodule's repository where its main checkout should stand.
  const root = top !== null && !isLinked ? top : (checkouts[0]?.path ?? key);
  return { key, root, name: repoName(root), source: top ?? root, checkouts };
}

/** What git lists now, the main checkout first. Throws `worktree_list_failed`. */
export async function checkoutsOf(folder: string, environment: Environment): Promise<Checkout[]> {
  const words = ["worktree", "list", "--porcelain"];
  const exact = await listed(environment, { folder, words: [...words, "-z"] });
  if (exact.code === 0) return parseCheckouts(exact.stdout, "\0");
  // 129: this git knows no `-z`.
  const plain = exact.code === 129 ? await listed(environment, { folder, words }) : exact;
  if (plain.code === 0) return parseCheckouts(plain.stdout, "\n");
  throw new Failure("worktree_list_failed", `git does not list worktrees: ${gitReason(plain)}`);
}

/** Another git that adds a worktree has its folder in the list a moment before what has to stand in it. */
const HALF_ADDED = /failed to read .*worktrees/;
const MOST_TRIES = 10;

async function listed(environment: Environment, call: GitCall): Promise<Ended> {
  for (let tried = 1; ; tried += 1) {
    const ended = await runGit(environment, call);
    if (ended.code === 0 || tried === MOST_TRIES || !HALF_ADDED.test(ended.stderr)) return ended;
  }
}

async function topOf(folder: string, environment: Environment): Promise<string | null> {
  const { code, stdout } = await runGit(environment, {
    folder,
    words: [...ABSOLUTE, "--show-toplevel"],
  });
  return code === 0 ? resolvedPath(withoutNewline(stdout)) : null;
}

function noRepository(folder: string, code: number, stderr: string): Failure {
  const place = clipped(folder);
  if (/not a git repository|cannot change to/.test(stderr)) {
    return new Failure(
      "not_git_worktree",
      `${place} is in no git checkout; name one with --cwd or --workspace`,
    );
  }
  const isDistrusted = stderr.includes("dubious ownership");
  return new Failure(
    "worktree_list_failed",
    isDistrusted
      ? `git does not read ${place}, which belongs to somebody else; if you trust it, run git config --global --add safe.directory with that folder`
      : `git cannot read ${place}: ${gitReason({ code, stderr })}`,
  );
}

const withoutNewline = (text: string): string => text.replace(/\n$/, "");

/** Why git refused, in its own words and one line. */
export function gitReason({ code, stderr }: { code: number; stderr: string }): string {
  if (code === OUT_OF_TIME) return "it took too long";
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((one) => /^(fatal|error): /.test(one)) ?? lines.at(-1);
  return line?.replace(/^(fatal|error): /, "").trim() || `it ended with ${code}`;
}

/** Asks git one question about a repository; null where git says no. */
export async function answerOf(environment: Environment, call: GitCall): Promise<string | null> {
  const { code, stdout } = await runGit(environment, call);
  return code === 0 ? withoutNewline(stdout) : null;
}
