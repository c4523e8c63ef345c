import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseFeedLine } from "../../../remote/feed/protocol.ts";
import type { FeedState } from "../../../remote/feed/protocol.ts";
import { resultOf } from "../../support/answer.ts";
import { startFeed } from "../../support/feed.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import type { RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { until } from "../../support/until.ts";

let server: RepositoryServer;
beforeEach(async () => {
  server = await repositoryServer();
});
afterEach(() => server.close());

async function stateOnce(): Promise<FeedState> {
  const ran = await server.taw("machine", "feed", "--once");
  const state = ran.stdout.trim().split("\n").map(parseFeedLine)[1];
  if (state?.type !== "state") throw new Error(`no state: ${ran.stdout}${ran.stderr}`);
  return state;
}

test("a workspace says which checkout it is; a worktree is open, then closed, then gone", async () => {
  const { path, workspaceId } = await server.create("feat/x");
  const record = {
    path,
    branch: "feat/x",
    label: "api",
    repo_key: join(server.repo, ".git"),
    repo_root: server.repo,
    workspace_id: workspaceId,
    real_path: path,
    real_repo_root: server.repo,
  };
  const open = await stateOnce();
  expect([open.worktrees, open.open_worktrees]).toEqual([[], [record]]);
  const shown = open.spaces.find((space) => space.workspace_id === workspaceId);
  expect(shown?.worktree).toMatchObject({ checkout_path: path, is_linked_worktree: true });
  resultOf(await server.taw("workspace", "close", workspaceId));
  const closed = await stateOnce();
  expect([closed.worktrees, closed.open_worktrees]).toEqual([[record], []]);
  rmSync(path, { recursive: true });
  const gone = await stateOnce();
  expect([gone.worktrees, gone.open_worktrees]).toEqual([[], []]);
});

test("a feed that runs tells of worktrees as they are made, closed and removed", async () => {
  await loadInto(server, recorder(server).launcher);
  await using feed = startFeed(["-L", server.name], server.box.env);
  const has = (what: string, holds: (state: FeedState) => boolean) =>
    until(
      what,
      () => feed.states().at(-1),
      (state) => state !== undefined && holds(state),
    );
  const { workspaceId } = await server.create("one");
  await has("it is open", ({ open_worktrees: open }) => open.length === 1);
  resultOf(await server.taw("workspace", "close", workspaceId));
  await has("it is closed", ({ worktrees }) => worktrees[0]?.branch === "one");
  resultOf(await server.worktree("remove", "--workspace", workspaceId));
  await has("it is gone", (state) => state.worktrees.length + state.open_worktrees.length === 0);
});
