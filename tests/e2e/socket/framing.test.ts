import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let socket: HerdrSocket;

/** The limits of 5 s are 100 ms here. */
beforeAll(async () => {
  server = await tmuxServer({ width: 2000, height: 300 });
  const wall = "yes $(seq -s ' ' 500) | head -n 299; exec cat";
  await server.pane("sh", "-c", wall);
  socket = await serveSocket(server, { TAW_TEST_TIMERS: "0.02" });
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

const MOST = 1024 * 1024;
const ping = (id: string) => JSON.stringify({ id, method: "ping", params: {} });
const parsed = (answer: string) => JSON.parse(answer) as Record<string, unknown>;

/** A request of exactly so many bytes, its newline among them. */
function requestOf(bytes: number): string {
  const empty = `${JSON.stringify({ id: "", method: "ping", params: {} })}\n`;
  return `${ping("x".repeat(bytes - empty.length))}\n`;
}

/** Connections that the server holds. */
const held = (): number => readdirSync(`/proc/${socket.pid}/fd`).length;

test("a line of 1 MiB is read whole, and one byte more closes the connection without an answer", async () => {
  const answer = parsed(await socket.send(requestOf(MOST)));
  expect(answer).toMatchObject({ result: { type: "pong" } });
  expect(answer["id"]).toBe(parsed(requestOf(MOST))["id"]);
  expect(await socket.send(requestOf(MOST + 1))).toBe("");
  expect(await socket.send("x".repeat(2 * MOST))).toBe("");
});

test("one request a connection: what comes behind it is not read", async () => {
  const answer = await socket.send(`${ping("one")}\n${ping("two")}\n`);
  expect(answer.trimEnd().split("\n").map(parsed)).toMatchObject([{ id: "one" }]);
});

test("a line may come in pieces, with blanks around it and a carriage return before its end", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  const client = connect(socket.path);
  client.on("data", (bytes: Buffer) => (heard += bytes.toString()));
  client.on("close", () => resolve(heard));
  for (const byte of Buffer.from(`  ${ping("é")} \r\n`)) client.write(Buffer.from([byte]));
  expect(parsed(await promise)).toMatchObject({ id: "é", result: { type: "pong" } });
});

test.each([
  ["a blank line", " \r\n"],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a])],
])("%s closes the connection without an answer", async (_, bytes) => {
  expect(await socket.send(bytes)).toBe("");
});

test("a line that does not come whole in time closes the connection without an answer", async () => {
  expect(await socket.send('{"id":"half')).toBe("");
});

/** Sends and closes its own side; gives what still comes. */
const halfClosed = (bytes: string): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  const client = connect({ path: socket.path, allowHalfOpen: true }, () => client.end(bytes));
  client.on("data", (part: Buffer) => (heard += part.toString()));
  client.on("close", () => resolve(heard));
  client.on("end", () => resolve(heard));
  return promise;
};

test("an end before the newline is no request, and behind it the answer comes all the same", async () => {
  expect(await halfClosed(ping("cut"))).toBe("");
  expect(parsed(await halfClosed(`${ping("whole")}\n`))).toMatchObject({ id: "whole" });
});

test("an answer far larger than what the kernel takes at once comes whole", async () => {
  const read = { pane_id: "w1:p2", source: "visible" };
  const { result } = await until(
    "the pane is full",
    () => socket.ask("pane.read", read),
    ({ result: one }) => JSON.stringify(one).length > 500_000,
  );
  const { text } = (result?.["read"] ?? {}) as { text?: string };
  const rows = text?.split("\n") ?? [];
  expect(rows.length).toBeGreaterThan(290);
  expect(rows.slice(0, 290).every((row) => row.startsWith("1 2 3 ") && row.endsWith("500"))).toBe(
    true,
  );
});

test("clients that take nothing of their answer delay nobody, and are let go of", async () => {
  const before = held();
  const request = {
    id: "deaf",
    method: "pane.read",
    params: { pane_id: "w1:p2", source: "visible" },
  };
  const deaf = Array.from({ length: 20 }, () => {
    const client = connect(socket.path, () => client.write(`${JSON.stringify(request)}\n`));
    client.pause();
    client.on("error", () => undefined);
    return client;
  });
  await until("all are connected", () => held() >= before + deaf.length);
  const sinceMs = performance.now();
  for (let round = 0; round < 50; round += 1) await socket.ask("ping");
  expect((performance.now() - sinceMs) / 50).toBeLessThan(50);
  await until("the server has let go of all of them", () => held() <= before);
  for (const client of deaf) client.destroy();
});

test("clients that go before their answer cost nothing", async () => {
  const before = held();
  const request = `${JSON.stringify({ id: "gone", method: "pane.list", params: {} })}\n`;
  for (let round = 0; round < 200; round += 1) {
    const client = connect(socket.path, () => {
      client.write(request);
      client.destroy();
    });
  }
  await until("the server has let go of all of them", () => held() <= before);
  expect(await socket.ask("ping")).toMatchObject({ result: { type: "pong" } });
});

test("a request in flight when the server is told to end is closed, not answered half", async () => {
  await using other = await tmuxServer();
  await using ending = await serveSocket(other);
  const wait = ending.send(
    `${JSON.stringify({ id: "w", method: "pane.wait_for_output", params: { pane_id: "w1:p1", source: "visible", match: { type: "substring", value: "never" } } })}\n`,
  );
  await ending.ask("ping");
  ending.kill("SIGTERM");
  expect(await ending.exited).toBe(0);
  expect(await wait).toBe("");
});
