import { parsePaneId } from "./ids.ts";
import type { PaneId } from "./ids.ts";

/** tmux layout string ↔ tree of cells ↔ rectangles, and herdr's binary splits out of it (reference/tmux/facts.md §8). */

/** In cells, from the tab's top left corner. A separator of one cell stands between neighbours and belongs to nobody. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the second of two parts lies, seen from the first. */
export type SplitDirection = "right" | "down";
export type Side = "left" | "right" | "up" | "down";

/** tmux's own tree: a split holds any number of parts. */
export type Cell =
  | { rect: Rect; paneId: PaneId }
  | { rect: Rect; direction: SplitDirection; parts: readonly Cell[] };

/** herdr's tree: a split holds two. Three parts in a row become the first and a split of the others. */
export type LayoutNode = { rect: Rect; paneId: PaneId } | LayoutSplit;

export interface LayoutSplit {
  rect: Rect;
  direction: SplitDirection;
  ratio: number;
  first: LayoutNode;
  second: LayoutNode;
  /** The second part is the rest of the same split of tmux's, not a split of its own inside it. */
  hasRest: boolean;
}

export interface PlacedSplit {
  /** `split_<running number>_root` or `split_<running number>_<path>`, 0 for the first and 1 for the second part. */
  id: string;
  direction: SplitDirection;
  ratio: number;
  rect: Rect;
}

const CELL = /(\d+)x(\d+),(-?\d+),(-?\d+)(?:,(\d+))?/y;
/** What tmux 3.7 tells behind the tree while no pane is zoomed: the panes that float, once more. */
const FLOATING = /<[^<>]*>$/;
const DEEPEST = 200;

/** `bb62,120x40,0,0{60x40,0,0,1,59x40,61,0,2}` → its tree; null for text that is no layout. The checksum is not read. */
export function parseLayout(text: string): Cell | null {
  const tree = text.replace(FLOATING, "");
  const comma = tree.indexOf(",");
  if (comma < 0) return null;
  const read = readCell(tree, comma + 1, 0);
  return read && read.end === tree.length ? read.cell : null;
}

function readCell(text: string, at: number, depth: number): { cell: Cell; end: number } | null {
  CELL.lastIndex = at;
  const found = depth < DEEPEST ? CELL.exec(text) : null;
  if (!found) return null;
  const [whole, width, height, x, y, pane] = found;
  const rect = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
  const end = at + whole.length;
  if (pane !== undefined) {
    const paneId = parsePaneId(`%${pane}`);
    return paneId && { cell: { rect, paneId }, end };
  }
  const bracket = text[end];
  if (bracket !== "{" && bracket !== "[") return null;
  const parts = readParts(text, end + 1, bracket === "{" ? "}" : "]", depth + 1);
  const direction = bracket === "{" ? "right" : "down";
  return parts && { cell: { rect, direction, parts: parts.cells }, end: parts.end };
}

function readParts(
  text: string,
  start: number,
  close: string,
  depth: number,
): { cells: Cell[]; end: number } | null {
  const cells: Cell[] = [];
  for (let at = start; ; at += 1) {
    const part = readCell(text, at, depth);
    if (!part) return null;
    cells.push(part.cell);
    at = part.end;
    if (text[at] === close) return { cells, end: at + 1 };
    if (text[at] !== ",") return null;
  }
}

type SplitCell = Extract<Cell, { parts: unknown }>;

/**
 * The tree without the panes that float over it. tmux 3.7 has them as parts of a split, which they do not fill; a split
 * that has one part left is that part.
 */
export function withoutFloating(cell: Cell): Cell {
  if ("paneId" in cell) return cell;
  const parts: Cell[] = [];
  let rest = cell.rect;
  for (const part of cell.parts) {
    if (!fills(part.rect, { ...cell, rect: rest })) continue;
    parts.push(withoutFloating(part));
    rest = after(part.rect, rest, cell.direction);
  }
  if (parts.length === 0) return cell;
  return parts.length === 1 && parts[0] ? parts[0] : { ...cell, parts };
}

/** Whether a part begins where what is left of its split begins, fits in, and is as wide or high as it across. */
function fills(part: Rect, { rect, direction }: SplitCell): boolean {
  if (part.x !== rect.x || part.y !== rect.y) return false;
  return direction === "right"
    ? part.height === rect.height && part.width <= rect.width
    : part.width === rect.width && part.height <= rect.height;
}

/** The layout string of a tree, with tmux's checksum in front, as `select-layout` takes it. */
export function printLayout(cell: Cell): string {
  const body = printCell(cell);
  return `${checksum(body)},${body}`;
}

function printCell(cell: Cell): string {
  const { x, y, width, height } = cell.rect;
  const place = `${width}x${height},${x},${y}`;
  if ("paneId" in cell) return `${place},${cell.paneId.slice(1)}`;
  const [open, close] = cell.direction === "right" ? "{}" : "[]";
  return `${place}${open}${cell.parts.map(printCell).join(",")}${close}`;
}

/** 16 bits: rotate right by one, add the byte. */
function checksum(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    sum = (sum >> 1) + ((sum & 1) << 15);
    sum = (sum + body.charCodeAt(at)) & 0xffff;
  }
  return sum.toString(16).padStart(4, "0");
}

