import { expect, test } from "bun:test";
import {
  edgesOf,
  foldCell,
  neighborOf,
  panesOfNode,
  parseLayout,
  printLayout,
  splitsOfNode,
  unfoldNode,
  withoutFloating,
} from "../../../src/core/layout.ts";
import type { LayoutNode } from "../../../src/core/layout.ts";
import { dice, randomCell } from "../../support/random-layout.ts";

/** What tmux 3.3a printed for three panes side by side, the middle one split in two. */
const FIVE = "a7f0,120x40,0,0{60x40,0,0,0,29x40,61,0[29x20,61,0,1,29x19,61,21,3],29x40,91,0,2}";

function tree(text: string): LayoutNode {
  const cell = parseLayout(text);
  if (!cell) throw new Error(`no layout: ${text}`);
  return foldCell(cell);
}

test("a layout string is read as tmux's own tree", () => {
  expect(parseLayout("b25d,80x24,0,0,0")).toEqual({
    rect: { x: 0, y: 0, width: 80, height: 24 },
    paneId: "%0",
  });
  expect(parseLayout("xxxx,81x24,0,0{40x24,0,0,1,40x24,41,0,12}")).toEqual({
    rect: { x: 0, y: 0, width: 81, height: 24 },
    direction: "right",
    parts: [
      { rect: { x: 0, y: 0, width: 40, height: 24 }, paneId: "%1" },
      { rect: { x: 41, y: 0, width: 40, height: 24 }, paneId: "%12" },
    ],
  });
});

test("text that is no layout is null", () => {
  for (const text of ["", "b25d", "b25d,80x24", "b25d,80x24,0,0", "b25d,80x24,0,0{}", `${FIVE}x`]) {
    expect(parseLayout(text)).toBeNull();
  }
  expect(parseLayout(`x,${"9x9,0,0{".repeat(5000)}`)).toBeNull();
});

test("three parts in a row become the first and a split of the others", () => {
  const root = tree(FIVE);
  expect(splitsOfNode(root)).toEqual([
    {
      id: "split_0_root",
      direction: "right",
      ratio: 0.5042017,
      rect: { x: 0, y: 0, width: 120, height: 40 },
    },
    {
      id: "split_1_1",
      direction: "right",
      ratio: 0.5,
      rect: { x: 61, y: 0, width: 59, height: 40 },
    },
    {
      id: "split_2_10",
      direction: "down",
      ratio: 0.51282054,
      rect: { x: 61, y: 0, width: 29, height: 40 },
    },
  ]);
  expect(panesOfNode(root).map((pane) => pane.paneId)).toEqual(["%0", "%1", "%3", "%2"]);
});

test("a neighbour is the pane that touches along the longest stretch, and none stands at an edge", () => {
  const panes = panesOfNode(tree(FIVE));
  expect(neighborOf(panes, "%0", "right")).toBe("%1");
  expect(neighborOf(panes, "%2", "left")).toBe("%1");
  expect(neighborOf(panes, "%3", "up")).toBe("%1");
  expect(neighborOf(panes, "%1", "down")).toBe("%3");
  expect(neighborOf(panes, "%3", "left")).toBe("%0");
  expect(neighborOf(panes, "%0", "left")).toBeNull();
  expect(neighborOf(panes, "%0", "up")).toBeNull();
  expect(neighborOf(panes, "%9", "up")).toBeNull();
});

test("a pane knows which edges of its tab it touches", () => {
  const area = { x: 0, y: 0, width: 120, height: 40 };
  const edges = Object.fromEntries(
    panesOfNode(tree(FIVE)).map(({ paneId, rect }) => [paneId, edgesOf(rect, area)]),
  );
  expect(edges).toEqual({
    "%0": { left: true, right: false, up: true, down: true },
    "%1": { left: false, right: false, up: true, down: false },
    "%3": { left: false, right: false, up: false, down: true },
    "%2": { left: false, right: true, up: true, down: true },
  });
});

test("a tree is printed as tmux reads it, with tmux's checksum", () => {
  const split = "95e4,120x40,0,0{60x40,0,0,0,59x40,61,0[59x20,61,0,1,59x19,61,21,2]}";
  for (const layout of ["b25d,80x24,0,0,0", split]) {
    const cell = parseLayout(layout);
    expect(cell && printLayout(cell)).toBe(layout);
  }
});

test("floating panes of tmux 3.7 are cells of the tree, and without them it is as it was split", () => {
  const cells = "120x40,0,0{60x40,0,0,0,59x40,61,0[59x20,61,0,1,59x19,61,21,4]";
  const floating = "60x10,4,2,2,30x5,-5,-2,5";
  const told = parseLayout(`e354,${cells},${floating}}<30x5,-5,-2,5,60x10,4,2,2>`);
  expect(told).toEqual(parseLayout(`79b4,${cells},${floating}}`));
  expect(told && withoutFloating(told)).toEqual(parseLayout(`x,${cells}}`));
  const alone = parseLayout("36b0,120x40,0,0[120x40,0,0,6,60x10,4,2,7]<60x10,4,2,7>");
  expect(alone && withoutFloating(alone)).toEqual(parseLayout("x,120x40,0,0,6"));
  for (const layout of [FIVE, "b31b,60x10,4,2,7<60x10,4,2,7>"]) {
    const cell = parseLayout(layout);
    expect(cell && withoutFloating(cell)).toEqual(cell);
  }
});

test("tmux layout → tree → tmux layout gives the same string, whatever the layout", () => {
  const { whole, ...rest } = dice(20_261_201);
  let parts = 0;
  for (let round = 0; round < 2000; round += 1) {
    const area = { x: 0, y: 0, width: whole(1, 240), height: whole(1, 80) };
    const layout = printLayout(randomCell({ whole, ...rest }, area, whole(0, 5)));
    const cell = parseLayout(layout);
    expect(cell && printLayout(unfoldNode(foldCell(cell)))).toBe(layout);
    parts += cell && "parts" in cell ? panesOfNode(foldCell(cell)).length : 0;
  }
  expect(parts).toBeGreaterThan(10_000);
});

test("a split inside a split of the same direction, as closed panes leave it, stays one", () => {
  const nested = "x,9x3,0,0{3x3,0,0,0,5x3,4,0{2x3,4,0,1,2x3,7,0,2}}";
  const flat = "x,9x3,0,0{3x3,0,0,0,2x3,4,0,1,2x3,7,0,2}";
  const again = [nested, flat].map((layout) => {
    const cell = parseLayout(layout);
    return cell && printLayout(unfoldNode(foldCell(cell))).slice("0000".length);
  });
  expect(again).toEqual([nested.slice(1), flat.slice(1)]);
});
