import { afterAll, beforeAll, expect, test } from "bun:test";
import { queueAppend } from "../../../src/core/queue.ts";
import { LIFECYCLE_SUBSCRIPTIONS } from "../../../src/core/methods/server.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import type { Recorder } from "../../support/loaded.ts";
import { openStream, subscribe } from "../../support/subscriber.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let socket: HerdrSocket;
let taw: Recorder;

beforeAll(async () => {
  server = await tmuxServer();
  taw = recorder(server);
  await loadInto(server, taw.launcher);
  socket = await serveSocket(server, { TAW_TEST_TIMERS: "0.1" });
});

afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

/** A pane's agent as its watcher would write it. */
async function becomes(pane: string, state: string, kind = "claude"): Promise<void> {
  await edgeOf(server).run(
    ["set-option", "-p", "-t", pane, "@agent_kind", kind],
    ["set-option", "-p", "-t", pane, "@agent_state", state],
    queueAppend("status", `%${Number(pane.slice(1))}`),
  );
}

test("a subscription is acknowledged, and then told of what happens in order, keys sorted", async () => {
  using reader = await subscribe(socket.path, ...LIFECYCLE_SUBSCRIPTIONS);
  expect(reader.lines[0]).toBe('{"id":"sub","result":{"type":"subscription_started"}}');
  await server.tmux("new-session", "-d", "-s", "made", "cat");
  await reader.hears("the focus", ({ event }) => event === "layout_updated");
  await server.tmux("kill-session", "-t", "made");
  await reader.hears("the close", ({ event }) => event === "workspace_closed");
  const names = reader.events().map(({ event }) => event);
  expect(names.slice(0, 4)).toEqual([
    "workspace_created",
    "tab_created",
    "pane_created",
    "layout_updated",
  ]);
  expect(names.filter((name) => name.endsWith("_closed"))).toEqual([
    "pane_closed",
    "tab_closed",
    "workspace_closed",
  ]);
  const closed = reader.lines.find((line) => line.includes("pane_closed")) ?? "";
  expect(closed).toMatch(
    /^\{"data":\{"pane_id":"w\w+:p\w+","type":"pane_closed","workspace_id":"w\w+"\},"event":"pane_closed"\}$/,
  );
  const created = reader.events().find(({ event }) => event === "pane_created");
  expect(created?.data["pane"]).not.toHaveProperty("sandbox");
});

test("an empty list is acknowledged and then silent, and what is sent later is not read", async () => {
  using reader = await openStream(socket.path, "events.subscribe", { subscriptions: [] });
  await server.tmux("rename-window", "-t", "main:", "silent");
  using other = await subscribe(socket.path, "tab.renamed");
  await server.tmux("rename-window", "-t", "main:", "told");
  await other.hears("the name", ({ data }) => data["label"] === "told");
  expect(reader.lines.length).toBe(1);
});

test("one subscription that cannot be is the whole answer, with the request's own id, and the connection ends", async () => {
  const wrong: [object, string][] = [
    [{ type: "pane.agent_status_changed", pane_id: "w1:p9" }, "pane_not_found"],
    [{ type: "pane.scroll_changed", pane_id: "none" }, "pane_not_found"],
    [
      {
        type: "pane.output_matched",
        pane_id: "w1:p1",
        source: "visible",
        match: { type: "regex", value: "(" },
      },
      "invalid_regex",
    ],
    [{ type: "pane.output_changed" }, "invalid_request"],
    [{ type: "weather" }, "invalid_request"],
    [{ type: "pane.scroll_changed" }, "invalid_request"],
  ];
  for (const [subscription, code] of wrong) {
    using reader = await subscribe(socket.path, "pane.created", subscription);
    await reader.closed;
    expect(reader.lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: "sub", error: { code } },
    ]);
  }
});

