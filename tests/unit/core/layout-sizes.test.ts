import { expect, test } from "bun:test";
import {
  divide,
  fitsInto,
  leastSize,
  leavesOf,
  placeNode,
  splitAt,
  withRatio,
} from "../../../src/core/layout-sizes.ts";
import type { Tree, TreeSplit } from "../../../src/core/layout-sizes.ts";
import { foldCell, panesOfNode, parseLayout, splitsOfNode } from "../../../src/core/layout.ts";
import type { LayoutNode } from "../../../src/core/layout.ts";
import { dice, randomCell } from "../../support/random-layout.ts";

/** `%0` on the left; `%1` above `%3`; `%2` on the right. */
const FIVE = "a7f0,120x40,0,0{60x40,0,0,0,29x40,61,0[29x20,61,0,1,29x19,61,21,3],29x40,91,0,2}";

function tree(text: string): LayoutNode {
  const cell = parseLayout(text);
  if (!cell) throw new Error(`no layout: ${text}`);
  return foldCell(cell);
}

const pane = (name: string) => ({ name });
const split = (
  direction: "right" | "down",
  ratio: number,
  first: Tree<Leaf>,
  second: Tree<Leaf>,
): TreeSplit<Leaf> => ({ direction, ratio, first, second });
interface Leaf {
  name: string;
}

test("a tree needs a cell for each pane and one for each line between, along each side", () => {
  expect(leastSize(pane("a"))).toEqual({ width: 1, height: 1 });
  const rows = split("down", 0.5, pane("b"), split("down", 0.5, pane("c"), pane("d")));
  const all = split("right", 0.5, pane("a"), rows);
  expect(leastSize(all)).toEqual({ width: 3, height: 5 });
  expect(leavesOf(all).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  expect(fitsInto({ width: 3, height: 5 }, { width: 3, height: 5 })).toBe(true);
  expect(fitsInto({ width: 3, height: 5 }, { width: 2, height: 9 })).toBe(false);
  expect(fitsInto({ width: 3, height: 5 }, { width: 9, height: 4 })).toBe(false);
});

test("a split gives its first part its share to the next cell, and both what they need", () => {
  const area = { x: 5, y: 7, width: 11, height: 4 };
  const halves = split("right", 0.3, pane("a"), pane("b"));
  expect(divide(halves, area)).toEqual([
    { x: 5, y: 7, width: 3, height: 4 },
    { x: 9, y: 7, width: 7, height: 4 },
  ]);
  const crowded = split("down", 0.9, pane("a"), split("down", 0.5, pane("b"), pane("c")));
  expect(divide(crowded, { ...area, height: 6 })).toEqual([
    { x: 5, y: 7, width: 11, height: 2 },
    { x: 5, y: 10, width: 11, height: 3 },
  ]);
  const tight = split("down", 0, pane("a"), pane("b"));
  expect(divide(tight, area)[0].height).toBe(1);
});

test("a layout put into the area that it has stays as it is, to the cell", () => {
  const random = dice(71);
  for (let round = 0; round < 1000; round += 1) {
    const area = { x: 0, y: 0, width: random.whole(9, 300), height: random.whole(9, 90) };
    const node = foldCell(randomCell(random, area, 4));
    expect(placeNode(node, node.rect)).toEqual(node);
  }
});

test("a new ratio is within one cell, and moves nothing outside its own split", () => {
  const random = dice(72);
  let tried = 0;
  for (let round = 0; round < 600; round += 1) {
    const area = { x: 0, y: 0, width: random.whole(60, 300), height: random.whole(40, 90) };
    const node = foldCell(randomCell(random, area, 3));
    const splits = splitsOfNode(node);
    if (splits.length === 0) continue;
    const { id, rect } = random.pick(splits);
    const digits = /^split_\d+_(?:root|(\d+))$/.exec(id)?.[1] ?? "";
    const path = [...digits].map((digit) => digit === "1");
    const wanted = random.whole(1, 99) / 100;
    const changed = withRatio(node, path, wanted);
    const found = splitAt(changed, path);
    if (!found) throw new Error(`no split at ${digits}`);
    const side = found.direction === "right" ? "width" : "height";
    const cells = found.rect[side] - 1;
    const least = leastSize(found.first)[side];
    const most = cells - leastSize(found.second)[side];
    const share = Math.min(Math.max(cells * wanted, least), most);
    expect(Math.abs(found.first.rect[side] - share)).toBeLessThanOrEqual(0.5);
    expect(found.rect).toEqual(rect);
    const inside = new Set(panesOfNode(found).map(({ paneId }) => paneId));
    const outside = (one: LayoutNode) =>
      panesOfNode(one).filter((pane) => !inside.has(pane.paneId));
    expect(outside(changed)).toEqual(outside(node));
    expect(panesOfNode(changed).map(({ paneId }) => paneId)).toEqual(
      panesOfNode(node).map(({ paneId }) => paneId),
    );
    tried += 1;
  }
  expect(tried).toBeGreaterThan(400);
});

test("a path leads to a split by firsts and seconds, or nowhere", () => {
  const node = tree(FIVE);
  expect(splitAt(node, [])?.rect.width).toBe(120);
  expect(splitAt(node, [true, false])?.direction).toBe("down");
  for (const path of [[false], [true, true], [true, false, false], [false, false]]) {
    expect(splitAt(node, path)).toBeNull();
  }
});
