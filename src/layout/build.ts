import { divide, isSplit, leavesOf } from "../core/layout-sizes.ts";
import type { LayoutWish, PaneWish } from "../core/layout-wish.ts";
import type { Rect } from "../core/layout.ts";
import { literal } from "../core/quote.ts";
import { tmuxWordsOf } from "../core/start-command.ts";
import type { Command } from "../tmux/client.ts";

/** A tree as the tmux commands that make its panes. */

/** What `new-window` and `split-window` are told of a pane; `cwd` is for one that names none. */
export function paneWords(pane: PaneWish, cwd: string): string[] {
  const argv = argvOf(pane);
  return [
    "-c",
    literal(pane.cwd ?? cwd),
    ...pane.env.flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    ...(argv ? tmuxWordsOf(argv) : []),
  ];
}

/**
 * A new pane gets the PATH of the client that asks for it, whatever `-e` says (facts.md §10), so a PATH of its own is set by
 * what is started in it; tmux tells that which shell is its default one.
 */
function argvOf({ command, env }: PaneWish): readonly string[] | null {
  const path = env.find(([name]) => name === "PATH")?.[1];
  if (path === undefined) return command;
  return command
    ? ["env", `PATH=${path}`, ...command]
    : ["sh", "-c", 'export PATH="$1"; exec "$SHELL"', "sh", path];
}

/** A window in which panes count from 0, and the area that its one pane has. */
export interface Ground {
  target: string;
  area: Rect;
  cwd: string;
}

/**
 * The splits that turn a window's only pane, the tree's first, into the tree. tmux puts a new pane behind the one it
 * splits, so the panes stand in the tree's order, and every size is said in cells, so none is changed again.
 */
export function splitCommands(tree: LayoutWish, ground: Ground, at = 0): Command[] {
  if (!isSplit(tree)) return [];
  const { target, area, cwd } = ground;
  const [first, second] = divide(tree, area);
  const [flag, size] = tree.direction === "right" ? ["-h", second.width] : ["-v", second.height];
  const [pane] = leavesOf(tree.second);
  const words = pane ? paneWords(pane, cwd) : [];
  const next = at + leavesOf(tree.first).length;
  return [
    ["split-window", "-d", flag, "-l", String(size), "-t", `${target}.${at}`, ...words],
    ...splitCommands(tree.first, { ...ground, area: first }, at),
    ...splitCommands(tree.second, { ...ground, area: second }, next),
  ];
}
