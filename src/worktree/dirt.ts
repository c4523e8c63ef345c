import { Failure } from "../core/failure.ts";
import type { Environment } from "../system/env.ts";
import { runGit } from "../system/git.ts";
import { gitReason } from "./repository.ts";

/** What git would refuse to remove without `--force`. */

const count = (number: number, what: string): string[] =>
  number === 0 ? [] : [`${number} ${what} ${number === 1 ? "file" : "files"}`];

export const dirty = (name: string, what: string): Failure =>
  new Failure(
    "worktree_dirty",
    `worktree ${name} has ${what}: keep what is needed, or give --force to lose it`,
  );

/**
 * Looks before anybody is asked; git looks once more when it removes.
 *
 * @throws Failure `worktree_dirty`; `worktree_remove_failed` when git cannot tell
 */
export async function requireClean(
  folder: string,
  name: string,
  environment: Environment,
  trustsRepository: boolean,
): Promise<void> {
  const call = { folder, readsFiles: true, trustsRepository };
  const words = ["status", "--porcelain", "--ignore-submodules=none", "-z"];
  const ended = await runGit(environment, { ...call, words });
  if (ended.code !== 0) throw untold(name, "changes", ended);
  const { changed, untracked } = countStatus(ended.stdout);
  const parts = [...count(changed, "changed"), ...count(untracked, "untracked")];
  if (parts.length > 0) throw dirty(name, parts.join(" and "));
  const index = { folder, words: ["ls-files", "--stage", "-z"] };
  const listed = await runGit(environment, index);
  if (listed.code !== 0) throw untold(name, "submodules", listed);
  if (hasSubmodules(listed.stdout)) throw dirty(name, "submodules");
}

const untold = (name: string, what: string, ended: Parameters<typeof gitReason>[0]): Failure =>
  new Failure(
    "worktree_remove_failed",
    `git cannot tell whether worktree ${name} has ${what}: ${gitReason(ended)}`,
  );

/** `git status --porcelain -z`: a rename's old name stands in a word of its own. */
function countStatus(text: string): { changed: number; untracked: number } {
  const counts = { changed: 0, untracked: 0 };
  const words = text.split("\0").filter(Boolean);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word.startsWith("??")) counts.untracked += 1;
    else counts.changed += 1;
    if (/^(?:[RC].|.[RC])/.test(word)) at += 1;
  }
  return counts;
}

/** Also a repository inside that no `.gitmodules` names: git would take it away with all its commits. */
const hasSubmodules = (index: string): boolean => /(^|\0)160000 /.test(index);
