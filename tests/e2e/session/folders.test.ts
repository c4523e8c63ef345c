import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { failureOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { programSandbox } from "../../support/sandbox.ts";
import type { Sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** What the picker for a new session lists. Programs of the test stand in front of the machine's own on PATH. */
let box: Sandbox;
let server: TmuxServer;

beforeEach(async () => {
  box = programSandbox();
  server = await tmuxServer({ box });
});

afterEach(async () => {
  await server.close();
  await box.close();
});

function folder(...parts: string[]): string {
  const path = join(box.home, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

async function zoxideKnows(...paths: string[]): Promise<void> {
  await Bun.write(join(box.home, "known"), paths.map((path) => `${path}\n`).join(""));
  const path = join(box.root, "bin/zoxide");
  await Bun.write(path, '#!/bin/sh\n[ "$*" = "query --list" ] && cat "$HOME/known"\n');
  Bun.spawnSync(["chmod", "+x", path]);
}

const config = (toml: string) =>
  Bun.write(join(box.home, ".config/tmux-agent-wizard/config.toml"), `[sessions]\n${toml}\n`);

/** `[path, source, session]` of each but the test server's own session. */
async function listed(...words: string[]): Promise<unknown[]> {
  const { folders } = resultOf(await server.taw("session", "folders", ...words));
  if (!Array.isArray(folders)) throw new Error("no folders");
  return folders
    .filter(({ session }) => session !== "main")
    .map(({ path, source, session }) => [path, source, session]);
}

test("sessions come first, then zoxide's folders, then those in project_dirs, each once", async () => {
  const [api, web, oss] = [folder("work/api"), folder("work/web"), folder("oss/tool")];
  await server.taw("session", "open", web);
  symlinkSync(web, join(box.home, "web-link"));
  await zoxideKnows(oss, join(box.home, "web-link"), web);
  folder("work/.hidden");
  await Bun.write(join(box.home, "work/file"), "");
  await config('project_dirs = ["~/work", "~/missing", "~/oss"]');
  expect(await listed()).toEqual([
    [web, "open", "web"],
    [oss, "zoxide", "tool"],
    [api, "project_dirs", "api"],
  ]);
});

test("each says what its session would be called, and why not by the shorter name", async () => {
  await server.taw("session", "open", folder("work/api"));
  const other = folder("oss/api");
  await zoxideKnows(other);
  const { home, folders } = resultOf(await server.taw("session", "folders"));
  expect(home).toBe(box.home);
  expect(folders).toContainEqual({
    path: other,
    source: "zoxide",
    session: "oss/api",
    collision: '"api" is taken by ~/work/api',
  });
});

test("without zoxide in the config its folders are left out", async () => {
  await zoxideKnows(folder("oss/tool"));
  await config("zoxide = false");
  expect(await listed()).toEqual([]);
});

test("a typed path lists that folder and those in it, hidden ones and links too", async () => {
  const [work, api] = [folder("work"), folder("work/api")];
  const hidden = folder("work/.dot files");
  symlinkSync(api, join(work, "link"));
  await Bun.write(join(work, "file"), "");
  const rows = [
    [work, "path", "work"],
    [hidden, "path", "_dot files"],
    [api, "path", "api"],
    [join(work, "link"), "path", "link"],
  ];
  expect(await listed("--in", "~/work/")).toEqual(rows);
  expect(await listed("--in", work)).toEqual(rows);
});

test("a path that is no folder is not found", async () => {
  expect(failureOf(await server.taw("session", "folders", "--in", "~/none"))).toMatchObject({
    code: "not_found",
    exit: 1,
  });
});

test("a folder whose name holds a control character is listed, and no session can be named after it", async () => {
  const path = folder("new\nline");
  expect(await listed("--in", box.home)).toContainEqual([path, "path", null]);
});

test("where no tmux server runs, the folders are listed all the same", async () => {
  const tool = folder("oss/tool");
  await zoxideKnows(tool);
  const options = { env: box.env, cwd: box.home };
  const ran = await taw(["-L", `${server.name}-none`, "session", "folders"], options);
  expect(resultOf(ran)["folders"]).toEqual([
    { path: tool, source: "zoxide", session: "tool", collision: null },
  ]);
});

test("session open --client brings that client there, whoever was at the keys last", async () => {
  await using first = await attachClient(server);
  await using second = await attachClient(server);
  const { name } = first;
  const used = async (client: string) =>
    Number(await server.tmux("display-message", "-p", "-c", client, "#{client_activity}"));
  await until("the other client was used last", async () => {
    second.type("x");
    return (await used(second.name)) > (await used(name));
  });
  const ran = await server.taw("session", "open", folder("api"), "--client", name);
  expect(resultOf(ran)).toMatchObject({ session: "api", switched: true });
  const clients = await server.tmux("list-clients", "-F", "#{client_name} #{session_name}");
  expect(clients.split("\n").filter((row) => row.endsWith(" api"))).toEqual([`${name} api`]);
});

test("session open --attach brings nobody there, and answers how a terminal gets there", async () => {
  await using _person = await attachClient(server);
  const result = resultOf(await server.taw("session", "open", folder("api"), "--attach"));
  const id = await server.tmux("display-message", "-p", "-t", "=api:", "#{session_id}");
  expect(result).toMatchObject({
    session: "api",
    created: true,
    switched: false,
    attach: ["tmux", "-u", "-L", server.name, "attach-session", "-t", id],
  });
  expect(await server.tmux("list-clients", "-F", "#{session_name}")).toBe("main");
});
