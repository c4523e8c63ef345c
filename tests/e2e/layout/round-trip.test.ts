import { afterAll, beforeAll, expect, test } from "bun:test";
import { parseTabId } from "../../../src/core/ids.ts";
import { foldCell, parseLayout, printLayout, unfoldNode } from "../../../src/core/layout.ts";
import { leastSize, leavesOf } from "../../../src/core/layout-sizes.ts";
import type { Cell, Rect } from "../../../src/core/layout.ts";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { dice, randomCell, randomTree } from "../../support/random-layout.ts";
import type { WishedNode } from "../../support/random-layout.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

const AREA: Rect = { x: 0, y: 0, width: 200, height: 60 };

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("set-option", "-t", "main", "default-size", `${AREA.width}x${AREA.height}`);
  await server.tmux("resize-window", "-t", "%0", "-x", `${AREA.width}`, "-y", `${AREA.height}`);
  await server.tmux("set-option", "-wu", "-t", "%0", "window-size");
});
afterAll(() => server.close());

const layoutIn = (tab: string) =>
  server.tmux("display-message", "-p", "-t", tab, "#{window_layout}");

const idsIn = async (tab: string) =>
  (await server.tmux("list-panes", "-t", tab, "-F", "#{pane_id}")).split("\n");

/** Where each pane is, by its id: tmux's list of panes may have another order than the places. */
async function placesIn(tab: string): Promise<string[]> {
  const format = "#{pane_id} #{pane_left} #{pane_top} #{pane_width} #{pane_height} #{pane_active}";
  return (await server.tmux("list-panes", "-t", tab, "-F", format)).split("\n").toSorted();
}

const newTab = () => server.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "cat");

/** A layout string as a string again, by way of the tree that is exported. */
function roundTrip(layout: string): string {
  const cell = parseLayout(layout);
  if (!cell) throw new Error(`no layout: ${layout}`);
  return printLayout(unfoldNode(foldCell(cell)));
}

const withIds = (cell: Cell, ids: string[]): Cell =>
  "paneId" in cell
    ? { ...cell, paneId: (ids.shift() ?? "%0") as `%${number}` }
    : { ...cell, parts: cell.parts.map((part) => withIds(part, ids)) };

/** A tab with so many panes, made in one call. */
async function tabOf(panes: number): Promise<string> {
  const more = [";", "select-layout", "tiled", ";", "split-window", "cat"];
  const words = Array.from({ length: panes - 1 }, () => more).flat();
  return server.tmux("new-window", "-P", "-F", "#{window_id}", "cat", ...words);
}

test("tmux takes a printed layout, and prints the same", async () => {
  const random = dice(4);
  for (let round = 0; round < 40; round += 1) {
    const cell = randomCell(random, AREA, 3);
    const tab = await tabOf(leavesOf(foldCell(cell)).length);
    const printed = printLayout(withIds(cell, await idsIn(tab)));
    await server.tmux("select-layout", "-t", tab, printed);
    expect(await layoutIn(tab)).toBe(printed);
    expect(roundTrip(await layoutIn(tab))).toBe(printed);
    await server.tmux("kill-window", "-t", tab);
  }
}, 30_000);

/** The tree as tmux has it: splits in splits of one direction are one split of several. */
type Folded = string | { direction: string; parts: Folded[] };

function folded(node: object): Folded {
  const fields = fieldsOf(node);
  if (fields["type"] === "pane") return String(fields["label"]);
  const direction = String(fields["direction"]);
  const parts = ["first", "second"].flatMap((name) => {
    const part = folded(fieldsOf(fields, name));
    return typeof part !== "string" && part.direction === direction ? part.parts : [part];
  });
  return { direction, parts };
}

/** How many cells every split's first part has more or less than its share of what tmux drew. */
function strays(node: WishedNode, rects: ReadonlyMap<string, Rect>): number[] {
  if (node.type === "pane") return [];
  const first = boundsOf(node.first, rects);
  const second = boundsOf(node.second, rects);
  const side = node.direction === "right" ? "width" : "height";
  const cells = first[side] + second[side];
  const least = leastSize(node.first)[side];
  const most = cells - leastSize(node.second)[side];
  const share = Math.min(Math.max(cells * node.ratio, least), most);
  return [
    Math.abs(first[side] - share),
    ...strays(node.first, rects),
    ...strays(node.second, rects),
  ];
}

function boundsOf(node: WishedNode, rects: ReadonlyMap<string, Rect>): Rect {
  if (node.type === "pane") {
    const rect = rects.get(node.label);
    if (!rect) throw new Error(`no pane ${node.label}`);
    return rect;
  }
  const first = boundsOf(node.first, rects);
  const second = boundsOf(node.second, rects);
  return {
    x: first.x,
    y: first.y,
    width: second.x + second.width - first.x,
    height: second.y + second.height - first.y,
  };
}

async function rectsIn(tab: string): Promise<Map<string, Rect>> {
  const format = "#{@agent_label} #{pane_left} #{pane_top} #{pane_width} #{pane_height}";
  const rows = (await server.tmux("list-panes", "-t", tab, "-F", format)).split("\n");
  return new Map(
    rows.map((row) => {
      const [label = "", ...numbers] = row.split(" ");
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
      return [label, { x, y, width, height }];
    }),
  );
}

