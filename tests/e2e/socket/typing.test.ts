import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { receiver } from "../../support/receiver.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

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

const OK = { id: "test", result: { type: "ok" } };

test("text, keys and both at once arrive as they are, each answered ok", async () => {
  const { pane, next } = await receiver(server, "\\033[?2004h");
  const text = "é \u001b[A;\n";
  expect(await socket.ask("pane.send_text", { pane_id: pane, text })).toEqual(OK);
  expect(await next()).toBe(Buffer.from(text).toString("latin1"));
  const keys = ["Enter", "C-c", "up"];
  expect(await socket.ask("pane.send_keys", { pane_id: pane, keys })).toEqual(OK);
  expect(await next()).toBe("\r\u0003\u001b[A");
  const both = { pane_id: pane, text: "make", keys: ["enter"] };
  expect(await socket.ask("pane.send_input", both)).toEqual(OK);
  expect(await next()).toBe("\u001b[200~make\u001b[201~\r");
  expect(await socket.ask("pane.send_input", { pane_id: pane, keys: ["a"] })).toEqual(OK);
  expect(await next()).toBe("a");
});

test("what cannot be typed is refused in herdr's words, and nothing is typed", async () => {
  const { pane, next } = await receiver(server);
  const codeOf = async (method: string, params: object) =>
    (await socket.ask(method, { pane_id: pane, ...params })).error?.code;
  expect(await codeOf("pane.send_keys", { keys: ["a", "nokey"] })).toBe("invalid_key");
  expect(await codeOf("pane.send_text", { pane_id: "w9:p9", text: "x" })).toBe("pane_not_found");
  expect(await codeOf("pane.send_text", { text: "a\0b" })).toBe("invalid_params");
  expect(await codeOf("pane.send_text", { text: "\ud800" })).toBe("invalid_params");
  expect(await codeOf("pane.send_input", { text: "\u001b[201~" })).toBe("invalid_params");
  await server.tmux("copy-mode", "-t", pane);
  expect(await codeOf("pane.send_text", { text: "x" })).toBe("pane_send_failed");
  await server.tmux("copy-mode", "-q", "-t", pane);
  expect(await next()).toBe("");
});

test("a wait for output ends with a line that holds a text or matches a pattern", async () => {
  const pane = await server.pane("sh", "-c", `while read -r line; do echo "got $line"; done`);
  const asks = [
    { match: { type: "substring", value: "got" }, source: "recent" },
    { match: { type: "regex", value: "^got \\w+$" }, source: "visible", timeout_ms: 20_000 },
  ].map((params) => socket.ask("pane.wait_for_output", { pane_id: pane, ...params }));
  await server.tmux("send-keys", "-t", pane, "it", "Enter");
  for (const { result } of await Promise.all(asks)) {
    expect(result).toMatchObject({ type: "output_matched", revision: 0, matched_line: "got it" });
  }
  const never = { pane_id: pane, match: { type: "substring", value: "never" }, source: "recent" };
  const code = async (params: object) =>
    (await socket.ask("pane.wait_for_output", { ...never, ...params })).error?.code;
  expect(await code({ timeout_ms: 0 })).toBe("timeout");
  expect(await code({ match: { type: "regex", value: "(" } })).toBe("invalid_regex");
});

test("nobody waits any longer for output that nobody would hear of", async () => {
  const pane = await server.pane();
  const count = "set-option -gF @looks '#{e|+:#{@looks},1}'";
  await server.tmux("set-hook", "-g", "after-capture-pane", count);
  const looks = async () => Number(await server.tmux("show-options", "-gqv", "@looks"));
  const match = { type: "substring", value: "never" };
  const params = { pane_id: pane, match, source: "recent" };
  const client = connect(socket.path, () =>
    client.write(`${JSON.stringify({ id: "a", method: "pane.wait_for_output", params })}\n`),
  );
  await until("it looks", looks, (seen) => seen > 2);
  client.destroy();
  let last = -1;
  await until(
    "it has stopped",
    async () => {
      const before = last;
      last = await looks();
      await socket.ask("pane.wait_for_output", { ...params, timeout_ms: 700 });
      return before >= 0 && (await looks()) - last;
    },
    (seen) => seen === 2 || seen === 3,
    20_000,
  );
});
