import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { fieldsOf } from "../../support/answer.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import { onTerminal } from "../../support/terminal.ts";
import { bin, taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let other: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  other = await tmuxServer({ box: server.box });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const herdr = (...words: string[]) =>
  taw(["--face=herdr", ...words], { env: server.box.env, cwd: server.box.home });

/** A failure of a session verb is JSON without a request id. */
async function failure(...words: string[]): Promise<{ code: unknown; keys: string[] }> {
  const ran = await herdr(...words);
  expect([ran.code, ran.stdout]).toEqual([1, ""]);
  const envelope = fieldsOf(JSON.parse(ran.stderr));
  return { code: fieldsOf(envelope, "error")["code"], keys: Object.keys(envelope) };
}

test("session list --json has the default session and all that run, without an envelope", async () => {
  const before = await server.tmux("show-options", "-s");
  const ran = await herdr("session", "list", "--json");
  const { sessions } = fieldsOf(ran.json);
  expect(sessions).toMatchObject([
    { default: true, name: "default", running: false },
    ...[server.name, other.name].toSorted().map((name) => ({
      default: false,
      name,
      running: true,
    })),
  ]);
  const keys = ["default", "name", "running", "session_dir", "socket_path"];
  expect(ran.stdout).toStartWith('{"sessions":[{"default":true,"name":"default","running":false,');
  for (const session of sessions as object[]) expect(Object.keys(session)).toEqual(keys);
  expect(await server.tmux("show-options", "-s")).toBe(before);
});

test("a session's socket is where the socket server answers", async () => {
  const listed = async () => {
    const { sessions } = fieldsOf((await herdr("session", "list", "--json")).json);
    return (sessions as Record<string, unknown>[]).find(({ name }) => name === other.name);
  };
  const before = await listed();
  await using socket = await serveSocket(other);
  expect(await listed()).toEqual(before);
  expect(before).toMatchObject({ socket_path: socket.path });
  expect(join(String(before?.["session_dir"]), "herdr.sock")).toBe(socket.path);
});

test("without --json it is a table as scripts cut it: a line of headings, then name, status, folder and socket", async () => {
  const { stdout } = await herdr("session", "list");
  const { sessions } = fieldsOf((await herdr("session", "list", "--json")).json);
  const [headings, ...rows] = stdout.trimEnd().split("\n");
  expect(headings?.split(/ {2,}/)).toEqual(["name", "status", "directory", "socket"]);
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual(
    (sessions as Record<string, unknown>[]).map((one) => [
      String(one["name"]),
      one["running"] === true ? "running" : "stopped",
      String(one["session_dir"]),
      String(one["socket_path"]),
    ]),
  );
  const columns = [headings, ...rows].map((row) => row?.search(/status|running|stopped/));
  expect(new Set(columns).size).toBe(1);
});

test("--session names the tmux server, as -L does", async () => {
  const ran = await herdr("--session", other.name, "workspace", "list");
  expect(fieldsOf(ran.json, "result")["workspaces"]).toHaveLength(1);
});

test("session attach makes the terminal a client until it detaches", async () => {
  await using person = onTerminal([bin, "--face=herdr", "session", "attach", other.name], {
    env: server.box.env,
    cwd: server.box.home,
  });
  const clients = () => other.tmux("list-clients", "-F", "#{client_name}");
  await until("the terminal is a client", clients);
  await other.tmux("detach-client", "-s", "=main");
  expect(await person.ended).toBe(0);
});

test("taw ends no tmux server and deletes nothing, and says what does", async () => {
  expect(await failure("session", "stop", other.name)).toEqual({
    code: "session_stop_failed",
    keys: ["error"],
  });
  expect((await failure("session", "stop", "none", "--json")).code).toBe("session_stop_failed");
  expect((await failure("session", "delete", other.name)).code).toBe("session_delete_failed");
  expect((await failure("session", "delete", "none")).code).toBe("session_delete_failed");
  expect((await failure("session", "attach", "none")).code).toBe("tmux_error");
  for (const name of ["..", "a/b", "a b", "x".repeat(65)]) {
    expect((await failure("session", "stop", name)).code).toBe("invalid_session_name");
  }
  expect(await other.tmux("list-sessions", "-F", "#{session_name}")).toBe("main");
});

test("on taw's own face there are no such verbs", async () => {
  const ran = await server.taw("session", "list");
  expect([ran.code, ran.stdout]).toEqual([2, ""]);
});
