import { chance } from "./chance.ts";
import type { Cell, Rect, SplitDirection } from "../../src/core/layout.ts";

/** Layouts by the dice, the same for the same seed. */
export interface Dice {
  /** From 0 up to 1, without it. */
  share(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function dice(seed: number): Dice {
  const below = chance(seed);
  const share = () => below(2 ** 24) / 2 ** 24;
  const whole = (least: number, most: number) => least + below(most - least + 1);
  return {
    share,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}

const turned = (direction: SplitDirection): SplitDirection =>
  direction === "right" ? "down" : "right";

/**
 * A layout as tmux may have it, its panes `%0`, `%1` … in its order: splits of two to five, now and then one inside
 * another of the same direction, as closing panes leaves them.
 */
export function randomCell({ share, whole }: Dice, area: Rect, splits: number): Cell {
  let count = 0;
  const cut = (rect: Rect, direction: SplitDirection, left: number): Cell => {
    const side = direction === "right" ? "width" : "height";
    const parts = Math.min(whole(2, 5), Math.floor((rect[side] + 1) / 2));
    if (left === 0 || parts < 2) return { rect, paneId: `%${count++}` };
    const inner = share() < 0.15 ? direction : turned(direction);
    const sizes = pieces(rect[side] - parts + 1, parts, whole);
    let at = direction === "right" ? rect.x : rect.y;
    const cells = sizes.map((size) => {
      const place = { ...rect, [side]: size, [direction === "right" ? "x" : "y"]: at };
      at += size + 1;
      return cut(place, inner, share() < 0.6 ? left - 1 : 0);
    });
    return { rect, direction, parts: cells };
  };
  return cut(area, share() < 0.5 ? "right" : "down", splits);
}

/** A number of cells in so many pieces of one at least. */
function pieces(cells: number, parts: number, whole: Dice["whole"]): number[] {
  let left = cells;
  return Array.from({ length: parts }, (_, at) => {
    const size = at === parts - 1 ? left : whole(1, left - (parts - 1 - at));
    left -= size;
    return size;
  });
}

/** A node as `layout apply` takes it. */
export type WishedNode =
  | { type: "pane"; label: string; command: string[] }
  | {
      type: "split";
      direction: SplitDirection;
      ratio: number;
      first: WishedNode;
      second: WishedNode;
    };

/** A tree of so many panes, labelled `p0`, `p1` … in its order, with ratios from 0.15 to 0.85. */
export function randomTree({ share, whole }: Dice, panes: number): WishedNode {
  let count = 0;
  const grow = (left: number): WishedNode => {
    if (left === 1) return { type: "pane", label: `p${count++}`, command: ["cat"] };
    const first = whole(1, left - 1);
    return {
      type: "split",
      direction: share() < 0.5 ? "right" : "down",
      ratio: Math.round(15 + share() * 70) / 100,
      first: grow(first),
      second: grow(left - first),
    };
  };
  return grow(panes);
}
