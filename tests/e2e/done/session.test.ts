import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf } from "../../support/answer.ts";
import type { RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { bin, run } from "../../support/taw.ts";
import { until } from "../../support/until.ts";

/** A repository, and taw in the tmux server as a person has it: the socket is on. */
async function loaded(): Promise<RepositoryServer> {
  const server = await repositoryServer();
  await server.tmux("set-option", "-g", "@agent-wizard-herdr-socket", "on");
  await server.taw("tmux", "load");
  await until("the socket is served", async () => {
    const { result } = fieldsOf((await server.taw("socket", "status")).json);
    return fieldsOf(result)["running"] === true;
  });
  return server;
}

const herdrPath = async (server: RepositoryServer): Promise<string> =>
  (await server.tmux("show-environment", "-g", "HERDR_SOCKET_PATH")).replace(/^[^=]*=/, "");

/** Nothing but the first pane and the repository's own checkout is left. */
async function isTidy(server: RepositoryServer): Promise<void> {
  expect(await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).toBe("%0");
  expect((await server.git(["worktree", "list"])).split("\n")).toHaveLength(1);
  expect(existsSync(join(server.places, "feature"))).toBe(false);
}

test("a client written against the socket alone drives a whole session, and is told of all it does", async () => {
  await using server = await loaded();
  const client = [process.execPath, join(import.meta.dir, "client.ts"), server.repo];
  const env = { ...server.box.env, HERDR_SOCKET_PATH: await herdrPath(server) };
  const ran = await run(["timeout", "20", ...client], { env, cwd: server.box.home });
  expect([ran.stderr, ran.code]).toEqual(["", 0]);
  expect(ran.stdout.trimEnd().split("\n")).toEqual([
    "snapshot: protocol 22, in front is w1:p1",
    "told pane_created",
    "matched: ready 42",
    "read: true",
    "told pane_moved",
    "moved: the same program true",
    "told pane_closed",
    "told worktree_created",
    `worktree: ${join(server.places, "feature")}`,
    "told workspace_closed",
    "told worktree_removed",
  ]);
  await isTidy(server);
});

test("a shell script drives the same through the link named herdr", async () => {
  await using server = await loaded();
  const folder = join(server.box.root, "bin");
  mkdirSync(folder);
  symlinkSync(bin, join(folder, "herdr"));
  const script = ["sh", join(import.meta.dir, "script.sh"), server.repo];
  const env = {
    ...server.box.env,
    PATH: `${folder}:${server.box.env["PATH"]}`,
    HERDR_SOCKET_PATH: await herdrPath(server),
  };
  const ran = await run(["timeout", "20", ...script], { env, cwd: server.box.home });
  expect([ran.stderr, ran.code]).toEqual(["", 0]);
  expect(ran.stdout.trimEnd().split("\n")).toEqual([
    "snapshot: in front is w1:p1",
    "again 42",
    "1",
    "moved: the same program",
    "closed: pane_not_found",
    `worktree: ${join(server.places, "feature")}`,
    "kept: dirty_worktree_requires_force",
    "removed",
  ]);
  await isTidy(server);
});
