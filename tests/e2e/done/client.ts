/**
 * A client of the socket, written from docs/SOCKET.md alone: it takes nothing of taw's.
 *
 *   HERDR_SOCKET_PATH=… bun client.ts REPOSITORY
 *
 * It prints what it did and what it was told, a line each.
 */
import { connect } from "node:net";

type Json = Readonly<Record<string, unknown>>;

const path = process.env["HERDR_SOCKET_PATH"] ?? "";
const [repository = ""] = process.argv.slice(2);

/** One line there, lines back until the server closes. */
function open(method: string, params: Json, onLine: (line: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(path, () =>
    socket.write(`${JSON.stringify({ id: method, method, params })}\n`),
  );
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  socket.on("error", reject);
  socket.on("close", () => resolve());
  return promise;
}

/** One request and its result. */
async function ask(method: string, params: Json = {}): Promise<Json> {
  let answer: Json = {};
  await open(method, params, (line) => (answer = JSON.parse(line)));
  if (answer["error"]) throw new Error(`${method}: ${JSON.stringify(answer["error"])}`);
  return record(answer, "result");
}

/** A record inside a record, by its keys. */
function record(from: unknown, ...keys: string[]): Json {
  let value: unknown = from;
  for (const key of keys) value = (value as Json)[key];
  return value as Json;
}

const text = (from: Json, key: string): string => String(from[key]);
const told: Json[] = [];
let wake = (): void => {};

/** Resolves once the events are subscribed to; from then on `told` grows. */
function subscribe(...types: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const subscriptions = types.map((type) => ({ type }));
  const ended = open("events.subscribe", { subscriptions }, (line) => {
    const heard: Json = JSON.parse(line);
    if (heard["error"]) reject(new Error(line));
    else if (heard["result"]) resolve();
    else told.push(heard);
    wake();
  });
  ended.catch(reject);
  return promise;
}

/** The first event of that name whose data holds; the test that runs this says how long is too long. */
async function hears(event: string, holds: (data: Json) => boolean): Promise<Json> {
  for (;;) {
    const found = told.find((one) => one["event"] === event && holds(record(one, "data")));
    if (found) {
      console.log(`told ${event}`);
      return record(found, "data");
    }
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

await subscribe(
  "pane.created",
  "pane.moved",
  "pane.closed",
  "workspace.closed",
  "worktree.created",
  "worktree.removed",
);
const snapshot = record(await ask("session.snapshot"), "snapshot");
const here = text(snapshot, "focused_pane_id");
console.log(`snapshot: protocol ${text(snapshot, "protocol")}, in front is ${here}`);

const split = await ask("pane.split", {
  target_pane_id: here,
  direction: "right",
  cwd: repository,
});
const pane = record(split, "pane");
const paneId = text(pane, "pane_id");
await hears("pane_created", (data) => record(data, "pane")["pane_id"] === paneId);

await ask("pane.send_text", { pane_id: paneId, text: "echo ready $((40 + 2))" });
await ask("pane.send_keys", { pane_id: paneId, keys: ["enter"] });
const wait = {
  source: "recent",
  match: { type: "substring", value: "ready 42" },
  timeout_ms: 9000,
};
const matched = await ask("pane.wait_for_output", { pane_id: paneId, ...wait });
console.log(`matched: ${text(matched, "matched_line")}`);
const read = await ask("pane.read", { pane_id: paneId, source: "recent", lines: 20 });
console.log(`read: ${text(record(read, "read"), "text").includes("ready 42")}`);

const moved = await ask("pane.move", {
  pane_id: paneId,
  destination: { type: "new_tab", label: "logs" },
});
const place = record(moved, "move_result", "pane");
await hears("pane_moved", (data) => data["previous_pane_id"] === paneId);
console.log(`moved: the same program ${place["terminal_id"] === pane["terminal_id"]}`);

await ask("pane.close", { pane_id: text(place, "pane_id") });
await hears("pane_closed", (data) => data["pane_id"] === place["pane_id"]);

const made = await ask("worktree.create", { cwd: repository, branch: "feature" });
const workspaceId = text(record(made, "workspace"), "workspace_id");
await hears("worktree_created", (data) => record(data, "worktree")["branch"] === "feature");
console.log(`worktree: ${text(record(made, "worktree"), "path")}`);

await ask("worktree.remove", { workspace_id: workspaceId });
await hears("workspace_closed", (data) => data["workspace_id"] === workspaceId);
await hears("worktree_removed", (data) => data["workspace_id"] === workspaceId);
process.exit(0);
