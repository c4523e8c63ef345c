import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { HOSTILE_NAMES, wasRun } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let socket: HerdrSocket;

beforeAll(async () => {
  server = await tmuxServer();
  socket = await serveSocket(server);
});

afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

const codeOf = async (method: string, params: object) =>
  (await socket.ask(method, params)).error?.code;

test("a workspace is made, renamed, focused and closed, and its names are data", async () => {
  const made = await socket.ask("workspace.create", {
    label: "made",
    env: { NAMED: "$(touch X)" },
  });
  expect(made.result).toMatchObject({
    type: "workspace_created",
    workspace: { workspace_id: "w2", label: "made", focused: false },
    tab: { tab_id: "w2:t2" },
    root_pane: { pane_id: "w2:p2" },
  });
  expect(await server.tmux("show-environment", "-t", "%1", "NAMED")).toBe("NAMED=$(touch X)");
  for (const label of [...HOSTILE_NAMES, "two words"]) {
    const renamed = await socket.ask("workspace.rename", { workspace_id: "w2", label });
    expect(renamed.result).toMatchObject({ type: "workspace_info", workspace: { label } });
    const tab = await socket.ask("tab.rename", { tab_id: "w2:t2", label });
    expect(tab.result).toMatchObject({ type: "tab_info", tab: { label } });
  }
  expect(wasRun(server)).toBe(false);
  const focused = await socket.ask("workspace.focus", { workspace_id: "w2" });
  expect(focused.result).toMatchObject({ workspace: { workspace_id: "w2", focused: true } });
  const closed = await socket.ask("workspace.close", { workspace_id: "w2", close_group: true });
  expect(closed.result).toMatchObject({ type: "ok" });
  expect((await socket.ask("workspace.get", { workspace_id: "w2" })).error?.code).toBe(
    "workspace_not_found",
  );
});

test("tabs are made, moved, focused and closed", async () => {
  const made = await socket.ask("tab.create", { label: "second", focus: true, workspace_id: "w1" });
  expect(made.result).toMatchObject({ tab: { label: "second", focused: true } });
  const tab = { tab_id: "w1:t3" };
  const moved = await socket.ask("tab.move", { ...tab, insert_index: 0 });
  expect(moved.result).toMatchObject({
    type: "tab_list",
    tabs: [{ tab_id: "w1:t3" }, { tab_id: "w1:t1" }],
  });
  expect((await socket.ask("tab.move", { ...tab, insert_index: 9 })).error?.code).toBe(
    "tab_move_failed",
  );
  expect((await socket.ask("tab.focus", { tab_id: "w1:t1" })).result).toMatchObject({
    tab: { focused: true },
  });
  expect((await socket.ask("tab.close", tab)).result).toEqual({ type: "ok" });
});

test("an agent is renamed, and an absent name takes it off", async () => {
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_kind", "claude");
  const named = await socket.ask("agent.rename", { target: "w1:p1", name: "ann" });
  expect(named.result).toMatchObject({ type: "agent_info", agent: { name: "ann" } });
  for (const params of [{ target: "ann" }, { target: "w1:p1", name: null }]) {
    const { result } = await socket.ask("agent.rename", params);
    expect(result).toMatchObject({ type: "agent_info", agent: { pane_id: "w1:p1" } });
    expect(await server.format("%0", "#{@agent_name}")).toBe("");
    await socket.ask("agent.rename", { target: "w1:p1", name: "ann" });
  }
  const odd = await socket.ask("agent.rename", { target: "w1:p1", name: "Ann" });
  expect(odd.error?.code).toBe("invalid_agent_name");
});

test("a view is set with its trees as they are, and cleared", async () => {
  const filter = { op: "not", filter: { op: "eq", field: "agent", value: "claude" } };
  const params = { source: "me", label: "Mine", filter, sort: [{ field: "attention" }] };
  expect((await socket.ask("agent.view.set", params)).result).toEqual({
    type: "agent_view",
    active: true,
    source: "me",
    label: "Mine",
  });
  const { json } = await server.taw("agent", "list", "--view");
  expect(json).toMatchObject({ result: { agents: [] } });
  expect((await socket.ask("agent.view.clear", {})).result).toEqual({
    type: "agent_view",
    active: false,
  });
  const wrong = { source: "me", filter: { op: "any", filters: [] } };
  expect((await socket.ask("agent.view.set", wrong)).error?.code).toBe("invalid_agent_view");
});

test("what cannot be is refused in herdr's words", async () => {
  expect(await codeOf("workspace.create", { cwd: "/nowhere/\0" })).toBe("workspace_create_failed");
  expect(await codeOf("tab.create", { cwd: "/nowhere" })).toBe("tab_create_failed");
  expect(await codeOf("workspace.create", { env: { NAME: "a\0b" } })).toBe("invalid_env");
  expect(await codeOf("workspace.create", { env: { "": "x" } })).toBe("invalid_env");
  expect(await codeOf("tab.create", { env: { "A=B": "x" } })).toBe("invalid_env");
  expect(await codeOf("workspace.rename", { workspace_id: "w1", label: "a\0b" })).toBe(
    "invalid_params",
  );
  expect(await codeOf("tab.rename", { tab_id: "w1:t1", label: "\ud800" })).toBe("invalid_params");
  expect(await codeOf("popup.close", {})).toBe("popup_not_open");
  expect(await codeOf("notification.show", { title: " " })).toBe("invalid_params");
});

test("config is read again and a notification answers whether it was shown", async () => {
  expect((await socket.ask("server.reload_config", {})).result).toEqual({
    type: "config_reload",
    status: "applied",
    diagnostics: [],
  });
  const shown = await socket.ask("notification.show", { title: "x", sound: "done" });
  expect(shown.result).toEqual({ type: "notification_show", shown: false, reason: "disabled" });
});

test("tokens of a workspace are reported, null takes one off", async () => {
  const report = (tokens: object) =>
    socket.ask("workspace.report_metadata", { workspace_id: "w1", source: "t", tokens });
  expect((await report({ a: "1=2", b: "x" })).result).toEqual({ type: "ok" });
  expect((await report({ b: null })).result).toEqual({ type: "ok" });
  expect((await report({ "": "x" })).error?.code).toBe("invalid_metadata_token");
  const { result } = await socket.ask("workspace.get", { workspace_id: "w1" });
  expect(result).toMatchObject({ workspace: { tokens: { a: "1=2" } } });
});

test("a relative folder, which only the caller's own could complete, is refused and nothing is made", async () => {
  const before = await server.tmux("list-panes", "-a", "-F", "#{pane_id}");
  const cwd = "src";
  expect((await socket.ask("workspace.create", { cwd })).error).toEqual({
    code: "workspace_create_failed",
    message:
      'folder "src" starts from a folder that taw does not know: give one that begins with / or ~',
  });
  expect(await codeOf("tab.create", { cwd })).toBe("tab_create_failed");
  const split = { target_pane_id: "%0", direction: "right", cwd };
  expect(await codeOf("pane.split", split)).toBe("pane_split_failed");
  expect(await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).toBe(before);
});

test("~ is the home folder", async () => {
  const folder = join(server.box.home, "under home");
  mkdirSync(folder);
  expect((await socket.ask("tab.create", { cwd: "~/under home" })).error).toBeUndefined();
  const started = await server.tmux("list-panes", "-a", "-F", "#{pane_start_path}");
  expect(started.split("\n")).toContain(folder);
});
