import { afterAll, beforeAll, expect, test } from "bun:test";
import { isAtLeast, parseVersion } from "../../../src/tmux/version.ts";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

/** `%0` on the left; on the right `%1` above `%2`, and `%3` beside `%2`. */
let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 120, height: 40 });
  // tmux 3.2 forgets the size that a session was made with.
  await server.tmux("resize-window", "-t", "%0", "-x", "120", "-y", "40");
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  await server.tmux("split-window", "-dv", "-t", "%1", "cat");
  await server.tmux("split-window", "-dh", "-t", "%2", "cat");
});
afterAll(() => server.close());

const ask = async (...words: string[]) => resultOf(await server.taw("pane", ...words));

const neighbor = async (id: string, direction: string) =>
  fieldsOf((await ask("neighbor", "--direction", direction, "--pane", id))["neighbor"]);

const rects = async () =>
  (
    await server.tmux(
      "list-panes",
      "-F",
      "#{pane_id} #{pane_left} #{pane_top} #{pane_width} #{pane_height}",
    )
  ).split("\n");

test("every pane stands in the layout where tmux draws it", async () => {
  const layout = fieldsOf((await ask("layout"))["layout"]);
  const panes = layout["panes"];
  if (!Array.isArray(panes)) throw new Error("no panes");
  const drawn = panes.map((pane: unknown) => {
    const { pane_id: id } = fieldsOf(pane);
    const { x, y, width, height } = fieldsOf(pane, "rect");
    return `%${Number(String(id).slice("w1:p".length)) - 1} ${x} ${y} ${width} ${height}`;
  });
  expect(drawn.toSorted()).toEqual((await rects()).toSorted());
  expect(layout).toMatchObject({
    workspace_id: "w1",
    tab_id: "w1:t1",
    zoomed: false,
    focused_pane_id: "w1:p1",
    area: { x: 0, y: 0, width: 120, height: 40 },
  });
});

test("a split names its direction, its share and its whole area", async () => {
  const { splits } = fieldsOf((await ask("layout"))["layout"]);
  expect(splits).toEqual([
    {
      id: "split_0_root",
      direction: "right",
      ratio: 0.5042017,
      rect: { x: 0, y: 0, width: 120, height: 40 },
    },
    {
      id: "split_1_1",
      direction: "down",
      ratio: 0.51282054,
      rect: { x: 61, y: 0, width: 59, height: 40 },
    },
    {
      id: "split_2_11",
      direction: "right",
      ratio: 0.5,
      rect: { x: 61, y: 21, width: 59, height: 19 },
    },
  ]);
});

test("a zoomed tab keeps the rectangles of its split tree", async () => {
  const before = fieldsOf((await ask("layout"))["layout"]);
  await server.tmux("resize-pane", "-Z", "-t", "%0");
  const zoomed = fieldsOf((await ask("layout"))["layout"]);
  await server.tmux("resize-pane", "-Z", "-t", "%0");
  expect(zoomed).toEqual({ ...before, zoomed: true });
});

test("a neighbour is the pane on that side, and left out at an edge", async () => {
  expect(await neighbor("%0", "right")).toMatchObject({
    pane_id: "w1:p1",
    direction: "right",
    neighbor_pane_id: "w1:p2",
  });
  expect((await neighbor("%3", "left"))["neighbor_pane_id"]).toBe("w1:p3");
  expect((await neighbor("%3", "up"))["neighbor_pane_id"]).toBe("w1:p2");
  expect(await neighbor("%0", "left")).not.toContainKey("neighbor_pane_id");
});

test("a pane touches the edges of its tab that tmux says it touches", async () => {
  const { edges } = await ask("edges", "--pane", "%2");
  expect(edges).toMatchObject({
    pane_id: "w1:p3",
    left: false,
    right: false,
    up: false,
    down: true,
  });
});

test("a direction is asked for, and only one of the four", async () => {
  const none = await server.taw("pane", "neighbor");
  expect([none.code, none.stderr.split("\n")[0]]).toEqual([
    2,
    "taw pane neighbor: missing --direction left|right|up|down",
  ]);
  const wrong = await server.taw("pane", "neighbor", "--direction", "lfet");
  expect([wrong.code, wrong.stderr.split("\n")[0]]).toEqual([
    2,
    'taw pane neighbor: --direction is left, right, up, down, not "lfet"; did you mean left?',
  ]);
});

const installed = Bun.spawnSync(["tmux", "-V"]).stdout.toString();
const canFloat = isAtLeast(parseVersion(installed), [3, 7]);

test.skipIf(!canFloat)(
  "a pane that floats over the others is in the layout and in no split",
  async () => {
    await using own = await tmuxServer();
    await own.tmux("resize-window", "-t", "%0", "-x", "120", "-y", "40");
    await own.tmux("split-window", "-dh", "-t", "%0", "cat");
    const ofPane = async (...words: string[]) => resultOf(await own.taw("pane", ...words));
    const layout = async () => fieldsOf((await ofPane("layout"))["layout"]);
    const before = await layout();
    await own.tmux("new-pane", "-d", "-x", "30", "-y", "5", "-X", "-5", "-Y", "2", "cat");
    const floating = {
      pane_id: "w1:p3",
      focused: false,
      rect: { x: -5, y: 2, width: 30, height: 5 },
    };
    const after = { ...before, panes: [...Object.values(before["panes"] ?? {}), floating] };
    expect(await layout()).toEqual(after);
    expect((await ofPane("edges", "--pane", "w1:p3"))["edges"]).toMatchObject({
      left: true,
      right: false,
      up: false,
      down: false,
    });
    const { neighbor: beside } = await ofPane(
      "neighbor",
      "--direction",
      "right",
      "--pane",
      "w1:p1",
    );
    expect(fieldsOf(beside)["neighbor_pane_id"]).toBe("w1:p2");
    await own.tmux("resize-pane", "-Z", "-t", "%0");
    expect(await layout()).toEqual({ ...after, zoomed: true });
  },
);
