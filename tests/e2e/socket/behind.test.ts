import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { failureOf, listOf } from "../../support/answer.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let other: TmuxServer;
let socket: HerdrSocket;
beforeAll(async () => {
  server = await tmuxServer();
  other = await tmuxServer({ box: server.box });
  await server.tmux("rename-session", "-t", "main", "behind");
  socket = await serveSocket(server);
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await other.close();
  await server.close();
});

/** A tool of herdr's outside tmux, which was told of a socket. */
const tool = (env: Readonly<Record<string, string>>, ...words: string[]) =>
  taw(["--face=herdr", ...words], { env: { ...server.box.env, ...env }, cwd: server.box.home });

const labels = async (env: Readonly<Record<string, string>>, ...words: string[]) =>
  listOf(await tool(env, ...words, "workspace", "list"), "workspaces").map(({ label }) => label);

test("outside tmux HERDR_SOCKET_PATH tells which server herdr's command line speaks to", async () => {
  const env = { HERDR_SOCKET_PATH: socket.path };
  expect(await labels(env)).toEqual(["behind"]);
  const status = await tool(env, "status", "server");
  expect(status.stdout).toContain(`status: running\n`);
  expect(status.stdout).toContain(`socket: ${socket.path}\n`);
});

test("a server that is named, and in tmux its own, comes first", async () => {
  const env = { HERDR_SOCKET_PATH: socket.path };
  expect(await labels(env, "-L", other.name)).toEqual(["main"]);
  const session = { HERDR_SESSION: server.name };
  for (const told of [env, session]) {
    expect(await labels({ ...told, TMUX: `${other.socketPath},0,0` })).toEqual(["main"]);
  }
});

test("HERDR_SESSION names it where no socket does, and a name that none can have is refused", async () => {
  expect(await labels({ HERDR_SESSION: other.name })).toEqual(["main"]);
  expect(await labels({ HERDR_SESSION: server.name })).toEqual(["behind"]);
  const both = { HERDR_SESSION: other.name, HERDR_SOCKET_PATH: socket.path };
  expect(await labels(both)).toEqual(["behind"]);
  const absent = await tool({ HERDR_SESSION: "nobody" }, "pane", "list");
  expect(failureOf(absent).code).toBe("server_not_running");
  for (const name of ["..", "a/b", "x y"]) {
    const made = await tool({ HERDR_SESSION: name }, "workspace", "create", "--label", "x");
    expect(failureOf(made).code).toBe("invalid_session_name");
  }
});

test.each(["/nowhere/herdr.sock", "/dev/null", "/tmp"])(
  "a socket that is not taw's is no server, and none is started in its place: %s",
  async (path) => {
    const env = { HERDR_SOCKET_PATH: path };
    expect(failureOf(await tool(env, "pane", "list")).code).toBe("server_not_running");
    const made = await tool(env, "workspace", "create", "--label", "x");
    expect([made.code, made.stdout]).toEqual([1, ""]);
    expect((await tool(env, "status", "server")).stdout).toStartWith("status: not running\n");
  },
);

test("nothing is left beside the socket when it is served no more", async () => {
  await using alone = await tmuxServer();
  const served = await serveSocket(alone);
  const folder = dirname(served.path);
  expect(readdirSync(folder)).toContain("tmux");
  await served[Symbol.asyncDispose]();
  expect(readdirSync(folder)).toEqual(["l"]);
});
