import { Failure } from "../core/failure.ts";
import { clipped, quoted } from "../core/inert.ts";
import type { Environment } from "../system/env.ts";
import { isThere, resolvedPath } from "../system/files.ts";
import { ensureFolder, removeEmptyFolder } from "../system/folders.ts";
import { checkoutFilters, runGit } from "../system/git.ts";
import { randomBranch } from "./names.ts";
import { answerOf, checkoutsOf, gitReason } from "./repository.ts";
import type { Repository } from "./repository.ts";

/** Making a checkout, and taking away again what was made of it. */

/** Large repositories take minutes to check out; what takes longer hangs. */
const CHECKOUT_LIMIT_MS = 10 * 60_000;

/** The branch of a checkout that is wanted. */
export interface Start {
  readonly branch: string;
  /** Where the new branch begins: as git was told, and the commit it is; null where the branch is there already. */
  readonly base: { readonly text: string; readonly commit: string } | null;
}

export interface Making extends Start {
  readonly path: string;
  readonly trustsRepository: boolean;
}

/** A checkout as it was made, with what stood at its place before. */
export interface Made extends Making {
  readonly hadFolder: boolean;
  /** The folders around it that were made for it, the innermost first. */
  readonly freshParents: readonly string[];
}

const refused = (message: string): Failure => new Failure("worktree_create_failed", message);

/**
 * Which branch to check out: the one that is there, else a new one from `base` (HEAD). Only asks.
 *
 * @throws Failure `invalid_argument` for a name git does not take; `worktree_create_failed` where the branch cannot be had
 */
export async function startOf(
  repository: Repository,
  environment: Environment,
  wish: { branch: string | null; base: string | null },
): Promise<Start> {
  const { key: folder } = repository;
  const branch = wish.branch ?? randomBranch();
  await requireBranchName(folder, environment, branch);
  const words = ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`];
  if ((await answerOf(environment, { folder, words })) === null) {
    return { branch, base: await baseOf(folder, environment, wish.base ?? "HEAD") };
  }
  requireFree(repository, branch);
  if (wish.base === null) return { branch, base: null };
  throw refused(`branch ${branch} is there already: leave --base out to check it out as it is`);
}

async function requireBranchName(folder: string, environment: Environment, branch: string) {
  const words = ["check-ref-format", "--branch", branch];
  const isName =
    branch !== "" &&
    !branch.startsWith("-") &&
    (await answerOf(environment, { folder, words })) === branch;
  if (isName) return;
  const named =
    branch.trim() === "" ? "branch is required" : `${quoted(branch)} is no name for a branch`;
  throw new Failure("invalid_argument", `${named}: git check-ref-format says what is one`, {
    subject: "worktree",
  });
}

function requireFree({ checkouts }: Repository, branch: string): void {
  const holder = checkouts.find((checkout) => checkout.branch === branch);
  if (!holder) return;
  throw refused(
    `branch ${branch} is checked out at ${holder.path}: worktree open --branch opens it there`,
  );
}

async function baseOf(folder: string, environment: Environment, text: string) {
  const words = ["rev-parse", "--verify", "--quiet", `${text}^{commit}`];
  const isWord = text !== "" && !text.startsWith("-");
  const commit = isWord ? await answerOf(environment, { folder, words }) : null;
  if (commit !== null) return { text, commit };
  throw refused(
    text === "HEAD"
      ? "the repository has no commit to start from yet: commit something first"
      : `${quoted(text)} names no commit to start from: give --base a branch, tag or commit`,
  );
}

/**
 * Checks the branch out at the path. What git left of a checkout that failed is taken away.
 *
 * @returns what was made, with its links resolved
 * @throws Failure `worktree_create_failed` with git's words
 */
export async function addCheckout(
  { key: folder }: Repository,
  environment: Environment,
  making: Making,
): Promise<Made> {
  const { branch, base, path, trustsRepository } = making;
  if (!trustsRepository) await requireNoFilters(folder, environment);
  const made = {
    ...making,
    hadFolder: await isThere(path),
    freshParents: await missingParents(path),
  };
  const what = base === null ? ["--", path, branch] : ["-b", branch, "--", path, base.text];
  const ended = await runGit(environment, {
    folder,
    words: ["worktree", "add", ...what],
    limitMs: CHECKOUT_LIMIT_MS,
    readsFiles: true,
    trustsRepository,
  });
  const resolved = { ...made, path: await resolvedPath(path) };
  if (ended.code === 0) return resolved;
  const left = await takeBackFailed(folder, environment, resolved, ended.stderr);
  const isPartial = /transport '.*' not allowed/.test(ended.stderr);
  const next = isPartial ? "; --trust-repository lets git fetch what is missing" : "";
  throw refused(`git did not make the worktree: ${gitReason(ended)}${next}${left}`);
}

/** Git fails before a checkout is there, or behind it, as its hook does; gives a half sentence on what is left. */
async function takeBackFailed(
  folder: string,
  environment: Environment,
  made: Made,
  stderr: string,
): Promise<string> {
  const checkouts = await checkoutsOf(folder, environment);
  if (checkouts.some(({ path }) => path === made.path)) {
    return `; ${await takeBack(folder, environment, made)}`;
  }
  // Git makes the branch before the checkout, and says so in these words where it was not this call that made it.
  const isOurs = !/branch named .* already exists/s.test(stderr);
  if (isOurs) await takeBranchBack(folder, environment, made);
  await takeFoldersBack(made);
  return "";
}

async function takeFoldersBack({ path, hadFolder, freshParents }: Made): Promise<void> {
  if (hadFolder) await ensureFolder(path);
  for (const parent of freshParents) await removeEmptyFolder(parent);
}

/** Filters decide what a checked out file holds, so they are neither run unasked nor left out in silence. */
async function requireNoFilters(folder: string, environment: Environment): Promise<void> {
  const [filter] = await checkoutFilters(folder, environment);
  if (filter === undefined) return;
  throw refused(
    `the repository itself names a program for its files (${clipped(filter)}): give --trust-repository to let git run it`,
  );
}

/** The folders that git has to make for a checkout, the innermost first. */
async function missingParents(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const parent = path.slice(0, at);
    if (await isThere(parent)) break;
    missing.push(parent);
  }
  return missing;
}

/** Takes the new branch away while it is still where this call put it; true when it is gone. */
async function takeBranchBack(
  folder: string,
  environment: Environment,
  { branch, base }: Start,
): Promise<boolean> {
  if (base === null) return true;
  const words = ["update-ref", "-d", `refs/heads/${branch}`, base.commit];
  return (await answerOf(environment, { folder, words })) !== null;
}

/**
 * Takes a checkout that this call made away again, and its branch when it made that too; says what is left.
 *
 * @returns a sentence for the person
 */
export async function takeBack(
  folder: string,
  environment: Environment,
  made: Made,
): Promise<string> {
  const { path, branch } = made;
  const words = ["worktree", "remove", "--", path];
  const removed = await runGit(environment, { folder, words, readsFiles: true });
  if (removed.code !== 0) {
    return `the checkout ${path} and branch ${branch} are left: worktree open --path opens it`;
  }
  await takeFoldersBack(made);
  const isGone = await takeBranchBack(folder, environment, made);
  return isGone ? "nothing of it is left" : `the branch ${branch} is left`;
}