test("one pane's status is told with a dot and no type: at once when it is the one waited for, then at each change", async () => {
  const pane = await server.pane();
  const id = `w1:p${Number(pane.slice(1)) + 1}`;
  await becomes(pane, "working");
  const type = "pane.agent_status_changed";
  using all = await subscribe(socket.path, { type, pane_id: pane });
  using working = await subscribe(socket.path, { type, pane_id: pane, agent_status: "working" });
  using any = await subscribe(socket.path, { type });
  const said = { pane_id: id, workspace_id: "w1", agent_status: "working", agent: "claude" };
  expect(await working.hears("its status", () => true)).toEqual({ event: type, data: said });
  await becomes(pane, "working");
  await becomes(pane, "blocked");
  await becomes(pane, "working");
  await until("both changes", () => all.events().length === 2 && working.events().length === 2);
  expect(all.events().map(({ event, data }) => [event, data["agent_status"]])).toEqual([
    [type, "blocked"],
    [type, "working"],
  ]);
  expect(working.events().map(({ data }) => data["agent_status"])).toEqual(["working", "working"]);
  await until("the global one", () => any.events().length === 3);
  expect(any.events()[1]).toEqual({
    event: "pane_agent_status_changed",
    data: { ...said, agent_status: "blocked", type: "pane_agent_status_changed" },
  });
});

test("a line is told when a pane begins to show it, and again once it was gone", async () => {
  const pane = await server.pane("sh");
  using reader = await subscribe(socket.path, {
    type: "pane.output_matched",
    pane_id: pane,
    source: "visible",
    match: { type: "substring", value: "READY" },
  });
  const show = (text: string) =>
    server.tmux("send-keys", "-t", pane, "-l", `clear; printf '%s\\n' ${text}\r`);
  await show("'REA''DY 1'");
  const matched = await reader.hears("the line", () => true);
  expect(matched.event).toBe("pane.output_matched");
  expect(matched.data).toMatchObject({
    matched_line: "READY 1",
    read: { source: "visible", format: "text" },
  });
  await until("the line is told again once it was gone", async () => {
    await show("other");
    await until("it is gone", async () => (await server.paneText(pane)).includes("other"));
    await show("'READ''Y 2'");
    return reader.events().length > 1;
  });
  expect(reader.events()[1]?.data["matched_line"]).toBe("READY 2");
}, 20_000);

test("where a pane stands in its history is told whenever that changes", async () => {
  const pane = await server.pane("sh", "-c", "seq 200; exec cat");
  await until(
    "it has a history",
    async () => (await server.format(pane, "#{history_size}")) !== "0",
  );
  using reader = await subscribe(socket.path, { type: "pane.scroll_changed", pane_id: pane });
  await server.tmux("copy-mode", "-t", pane);
  await server.tmux("send-keys", "-t", pane, "-X", "-N", "7", "scroll-up");
  const scrolled = await reader.hears(
    "the scroll",
    ({ data }) => (data["scroll"] as { offset_from_bottom: number }).offset_from_bottom === 7,
  );
  expect(scrolled.event).toBe("pane.scroll_changed");
  expect(scrolled.data["scroll"]).toMatchObject({ viewport_rows: 40 });
});

test("events.wait answers at once, later, late, without the pane, and for nothing else than a status", async () => {
  const pane = await server.pane();
  await becomes(pane, "idle");
  const wait = (agent_status: string, timeout_ms: number | null = null) =>
    socket.ask("events.wait", {
      match_event: { event: "pane_agent_status_changed", pane_id: pane, agent_status },
      timeout_ms,
    });
  expect((await wait("idle", 0)).result).toMatchObject({
    type: "wait_matched",
    event: {
      event: "pane_agent_status_changed",
      data: { type: "pane_agent_status_changed", agent_status: "idle", agent: "claude" },
    },
  });
  expect((await wait("done", 0)).error?.code).toBe("timeout");
  const waits = wait("blocked");
  await until("it is waited for", async () =>
    (await server.tmux("show-options", "-sqv", "@agent_wizard_wants")).includes("<status@"),
  );
  await becomes(pane, "blocked");
  expect((await waits).result).toMatchObject({ event: { data: { agent_status: "blocked" } } });
  const gone = wait("done");
  await server.tmux("kill-pane", "-t", pane);
  expect((await gone).error?.code).toBe("pane_not_found");
  expect((await wait("done")).error?.code).toBe("pane_not_found");
  const other = await socket.ask("events.wait", { match_event: { event: "workspace_created" } });
  expect(other.error?.code).toBe("unsupported_event_wait_match");
});

test("no process is started for events while a subscriber is there, and nobody follows once all have gone", async () => {
  const before = taw.calls().length;
  {
    using reader = await subscribe(socket.path, "tab.renamed");
    await server.tmux("rename-window", "-t", "main:", "x");
    await reader.hears("the name", () => true);
  }
  expect(taw.calls().length).toBe(before);
  await until(
    "nothing is wanted",
    () => server.tmux("show-options", "-sqv", "@agent_wizard_wants"),
    (wants) => wants === "",
  );
});
