import { afterAll, beforeAll, expect, test } from "bun:test";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let socket: HerdrSocket;

beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  socket = await serveSocket(server);
});

afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

test("ping answers version 0.9.3+taw, protocol 22 and whom a tool talks to", async () => {
  const { id, result } = await socket.ask("ping");
  expect(id).toBe("test");
  expect(result).toMatchObject({
    type: "pong",
    version: "0.9.3+taw",
    protocol: 22,
    server: "taw",
  });
});

/** Each reading method, and what herdr's command line prints for the same. */
const READS: readonly (readonly [method: string, params: object, words: readonly string[]])[] = [
  ["agent.list", {}, ["agent", "list"]],
  ["pane.current", { caller_pane_id: "w1:p2" }, ["pane", "current", "--pane", "w1:p2"]],
  ["pane.edges", { pane_id: "w1:p2" }, ["pane", "edges", "--pane", "w1:p2"]],
  ["pane.get", { pane_id: "w1:p2" }, ["pane", "get", "w1:p2"]],
  ["pane.layout", {}, ["pane", "layout"]],
  ["pane.list", { workspace_id: null }, ["pane", "list"]],
  ["pane.list", { workspace_id: "w1" }, ["pane", "list", "--workspace", "w1"]],
  ["pane.neighbor", { direction: "right" }, ["pane", "neighbor", "--direction", "right"]],
  ["pane.process_info", { pane_id: "w1:p1" }, ["pane", "process-info", "--pane", "w1:p1"]],
  ["server.agent_manifests", {}, ["manifest", "list"]],
  ["tab.get", { tab_id: "w1:t1" }, ["tab", "get", "w1:t1"]],
  ["tab.list", {}, ["tab", "list"]],
  ["workspace.get", { workspace_id: "w1" }, ["workspace", "get", "w1"]],
  ["workspace.list", {}, ["workspace", "list"]],
];

test.each(READS)("%s answers as herdr's command line does", async (method, params, words) => {
  const { result } = await socket.ask(method, params);
  const printed = await server.taw("--face=herdr", ...words);
  expect(result).toEqual((printed.json as { result: typeof result }).result);
});

test("pane.read answers with the pane's text", async () => {
  const { result } = await socket.ask("pane.read", { pane_id: "w1:p1", source: "visible" });
  expect(result).toMatchObject({
    type: "pane_read",
    read: { pane_id: "w1:p1", source: "visible", format: "text", truncated: false },
  });
});

test("an answer's type stands first, and its keys stay in the order of the records", async () => {
  const line = await socket.send('{"id":"a","method":"pane.get","params":{"pane_id":"%0"}}\n');
  expect(line).toStartWith('{"id":"a","result":{"type":"pane_info","pane":{"terminal_id":"term_');
  expect(line).toEndWith("}}}\n");
});

test("what is not there is refused in herdr's words", async () => {
  const { error } = await socket.ask("pane.get", { pane_id: "w9:p9" });
  expect(error).toEqual({
    code: "pane_not_found",
    message: "pane w9:p9 not found; pane list shows them",
  });
});