/** tmux's tree as splits of two. */
export function foldCell(cell: Cell): LayoutNode {
  if ("paneId" in cell) return cell;
  const [head, ...others] = cell.parts;
  if (!head) throw new Error("a split of a layout has parts");
  if (others.length === 0) return foldCell(head);
  const { direction } = cell;
  const rest: Cell = { rect: after(head.rect, cell.rect, direction), direction, parts: others };
  const first = foldCell(head);
  const second = foldCell(rest);
  return {
    rect: cell.rect,
    direction,
    ratio: shareOf(direction, first.rect, second.rect),
    first,
    second,
    hasRest: others.length > 1,
  };
}

/** The way back: `foldCell`'s tree as tmux's, the very cell that was folded. */
export function unfoldNode(node: LayoutNode): Cell {
  if ("paneId" in node) return node;
  return { rect: node.rect, direction: node.direction, parts: partsOf(node) };
}

function partsOf({ first, second, hasRest }: LayoutSplit): Cell[] {
  const rest = hasRest && !("paneId" in second) ? partsOf(second) : [unfoldNode(second)];
  return [unfoldNode(first), ...rest];
}

/** What a split has left behind its first part and the separator. */
export function after(first: Rect, rect: Rect, direction: SplitDirection): Rect {
  if (direction === "right") {
    const x = first.x + first.width + 1;
    return { ...rect, x, width: rect.x + rect.width - x };
  }
  const y = first.y + first.height + 1;
  return { ...rect, y, height: rect.y + rect.height - y };
}

/** The first part's share of the cells, separator left out, as the shortest number that is the same in 32 bits. */
export function shareOf(direction: SplitDirection, first: Rect, second: Rect): number {
  const [a, b] =
    direction === "right" ? [first.width, second.width] : [first.height, second.height];
  return shortFloat32(a / (a + b));
}

function shortFloat32(value: number): number {
  const wanted = Math.fround(value);
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(wanted.toPrecision(digits));
    if (Math.fround(short) === wanted) return short;
  }
  return Number(wanted.toPrecision(9));
}

export interface PlacedPane {
  paneId: PaneId;
  rect: Rect;
}

const LEAST_RATIO = 0.1;

/**
 * The cells of the second of two parts, where the first is to have `ratio` of what both share; the separator takes one
 * cell. herdr keeps ratios within 0.1 and 0.9 (reference/herdr/cli.md §6), and each part has a cell at least.
 */
export function secondPart(cells: number, ratio: number): number {
  const kept = Math.min(Math.max(ratio, LEAST_RATIO), 1 - LEAST_RATIO);
  const first = Math.round(kept * (cells - 1));
  return Math.max(1, cells - 1 - Math.max(1, first));
}

/** Below this nothing can be split: a cell for each part and the separator. */
export const LEAST_CELLS = 3;

/** The panes of a tree in its order. */
export function panesOfNode(node: LayoutNode): PlacedPane[] {
  if ("paneId" in node) return [{ paneId: node.paneId, rect: node.rect }];
  return [...panesOfNode(node.first), ...panesOfNode(node.second)];
}

/** The splits of a tree, a split before what is in it. */
export function splitsOfNode(node: LayoutNode): PlacedSplit[] {
  const found: PlacedSplit[] = [];
  const walk = (one: LayoutNode, path: string): void => {
    if ("paneId" in one) return;
    const { direction, ratio, rect } = one;
    found.push({ id: `split_${found.length}_${path || "root"}`, direction, ratio, rect });
    walk(one.first, `${path}0`);
    walk(one.second, `${path}1`);
  };
  walk(node, "");
  return found;
}

/** Which sides of the tab a pane touches. */
export const edgesOf = (rect: Rect, area: Rect): Record<Side, boolean> => ({
  left: rect.x <= area.x,
  right: rect.x + rect.width >= area.x + area.width,
  up: rect.y <= area.y,
  down: rect.y + rect.height >= area.y + area.height,
});

/** The pane on one side: of those that touch, the one along the longest stretch, the first of equals. Null at an edge. */
export function neighborOf(
  panes: readonly PlacedPane[],
  paneId: PaneId,
  side: Side,
): PaneId | null {
  const from = panes.find((pane) => pane.paneId === paneId);
  if (!from) return null;
  let best: { paneId: PaneId; length: number } | null = null;
  for (const pane of panes) {
    const length = touches(from.rect, pane.rect, side)
      ? sharedLength(from.rect, pane.rect, side)
      : 0;
    if (length > (best?.length ?? 0)) best = { paneId: pane.paneId, length };
  }
  return best?.paneId ?? null;
}

function touches(from: Rect, other: Rect, side: Side): boolean {
  switch (side) {
    case "left":
      return other.x + other.width + 1 === from.x;
    case "right":
      return from.x + from.width + 1 === other.x;
    case "up":
      return other.y + other.height + 1 === from.y;
    case "down":
      return from.y + from.height + 1 === other.y;
  }
}

function sharedLength(a: Rect, b: Rect, side: Side): number {
  if (side === "left" || side === "right") {
    return Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  }
  return Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
}