test("tree → tmux → tree has the same panes, order and directions, and ratios within one cell", async () => {
  const random = dice(11);
  let tab = await newTab();
  let panes = 0;
  for (let round = 0; round < 20; round += 1) {
    const tree = randomTree(random, random.whole(1, 24));
    if (depthOf(tree) > 16 || leastSize(tree).height > AREA.height) continue;
    const ran = await server.taw("layout", "apply", "--tab", tab, JSON.stringify(tree));
    const applied = fieldsOf(resultOf(ran), "layout");
    tab = parseTabId(String(applied["tab_id"])) ?? "";
    const exported = fieldsOf(
      resultOf(await server.taw("layout", "export", "--tab", tab)),
      "layout",
    );
    expect(exported).toEqual(applied);
    expect(folded(fieldsOf(exported, "root"))).toEqual(folded(tree));
    const rects = await rectsIn(tab);
    expect(Math.max(0, ...strays(tree, rects))).toBeLessThanOrEqual(1);
    expect(roundTrip(await layoutIn(tab))).toBe(await layoutIn(tab));
    panes += rects.size;
  }
  expect(panes).toBeGreaterThan(120);
  await server.tmux("kill-window", "-t", tab);
}, 30_000);

const depthOf = (node: WishedNode): number =>
  node.type === "pane" ? 0 : 1 + Math.max(depthOf(node.first), depthOf(node.second));

/** One thing that a person does to the panes of a tab; what tmux has no room for is not done. */
async function handled(tab: string, other: string, random: ReturnType<typeof dice>): Promise<void> {
  const ids = await idsIn(tab);
  const [one, two] = [random.pick(ids), random.pick(ids)];
  const flags = random.pick([
    ["-h"],
    ["-v"],
    ["-hb"],
    ["-vb"],
    ["-hf"],
    ["-vf"],
    ["-hbf"],
    ["-vbf"],
  ]);
  const size = String(random.whole(1, 60));
  const deeds: Record<string, () => string[]> = {
    split: () => ["split-window", "-d", ...flags, "-l", size, "-t", one, "cat"],
    again: () => ["split-window", "-d", ...flags, "-t", two, "cat"],
    swap: () => ["swap-pane", "-s", one, "-t", two],
    join: () => ["join-pane", "-d", ...flags, "-l", size, "-s", one, "-t", two],
    lend: () => ["join-pane", "-d", "-s", one, "-t", other],
    close: () => ["kill-pane", "-t", ids.length > 2 ? one : "%none"],
    rotate: () => ["rotate-window", "-t", tab],
    resize: () => ["resize-pane", "-t", one, random.pick(["-L", "-R", "-U", "-D"]), size],
    select: () => ["select-pane", "-t", one],
  };
  const deed = deeds[random.pick(Object.keys(deeds))]?.() ?? [];
  const isLast = deed[0] === "join-pane" && deed.includes(other) && ids.length === 1;
  if (isLast) return;
  await server.tmux(...deed).catch((error: unknown) => {
    if (!/no space|can't find|must be different|too small/.test(String(error))) throw error;
  });
}

test("layouts made by hand, with swaps, joins and zoom, stay as they are through tree and back", async () => {
  const random = dice(5);
  const other = await newTab();
  for (let round = 0; round < 6; round += 1) {
    const tab = await newTab();
    for (let deed = 0; deed < 14; deed += 1) await handled(tab, other, random);
    if ((await idsIn(tab)).length < 2) continue;
    const isZoomed = round % 2 === 1;
    if (isZoomed) await server.tmux("resize-pane", "-Z", "-t", tab);
    const layout = await layoutIn(tab);
    expect(roundTrip(layout)).toBe(layout);
    await sameRatioAgain(tab);
    expect(await layoutIn(tab)).toBe(layout);
    expect(await server.format(tab, "#{window_zoomed_flag}")).toBe(isZoomed ? "1" : "0");
    await appliedElsewhere(tab, layout);
    await server.tmux("kill-window", "-t", tab);
  }
  await server.tmux("kill-window", "-t", other);
}, 30_000);

/** Gives the outermost split the ratio that it has: no pane moves, nor does another come into its place. */
async function sameRatioAgain(tab: string): Promise<void> {
  const places = await placesIn(tab);
  const exported = fieldsOf(resultOf(await server.taw("layout", "export", "--tab", tab)), "layout");
  const { ratio } = fieldsOf(exported, "root");
  const words = ["layout", "set-split-ratio", "--tab", tab, "--ratio", String(ratio)];
  expect(fieldsOf(resultOf(await server.taw(...words)), "layout")).toEqual(exported);
  expect(await placesIn(tab)).toEqual(places);
}

const rectsOf = (cell: Cell): Rect[] =>
  "paneId" in cell ? [cell.rect] : cell.parts.flatMap(rectsOf);

async function appliedElsewhere(tab: string, layout: string): Promise<void> {
  const exported = fieldsOf(resultOf(await server.taw("layout", "export", "--tab", tab)), "layout");
  const root = JSON.stringify(exported["root"]);
  const applied = fieldsOf(resultOf(await server.taw("layout", "apply", root)), "layout");
  const made = parseTabId(String(applied["tab_id"])) ?? "";
  const [before, after] = [layout, await layoutIn(made)].map((text) => parseLayout(text));
  expect(after && rectsOf(after)).toEqual(before ? rectsOf(before) : []);
  await server.tmux("kill-window", "-t", made);
}
