import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** `left` beside `top` over `bottom`, made anew in a tab of its own for every test; `left` is in front. */
let server: TmuxServer;
let left = "";
let top = "";
let bottom = "";
beforeAll(async () => {
  server = await tmuxServer({ width: 101, height: 41 });
});
afterAll(() => server.close());
beforeEach(async () => {
  const print = ["-d", "-P", "-F", "#{pane_id}"];
  left = await server.tmux("new-window", ...print, "cat");
  await server.tmux("resize-window", "-t", left, "-x", "101", "-y", "41");
  top = await server.tmux("split-window", ...print, "-h", "-t", left, "cat");
  bottom = await server.tmux("split-window", ...print, "-v", "-t", top, "cat");
});

const ask = async (verb: string, ...words: string[]) =>
  resultOf(await server.taw("pane", verb, ...words));
const zoom = async (...words: string[]) => {
  const { zoom: answer } = await ask("zoom", ...words);
  const { changed, zoom_changed, focus_changed, reason, zoomed } = fieldsOf(answer);
  return { changed, zoom_changed, focus_changed, reason, zoomed };
};
const swap = async (...words: string[]) => (await ask("swap", ...words))["swap"];
const publicId = async (pane: string) => fieldsOf((await ask("get", pane))["pane"])["pane_id"];
const place = (pane: string) =>
  server.format(pane, "#{pane_left},#{pane_top} #{pane_width}x#{pane_height} #{pane_active}");
const places = async () => `${await place(left)} | ${await place(top)} | ${await place(bottom)}`;

test("resize moves the border in the direction by a share of its split", async () => {
  expect(await places()).toBe("0,0 50x41 1 | 51,0 50x20 0 | 51,21 50x20 0");
  const { resize } = await ask("resize", "--direction", "right", "--pane", left);
  expect(resize).toMatchObject({ changed: true, pane_id: await publicId(left) });
  expect(resize).not.toContainKey("reason");
  expect(await place(left)).toBe("0,0 55x41 1");
  await ask("resize", "--direction", "left", "--pane", top, "--amount", "-0.1");
  expect(await place(left)).toBe("0,0 45x41 1");
  await ask("resize", "--direction", "down", "--pane", bottom, "--amount", "3");
  expect(await place(bottom)).toBe("46,40 55x1 0");
});

test("the share is of the innermost split that the pane is part of", async () => {
  const made = ["split-window", "-d", "-P", "-F", "#{pane_id}", "-h", "-t", bottom, "cat"];
  const inner = await server.tmux(...made);
  expect(await place(inner)).toBe("77,21 24x20 0");
  await ask("resize", "--direction", "left", "--pane", inner, "--amount", "0.2");
  expect(await place(inner)).toBe("67,21 34x20 0");
});

test("a border that cannot move is an unchanged answer", async () => {
  for (const words of [
    ["--direction", "up", "--pane", left],
    ["--direction", "right", "--pane", left, "--amount", "0"],
  ]) {
    const before = await places();
    expect((await ask("resize", ...words))["resize"]).toMatchObject({
      changed: false,
      reason: "unchanged",
      focused_pane_id: await publicId(left),
    });
    expect(await places()).toBe(before);
  }
});

test("a tab that is zoomed stays so while its borders move", async () => {
  await server.tmux("resize-pane", "-Z", "-t", top);
  const { resize } = await ask("resize", "--direction", "right", "--pane", left);
  expect(fieldsOf(resize, "layout")).toMatchObject({
    zoomed: true,
    focused_pane_id: await publicId(top),
  });
  await server.tmux("resize-pane", "-Z", "-t", top);
  expect(await place(left)).toBe("0,0 55x41 0");
});

test("zoom turns over, on and off say what they found", async () => {
  const none = { changed: false, zoom_changed: false, focus_changed: false };
  expect(await zoom(top, "--off")).toEqual({ ...none, reason: "already_unzoomed", zoomed: false });
  expect(await zoom(top)).toEqual({
    changed: true,
    zoom_changed: true,
    focus_changed: true,
    reason: undefined,
    zoomed: true,
  });
  expect(await zoom("--pane", top, "--on")).toEqual({
    ...none,
    reason: "already_zoomed",
    zoomed: true,
  });
  expect(await zoom(left, "--mode", "on")).toEqual({
    changed: true,
    zoom_changed: false,
    focus_changed: true,
    reason: undefined,
    zoomed: true,
  });
  expect(await zoom(left, "--toggle")).toMatchObject({ zoom_changed: true, zoomed: false });
  expect(await zoom(await server.pane())).toEqual({
    ...none,
    reason: "single_pane",
    zoomed: false,
  });
});

test("swap with a neighbour: both change places, and the one in front stays in front", async () => {
  const { swap } = await ask("swap", "--direction", "right", "--pane", left);
  expect(swap).toMatchObject({
    changed: true,
    source_pane_id: await publicId(left),
    target_pane_id: await publicId(top),
    focused_pane_id: await publicId(left),
  });
  expect(await places()).toBe("51,0 50x20 1 | 0,0 50x41 0 | 51,21 50x20 0");
});

