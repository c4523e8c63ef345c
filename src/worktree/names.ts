/** What a new worktree is called where the caller does not say: its branch, its folder, its workspace. */

const ADJECTIVES =
  "amber bold brisk calm clear cool deep dry early fair fast fine firm fresh glad gold grand green keen kind late light live neat odd pale plain quick quiet ready sharp still tall warm wide wild wise young".split(
    " ",
  );

const NOUNS =
  "anchor apple arch beam birch brook cedar cliff cloud comet coral crane delta dune ember fern field finch flint forge grove harbor heron inlet lake lark maple meadow moon moss oak orbit otter pebble pine reef ridge river spruce stone swift tide vale wave wren".split(
    " ",
  );

const pick = (words: readonly string[], number: number): string =>
  words[number % words.length] ?? "";

/** `worktree/<adjective>-<noun>-<4 hex>` (reference/herdr/cli.md §5). */
export function randomBranch(): string {
  const [first = 0, second = 0, third = 0] = crypto.getRandomValues(new Uint16Array(3));
  const end = third.toString(16).padStart(4, "0");
  return `worktree/${pick(ADJECTIVES, first)}-${pick(NOUNS, second)}-${end}`;
}

const LONGEST_SLUG = 80;

/** A branch as one part of a path and of a workspace's name: `feat/x` → `feat-x`. */
export function branchSlug(branch: string): string {
  const slug = branch
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, LONGEST_SLUG);
  return slug.replace(/[\ud800-\udbff]$/, "") || "worktree";
}

/** The first of `<name>`, `<name>-2`, `<name>-3` … that is free. */
export async function freeName(
  name: string,
  isTaken: (name: string) => boolean | Promise<boolean>,
): Promise<string> {
  let free = name;
  for (let count = 2; await isTaken(free); count += 1) free = `${name}-${count}`;
  return free;
}

/**
 * A workspace's name as tmux keeps it and finds it again: `:` and `.` would be parts of a target, a `$` in front an id,
 * and the rest tmux writes otherwise (facts.md §1.6).
 */
export const workspaceName = (text: string): string =>
  text.trim().replace(/^\$|\$(?=[A-Za-z_{])|[:.\\\u0000-\u001f\u007f-\u009f]/g, "_");
