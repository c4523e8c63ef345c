import { afterAll, beforeAll, expect, test } from "bun:test";
import { contextRecord } from "../../../src/core/context.ts";
import { edgeOf } from "../../support/loaded.ts";
import { readWorld } from "../../../src/tmux/read.ts";
import type { World } from "../../../src/core/world.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let world: World;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("split-window", "-d", "-t", "%0", "cat");
  await server.tmux("new-window", "-d", "-n", "two", "-t", "=main:", "cat");
  await server.tmux("set-option", "-p", "-t", "%1", "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", "%1", "@agent_state", "blocked");
  world = await readWorld(edgeOf(server));
});
afterAll(() => server.close());

test("a pane's context is that pane's, its tab's and its workspace's", () => {
  expect(contextRecord(world, { pane: "%1" })).toMatchObject({
    workspace_id: "w1",
    workspace_label: "main",
    workspace_cwd: server.box.home,
    worktree: null,
    tab_id: "w1:t1",
    tab_label: "1",
    focused_pane_id: "w1:p2",
    focused_pane_agent: "claude",
    focused_pane_status: "blocked",
    pane: { pane_id: "w1:p2" },
    tab: { tab_id: "w1:t1" },
    workspace: { workspace_id: "w1" },
  });
});

test("a tab's and a workspace's have the pane in front, and what is gone is null", () => {
  expect(contextRecord(world, { tab: "@1" })).toMatchObject({
    workspace_id: "w1",
    tab_label: "two",
    focused_pane_id: "w1:p3",
    focused_pane_agent: null,
  });
  expect(contextRecord(world, { workspace: "$0" })).toMatchObject({
    tab_id: "w1:t1",
    focused_pane_id: "w1:p1",
  });
  const values = Object.values(contextRecord(world, { pane: "%99" }));
  expect(values.filter((value) => value !== null)).toEqual([]);
});