test("swap of two panes by their ids, in a zoomed tab that stays zoomed", async () => {
  await server.tmux("resize-pane", "-Z", "-t", left);
  const { swap } = await ask("swap", "--source-pane", left, "--target-pane", bottom);
  expect(fieldsOf(swap, "layout")).toMatchObject({
    zoomed: true,
    focused_pane_id: await publicId(left),
  });
  await server.tmux("resize-pane", "-Z", "-t", left);
  expect(await places()).toBe("51,21 50x20 1 | 51,0 50x20 0 | 0,0 50x41 0");
});

test("a swap that cannot be is an answer with its reason, and nothing moves", async () => {
  const before = await places();
  const elsewhere = await server.pane();
  const id = await publicId(left);
  expect(await swap("--direction", "left", "--pane", left)).toMatchObject({
    changed: false,
    reason: "no_neighbor",
    source_pane_id: id,
  });
  expect(await swap("--source-pane", left, "--target-pane", left)).toMatchObject({
    changed: false,
    reason: "same_pane",
  });
  expect(await swap("--source-pane", left, "--target-pane", elsewhere)).toMatchObject({
    changed: false,
    reason: "cross_tab",
    target_pane_id: await publicId(elsewhere),
  });
  expect(await swap("--source-pane", "w1:p999", "--target-pane", left)).toMatchObject({
    changed: false,
    reason: "not_found",
    source_pane_id: "w1:p999",
  });
  expect(await swap("--source-pane", left, "--target-pane", "$(id)")).toMatchObject({
    reason: "not_found",
    source_pane_id: id,
  });
  expect(await places()).toBe(before);
});

test("a swap of one pane alone, or of both forms at once, is refused on both faces", async () => {
  for (const words of [
    [],
    ["--source-pane", left],
    ["--target-pane", left],
    ["--direction", "left", "--source-pane", left],
    ["--pane", left, "--source-pane", left, "--target-pane", top],
  ]) {
    expect(failureOf(await server.taw("pane", "swap", ...words)).code).toBe("invalid_argument");
    const herdr = await server.taw("--face=herdr", "pane", "swap", ...words);
    expect(failureOf(herdr)).toMatchObject({ code: "invalid_pane_swap", exit: 1 });
  }
});

test("who gets a right click is written on the pane", async () => {
  expect(await ask("input", left, "--right-click", "pane")).toEqual({ type: "ok" });
  expect(await server.format(left, "#{@agent_right_click}")).toBe("pane");
  expect(await ask("input", "--pane", left, "--right-click", "herdr")).toEqual({ type: "ok" });
  expect(await server.format(left, "#{@agent_right_click}")).toBe("");
  expect((await server.taw("pane", "input", "--right-click", "pane")).code).toBe(2);
});

test("close ends the pane and what runs in it; the last one closes its tab", async () => {
  expect(await ask("close", top)).toEqual({ type: "ok" });
  expect(await server.format(left, "#{window_panes}")).toBe("2");
  expect(failureOf(await server.taw("pane", "close", top)).code).toBe("not_found");
  expect(failureOf(await server.taw("--face=herdr", "pane", "close", top)).code).toBe(
    "pane_not_found",
  );
  const tab = await server.format(left, "#{window_id}");
  await ask("close", left);
  await ask("close", bottom);
  expect(await server.tmux("list-windows", "-a", "-F", "#{window_id}")).not.toContain(`${tab}\n`);
});

test("verbs about panes that are gone say so on both faces", async () => {
  const verbs = [
    ["resize", "--direction", "left", "--pane", "%999"],
    ["zoom", "%999"],
    ["swap", "--direction", "left", "--pane", "%999"],
    ["input", "%999", "--right-click", "pane"],
    ["close", "%999"],
  ];
  for (const words of verbs) {
    expect(failureOf(await server.taw("pane", ...words)).code).toBe("not_found");
    const herdr = await server.taw("--face=herdr", "pane", ...words);
    expect(failureOf(herdr)).toMatchObject({ code: "pane_not_found", exit: 1 });
  }
});

test("who looks at a workspace that ends with its last pane is brought to another", async () => {
  await server.tmux("new-session", "-d", "-s", "ends", "cat");
  const last = await server.tmux("display-message", "-p", "-t", "=ends:", "#{pane_id}");
  await using person = await attachClient(server, { session: "ends" });
  await ask("close", last);
  expect(await server.tmux("list-clients", "-F", "#{client_name} #{session_name}")).toBe(
    `${person.name} main`,
  );
});

test("closing the last pane of the server works, and ends it", async () => {
  await using alone = await tmuxServer();
  const pid = Number(await alone.tmux("display-message", "-p", "#{pid}"));
  expect(resultOf(await alone.taw("pane", "close", "%0"))).toEqual({ type: "ok" });
  await until("the server has ended", () => !isAlive(pid));
});
