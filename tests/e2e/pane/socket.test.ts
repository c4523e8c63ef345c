import { afterAll, beforeAll, expect, test } from "bun:test";
import { fieldsOf } from "../../support/answer.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { loadInto } from "../../support/loaded.ts";
import { bin } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let socket: HerdrSocket;
beforeAll(async () => {
  server = await tmuxServer();
  await loadInto(server, bin);
  socket = await serveSocket(server);
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

const ask = async (method: string, params: unknown) => {
  const { result, error } = await socket.ask(method, params);
  return result ?? { error: error?.code };
};

test("pane.rename takes a label as one text, and none clears it", async () => {
  const label = "a  b $(id)";
  expect(await ask("pane.rename", { pane_id: "w1:p1", label })).toMatchObject({ pane: { label } });
  const { pane } = { pane: null, ...(await ask("pane.rename", { pane_id: "w1:p1" })) };
  expect(pane).not.toContainKey("label");
});

test("pane.report_metadata sets tokens and takes those off that are null", async () => {
  const report = (params: object) =>
    ask("pane.report_metadata", { pane_id: "w1:p1", source: "s", ...params });
  expect(await report({ tokens: { a: "x=y", b: "2" }, state_labels: { idle: "zzz" } })).toEqual({
    type: "ok",
  });
  await report({ tokens: { b: null } });
  expect(await ask("pane.get", { pane_id: "w1:p1" })).toMatchObject({
    pane: { tokens: { a: "x=y" }, state_labels: { idle: "zzz" } },
  });
  expect(await report({ tokens: { "a=b": "c" } })).toEqual({ error: "invalid_metadata_token" });
  expect(await report({ title: "x", clear_title: true })).toEqual({
    error: "invalid_metadata_request",
  });
  expect(await report({})).toEqual({ error: "invalid_metadata_request" });
});

test("pane.split, swap, resize, zoom, focus, input and close by herdr's parameters", async () => {
  const made = await ask("pane.split", {
    target_pane_id: "w1:p1",
    direction: "right",
    ratio: 0.25,
    env: { A: "b" },
    focus: true,
  });
  expect(made).toMatchObject({ type: "pane_info", pane: { pane_id: "w1:p2", focused: true } });
  const both = { source_pane_id: "w1:p1", target_pane_id: "w1:p2" };
  expect(await ask("pane.swap", both)).toMatchObject({ swap: { changed: true } });
  expect(await ask("pane.swap", { source_pane_id: "w1:p1" })).toEqual({
    error: "invalid_pane_swap",
  });
  expect(await ask("pane.swap", { ...both, target_pane_id: "w1:p9" })).toMatchObject({
    swap: { changed: false, reason: "not_found" },
  });
  const resize = { pane_id: "w1:p1", direction: "left" };
  expect(await ask("pane.resize", resize)).toMatchObject({ resize: { changed: true } });
  expect(await ask("pane.zoom", { pane_id: "w1:p1", mode: "on" })).toMatchObject({
    zoom: { changed: true, zoomed: true },
  });
  expect(await ask("pane.focus_direction", { direction: "left" })).toMatchObject({
    type: "pane_focus_direction",
    focus: { changed: true, focused_pane_id: "w1:p2" },
  });
  expect(await ask("pane.focus", { pane_id: "w1:p1" })).toMatchObject({
    type: "pane_info",
    pane: { focused: true },
  });
  expect(await ask("pane.input.set", { pane_id: "w1:p1", right_click: "pane" })).toEqual({
    type: "ok",
  });
  expect(await ask("pane.close", { pane_id: "w1:p2" })).toEqual({ type: "ok" });
  expect(await ask("pane.close", { pane_id: "w1:p2" })).toEqual({ error: "pane_not_found" });
});

test("pane.split refuses what cannot be a variable", async () => {
  for (const env of [{ "": "x" }, { "A=B": "x" }, { A: "a\0b" }]) {
    const params = { target_pane_id: "w1:p1", direction: "right", env };
    expect({ env, ...(await ask("pane.split", params)) }).toEqual({ env, error: "invalid_env" });
  }
  expect(await server.format("%0", "#{window_panes}")).toBe("1");
});

test("pane.move to herdr's three destinations, and pane.clear", async () => {
  const made = await ask("pane.split", { target_pane_id: "w1:p1", direction: "right" });
  const id = fieldsOf(made, "pane")["pane_id"];
  const move = (destination: object) => ask("pane.move", { pane_id: id, destination });
  expect(await move({ type: "new_workspace", label: "own", tab_label: "its" })).toMatchObject({
    type: "pane_move",
    move_result: {
      changed: true,
      created_workspace: { label: "own", focused: false },
      created_tab: { label: "its" },
    },
  });
  expect(await move({ type: "new_tab", workspace_id: "w1", label: "tab" })).toMatchObject({
    move_result: { changed: true, created_tab: { workspace_id: "w1", label: "tab" } },
  });
  const tab = { type: "tab", tab_id: "w1:t1", split: "down", ratio: 0.3 };
  expect(await move({ ...tab, target_pane_id: "w1:p99" })).toEqual({
    error: "target_pane_not_found",
  });
  expect(await move(tab)).toMatchObject({
    move_result: { changed: true, pane: { tab_id: "w1:t1" } },
  });
  expect(await move({ ...tab, tab_id: "w1:t99" })).toEqual({ error: "tab_not_found" });
  expect(await ask("pane.clear", { pane_id: id })).toMatchObject({
    type: "ok",
    history_cleared: true,
  });
  expect(await ask("pane.close", { pane_id: id })).toEqual({ type: "ok" });
});
