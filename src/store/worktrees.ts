import type { Database } from "bun:sqlite";
import { textIn } from "./row.ts";
import type { Row } from "./row.ts";

/** A worktree that a verb made or opened, with the workspace it was first shown in; all paths have their links resolved. */
export interface KeptWorktree {
  readonly checkoutPath: string;
  readonly repoKey: string;
  readonly repoRoot: string;
  /** Empty for a detached HEAD. */
  readonly branch: string;
  /** `<pid> <start unix seconds>` of the tmux server whose id `workspaceId` is (decision 3). */
  readonly server: string;
  /** `w3`. */
  readonly workspaceId: string;
}

const COLUMNS = "checkout_path, repo_key, repo_root, branch, server, workspace_id";
const MOST_ROWS = 2_000;

/** The worktrees that are remembered, oldest first; of very many the newest. */
export const keptWorktrees = (database: Database): KeptWorktree[] =>
  database
    .query<Row, []>(
      `SELECT ${COLUMNS} FROM
         (SELECT * FROM worktrees ORDER BY kept_unix_ms DESC, checkout_path DESC LIMIT ${MOST_ROWS})
       ORDER BY kept_unix_ms, checkout_path`,
    )
    .all()
    .flatMap(worktreeOf);

function worktreeOf(row: Row): KeptWorktree[] {
  const worktree = {
    checkoutPath: textIn(row, "checkout_path"),
    repoKey: textIn(row, "repo_key"),
    repoRoot: textIn(row, "repo_root"),
    branch: textIn(row, "branch"),
    server: textIn(row, "server"),
    workspaceId: textIn(row, "workspace_id"),
  };
  const isWhole = worktree.checkoutPath !== "" && worktree.repoKey !== "";
  return isWhole ? [worktree] : [];
}

/** Remembers a worktree; of one that this server knows already the workspace stays the one it was made in. */
export function keepWorktree(database: Database, worktree: KeptWorktree, nowMs: number): void {
  database
    .query(
      `INSERT INTO worktrees (${COLUMNS}, kept_unix_ms)
       VALUES ($checkoutPath, $repoKey, $repoRoot, $branch, $server, $workspaceId, $nowMs)
       ON CONFLICT (checkout_path) DO UPDATE
       SET repo_key = $repoKey, repo_root = $repoRoot, branch = $branch, server = $server,
           workspace_id = CASE WHEN server = $server AND repo_key = $repoKey
                          THEN workspace_id ELSE $workspaceId END`,
    )
    .run({ ...worktree, nowMs });
}

/** The workspace of that server that a worktree was first shown in; empty where none is remembered. */
export function keptId(
  database: Database,
  { checkoutPath, server }: Pick<KeptWorktree, "checkoutPath" | "server">,
): string {
  const row = database
    .query<Row, { checkoutPath: string; server: string }>(
      "SELECT workspace_id FROM worktrees WHERE checkout_path = $checkoutPath AND server = $server",
    )
    .get({ checkoutPath, server });
  return textIn(row, "workspace_id");
}

export function forgetWorktree(database: Database, checkoutPath: string): void {
  database.query("DELETE FROM worktrees WHERE checkout_path = $checkoutPath").run({ checkoutPath });
}
