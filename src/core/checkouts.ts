/** One entry of `git worktree list`: the main checkout comes first. */
export interface Checkout {
  readonly path: string;
  /** Empty for a detached HEAD, and for a bare repository. */
  readonly branch: string;
  readonly isBare: boolean;
  readonly isDetached: boolean;
  /** Its folder is gone, as git sees it. */
  readonly isPrunable: boolean;
  /** Why it is locked, perhaps empty; null when it is not. */
  readonly lockReason: string | null;
}

const HEADS = "refs/heads/";

/**
 * What `git worktree list --porcelain` printed, its lines ended by `end`: NUL with `-z` (git 2.36 and later), else a
 * newline, which a path could hold too.
 */
export function parseCheckouts(text: string, end: "\0" | "\n"): Checkout[] {
  return text.split(`${end}${end}`).flatMap((entry) => {
    const lines = entry.split(end);
    const path = valueOf(lines, "worktree");
    if (path === null) return [];
    return [
      {
        path,
        branch: (valueOf(lines, "branch") ?? "").replace(HEADS, ""),
        isBare: lines.includes("bare"),
        isDetached: lines.includes("detached"),
        isPrunable: valueOf(lines, "prunable") !== null,
        lockReason: valueOf(lines, "locked"),
      },
    ];
  });
}

/** The value of `<name> <value>`, empty for `<name>` alone, null where it is not there. */
function valueOf(lines: readonly string[], name: string): string | null {
  const line = lines.find((one) => one === name || one.startsWith(`${name} `));
  return line === undefined ? null : line.slice(name.length + 1);
}
