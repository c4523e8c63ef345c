import { Failure, UsageError } from "../core/failure.ts";
import type { FailureSubject } from "../core/failure.ts";
import type { WorkspaceId } from "../core/ids.ts";
import { quoted } from "../core/inert.ts";
import { isOwnVariable } from "../core/own-variables.ts";
import { literal } from "../core/quote.ts";
import { currentTab, focusOf, panesOf } from "../core/world.ts";
import type { World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { isFolder } from "../system/folders.ts";
import { typedPath } from "../system/paths.ts";
import type { ArgTable } from "./verb.ts";

/** Where and with what the program of a new pane starts. */

export const LAUNCH_ARGS = {
  cwd: {
    kind: "text",
    value: "FOLDER",
    doc: "the folder to start in (without it, that of the pane in front)",
  },
  env: {
    kind: "list",
    value: "NAME=VALUE",
    doc: "a variable for what starts there, again for others",
  },
} as const satisfies ArgTable;

export const FOCUS_ARGS = {
  focus: { kind: "flag", doc: "go there" },
  noFocus: { kind: "flag", doc: "stay here, as without it" },
} as const satisfies ArgTable;

/**
 * The folder that was asked for, as a full path.
 *
 * @throws Failure `not_found` about `subject` when no folder is there: tmux would start elsewhere, and say nothing; also
 *   for a relative path of a caller whose folder is not known
 */
export async function requireFolder(
  edges: Edges,
  cwd: string,
  subject: FailureSubject,
): Promise<string> {
  const folder = typedPath(cwd, edges);
  if (folder !== null && (await isFolder(folder))) return folder;
  const named = quoted(folder ?? cwd);
  throw new Failure(
    "not_found",
    folder === null
      ? `folder ${named} starts from a folder that taw does not know: give one that begins with / or ~`
      : `folder ${named} is not there: make it, or give another`,
    { subject },
  );
}

/**
 * `-e NAME=VALUE` for tmux, each.
 *
 * @throws UsageError for a word without `=` or without a name; Failure `invalid_argument` for a NUL byte
 */
export function environmentFlags(env: readonly string[]): string[] {
  return env.flatMap((word) => {
    const name = word.slice(0, Math.max(0, word.indexOf("=")));
    if (name === "") {
      throw new UsageError(`--env wants NAME=VALUE, not ${quoted(word)}`);
    }
    if (word.includes("\0")) {
      const message = `variable ${quoted(name)} holds a NUL byte, which no process can be given`;
      throw new Failure("invalid_argument", message, { subject: "environment" });
    }
    return isOwnVariable(name) ? [] : ["-e", word];
  });
}

/** `-c FOLDER` for tmux, which expands formats there; nothing for no folder. */
export const folderFlags = (folder: string | null): string[] =>
  folder === null ? [] : ["-c", literal(folder)];

/** The folder of the pane in front, of the whole server or of one workspace. */
export function folderInFront(world: World, workspaceId?: WorkspaceId): string | null {
  const tab = workspaceId ? currentTab(world, workspaceId) : focusOf(world)?.tab;
  const pane = tab && panesOf(world, tab.id).find(({ isActive }) => isActive);
  return pane?.cwd || null;
}

/** What tmux refuses while something is made, said about that thing. */
export async function making<Made>(
  subject: FailureSubject,
  make: () => Promise<Made>,
): Promise<Made> {
  try {
    return await make();
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.code !== "tmux_error") throw cause;
    throw new Failure("tmux_error", cause.message, { subject, cause });
  }
}
