import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { queueAppend } from "../../../src/core/queue.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const FAST = { TAW_TEST_TIMERS: "0.02" };

/** What the watcher of an agent's pane would have written. */
const agentIs = (server: TmuxServer, state: string): Promise<string> =>
  edgeOf(server).run(
    ["set-option", "-p", "-t", "%0", "@agent_kind", "claude"],
    ["set-option", "-p", "-t", "%0", "@agent_state", state],
    queueAppend("status", "%0"),
  );

test("20 waits share one reader of events, are all answered by one event, and leave nothing behind", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await agentIs(server, "working");
  await using socket = await serveSocket(server, FAST);
  const readers = () => readdirSync(`${dirname(socket.path)}/l`);
  const waits = Array.from({ length: 20 }, () => socket.ask("agent.wait", { target: "%0" }));
  await until("somebody reads events", () => readers().length > 0);
  expect(readers()).toHaveLength(1);
  await agentIs(server, "blocked");
  for (const { result } of await Promise.all(waits)) {
    expect(result).toMatchObject({ type: "agent_info", agent: { agent_status: "blocked" } });
  }
  await until("nobody reads events any more", () => readers().length === 0);
});

test("a wait ends with its client, and half-closing is no leaving", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await agentIs(server, "working");
  await using socket = await serveSocket(server, FAST);
  const readers = () => readdirSync(`${dirname(socket.path)}/l`);
  const request = JSON.stringify({ id: "w", method: "agent.wait", params: { target: "%0" } });
  const leaver = connect(socket.path, () => leaver.write(`${request}\n`));
  await until("somebody reads events", () => readers().length > 0);
  leaver.destroy();
  await until("nobody reads events any more", () => readers().length === 0);
  let heard = "";
  const half = connect({ path: socket.path, allowHalfOpen: true }, () => half.end(`${request}\n`));
  half.on("data", (bytes: Buffer) => (heard += bytes.toString()));
  await until("somebody reads events", () => readers().length > 0);
  await agentIs(server, "idle");
  await until("the wait is answered", () => heard.includes('"agent_status":"idle"'));
});
