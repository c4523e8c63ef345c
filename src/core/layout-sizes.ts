import { after, shareOf } from "./layout.ts";
import type { LayoutNode, LayoutSplit, Rect, SplitDirection } from "./layout.ts";

/** How many cells each part of a tree of splits gets, and how few it can do with. All sizes are in cells. */

/** Splits of two with anything as their leaves: a layout that tmux has, or one that is wished for. */
export type Tree<Leaf extends object> = Leaf | TreeSplit<Leaf>;

export interface TreeSplit<Leaf extends object> {
  direction: SplitDirection;
  /** The first part's share of the cells, separator left out. */
  ratio: number;
  first: Tree<Leaf>;
  second: Tree<Leaf>;
}

export const isSplit = <Leaf extends object>(tree: Tree<Leaf>): tree is TreeSplit<Leaf> =>
  "direction" in tree;

export interface Size {
  width: number;
  height: number;
}

/** The smallest area a tree fits into: tmux gives every pane one cell at least, and a separator takes one. */
export function leastSize<Leaf extends object>(tree: Tree<Leaf>): Size {
  if (!isSplit(tree)) return { width: 1, height: 1 };
  const first = leastSize(tree.first);
  const second = leastSize(tree.second);
  return tree.direction === "right"
    ? {
        width: first.width + 1 + second.width,
        height: Math.max(first.height, second.height),
      }
    : {
        width: Math.max(first.width, second.width),
        height: first.height + 1 + second.height,
      };
}

export const fitsInto = (least: Size, area: Size): boolean =>
  least.width <= area.width && least.height <= area.height;

/**
 * The areas of a split's two parts inside its own: the first has its ratio's share, to the next cell, and both have what
 * they need at least. `rect` has room for the split (`leastSize`).
 */
export function divide<Leaf extends object>(
  { direction, ratio, first, second }: TreeSplit<Leaf>,
  rect: Rect,
): [first: Rect, second: Rect] {
  const side = direction === "right" ? "width" : "height";
  const cells = rect[side] - 1;
  const most = cells - leastSize(second)[side];
  const wanted = Math.round(cells * ratio);
  const size = Math.max(leastSize(first)[side], Math.min(wanted, most));
  const firstRect = { ...rect, [side]: size };
  return [firstRect, after(firstRect, rect, direction)];
}

/** The leaves of a tree in its order. */
export function leavesOf<Leaf extends object>(tree: Tree<Leaf>): Leaf[] {
  return isSplit(tree) ? [...leavesOf(tree.first), ...leavesOf(tree.second)] : [tree];
}

/** A tree in another area: every split keeps its ratio, to the next cell. */
export function placeNode(node: LayoutNode, rect: Rect): LayoutNode {
  if ("paneId" in node) return { ...node, rect };
  const [firstRect, secondRect] = divide(node, rect);
  return {
    ...node,
    rect,
    ratio: shareOf(node.direction, firstRect, secondRect),
    first: placeNode(node.first, firstRect),
    second: placeNode(node.second, secondRect),
  };
}

/** The split at a path, false for the first part and true for the second; null where a path leads to none. */
export function splitAt(node: LayoutNode, path: readonly boolean[]): LayoutSplit | null {
  if ("paneId" in node) return null;
  const [isSecond, ...rest] = path;
  if (isSecond === undefined) return node;
  return splitAt(isSecond ? node.second : node.first, rest);
}

/** The tree with another ratio at a path that leads to a split; what is not under it stays where it is. */
export function withRatio(node: LayoutNode, path: readonly boolean[], ratio: number): LayoutNode {
  if ("paneId" in node) return node;
  const [isSecond, ...rest] = path;
  if (isSecond === undefined) return placeNode({ ...node, ratio }, node.rect);
  return isSecond
    ? { ...node, second: withRatio(node.second, rest, ratio) }
    : { ...node, first: withRatio(node.first, rest, ratio) };
}
