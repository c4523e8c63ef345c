import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { reasonOf } from "../system/file-reasons.ts";
import { holdLock } from "../system/lock.ts";

/**
 * Does `work` while no other call makes, opens or removes worktrees of the repository; git has no lock of its own for
 * that. What is locked is the repository's folder, so it holds for every user and every state folder.
 *
 * @throws Failure `worktree_operation_in_progress`, `io_error` when the folder cannot be opened, and what `work` throws
 */
export async function alone<Value>(repoKey: string, work: () => Promise<Value>): Promise<Value> {
  const letGo = held(repoKey);
  if (letGo === null) {
    throw new Failure(
      "worktree_operation_in_progress",
      `another call makes, opens or removes a worktree of ${repoKey} right now: try again when it has ended`,
    );
  }
  try {
    return await work();
  } finally {
    letGo();
  }
}

function held(path: string): (() => void) | null {
  try {
    return holdLock(path);
  } catch (cause) {
    if (errorCode(cause) === "") throw cause;
    throw new Failure("io_error", `cannot use ${path}: ${reasonOf(cause)}`, { cause });
  }
}
