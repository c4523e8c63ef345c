import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

/** `%0` on the left; on the right `%1` above `%2`. */
let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("resize-window", "-t", "%0", "-x", "121", "-y", "41");
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  await server.tmux("split-window", "-dv", "-t", "%1", "cat");
});
afterAll(() => server.close());

const BEFORE = "121x41,0,0{60x41,0,0,0,60x41,61,0[60x20,61,0,1,60x20,61,21,2]}";

const layout = async () =>
  (await server.tmux("display-message", "-p", "-t", "%0", "#{window_layout}")).slice(
    "0000,".length,
  );

beforeEach(async () => {
  await server.tmux("resize-pane", "-t", "%0", "-x", "60");
  await server.tmux("resize-pane", "-t", "%1", "-y", "20");
  expect(await layout()).toBe(BEFORE);
});

const set = (...words: string[]) => server.taw("layout", "set-split-ratio", ...words);

test("the outermost split without a path, and the one that a path leads to", async () => {
  const result = resultOf(await set("--ratio", "0.25"));
  expect(await layout()).toBe("121x41,0,0{30x41,0,0,0,90x41,31,0[90x20,31,0,1,90x20,31,21,2]}");
  expect(result["type"]).toBe("layout_split_ratio_set");
  expect(fieldsOf(fieldsOf(result, "layout"), "root")).toMatchObject({ ratio: 0.25 });
  await set("--pane", "%0", "--path", "1", "--ratio", "0.8");
  expect(await layout()).toBe("121x41,0,0{30x41,0,0,0,90x41,31,0[90x32,31,0,1,90x8,31,33,2]}");
});

test("of two at the same moment none takes the other back", async () => {
  await Promise.all([set("--ratio", "0.25"), set("--path", "1", "--ratio", "0.8")]);
  expect(await layout()).toBe("121x41,0,0{30x41,0,0,0,90x41,31,0[90x32,31,0,1,90x8,31,33,2]}");
});

test("every part keeps a cell, and herdr's face keeps each at a tenth", async () => {
  await set("--ratio", "1");
  expect(await layout()).toStartWith("121x41,0,0{119x41,0,0,0,1x41,120,0[");
  await set("--ratio", "-4");
  expect(await layout()).toStartWith("121x41,0,0{1x41,0,0,0,119x41,2,0[");
  await server.taw("--face=herdr", "layout", "set-split-ratio", "--ratio", "0.99");
  expect(await layout()).toStartWith("121x41,0,0{108x41,0,0,0,12x41,109,0[");
});

test("a zoomed tab stays zoomed, on the same pane", async () => {
  await server.tmux("select-pane", "-t", "%2");
  await server.tmux("resize-pane", "-Z", "-t", "%2");
  const record = fieldsOf(resultOf(await set("--ratio", "0.25")), "layout");
  expect(record).toMatchObject({ zoomed: true, focused_pane_id: "w1:p3" });
  expect(await layout()).toStartWith("121x41,0,0{30x41,0,0,0,");
  expect(await server.format("%2", "#{window_zoomed_flag} #{pane_active}")).toBe("1 1");
  await server.tmux("resize-pane", "-Z", "-t", "%2");
});

test.each(["%0", "%1", "%2"])(
  "panes stay in their places and %s in front, whatever order tmux's list of panes has",
  async (active) => {
    await using own = await tmuxServer();
    await own.tmux("split-window", "-dh", "-t", "%0", "cat");
    await own.tmux("split-window", "-dv", "-t", "%0", "cat");
    await own.tmux("join-pane", "-dvf", "-s", "%2", "-t", "%0");
    await own.tmux("select-pane", "-t", active);
    const rows = (format: string) => own.tmux("list-panes", "-F", format);
    expect(await rows("#{pane_id}")).toBe("%0\n%2\n%1");
    const ran = await own.taw("layout", "set-split-ratio", "--path", "0", "--ratio", "0.25");
    expect(ran.code).toBe(0);
    const places = await rows("#{pane_id} #{pane_left},#{pane_width}");
    expect(places.split("\n").toSorted()).toEqual(["%0 0,30", "%1 31,89", "%2 0,120"]);
    expect(await own.format(active, "#{pane_active}")).toBe("1");
  },
);

test("a path to no split, and a tab or pane that is not there, are refused in each face's words", async () => {
  const cases = [
    [["--ratio", "0.5", "--path", "0"], "split_not_found"],
    [["--ratio", "0.5", "--path", "10"], "split_not_found"],
    [["--ratio", "0.5", "--path", "x"], "split_not_found"],
    [["--ratio", "0.5", "--tab", "w1:t9"], "layout_not_found"],
    [["--ratio", "0.5", "--pane", "w1:p9"], "layout_not_found"],
    [["--ratio", `1${"0".repeat(400)}`], "invalid_ratio"],
  ] as const;
  for (const [words, herdr] of cases) {
    const taw = herdr === "invalid_ratio" ? "invalid_argument" : "not_found";
    expect(failureOf(await set(...words))).toMatchObject({ code: taw, exit: 1 });
    const other = await server.taw("--face=herdr", "layout", "set-split-ratio", ...words);
    expect(failureOf(other)).toMatchObject({ code: herdr, exit: 1 });
  }
  expect((await set()).code).toBe(2);
  expect((await set("--ratio", "much")).code).toBe(2);
  const both = ["--ratio", "0.5", "--tab", "@0", "--pane", "%0"];
  expect(failureOf(await set(...both)).code).toBe("invalid_argument");
  const other = await server.taw("--face=herdr", "layout", "set-split-ratio", ...both);
  expect(failureOf(other).code).toBe("layout_not_found");
});
