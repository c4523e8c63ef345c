import { expect, test } from "bun:test";
import { eventCall, parseHookCall } from "../../../src/core/hook-call.ts";
import { sampleWorld } from "../../../src/hooks/sample.ts";
import { worldWith } from "../../support/world.ts";

const world = worldWith({ name: "api", path: "/src/api" });

test("an event about a workspace is told with its names, its folder and its data", () => {
  const call = eventCall(world, {
    name: "workspace.renamed",
    about: { workspace: "$0" },
    data: { workspace_id: "w1", label: "it's $(new)" },
  });
  expect(call.variables).toEqual({
    TMUX: "/tmp/s,1,0",
    TAW_EVENT: "workspace.renamed",
    TAW_SESSION: "api",
    TAW_SESSION_ID: "$0",
    TAW_WORKSPACE_ID: "w1",
    TAW_DIR: "/src/api",
    TAW_LABEL: "it's $(new)",
  });
  expect(call).toMatchObject({
    name: "workspace.renamed",
    workspaceId: "$0",
    folders: ["/src/api"],
  });
  expect(call.input).toMatchObject({
    event: "workspace.renamed",
    workspace_label: "api",
    pane: null,
  });
  expect(parseHookCall(JSON.parse(JSON.stringify(call)))).toEqual(call);
});

test("of what has gone only the ids are told, and nothing of another pane in its place", () => {
  const call = eventCall(world, {
    name: "pane.closed",
    about: { pane: "%7", tab: "@3", workspace: "$9" },
    data: { pane_id: "wa:p8", workspace_id: "wa" },
  });
  expect(call.variables).toEqual({
    TMUX: "/tmp/s,1,-1",
    TAW_EVENT: "pane.closed",
    TAW_SESSION_ID: "$9",
    TAW_WINDOW: "@3",
    TAW_PANE: "%7",
    TAW_WORKSPACE_ID: "wa",
    TAW_PANE_ID: "wa:p8",
  });
  expect(call.workspaceId).toBe(null);
  expect(call.input).toMatchObject({ event: "pane.closed", pane: null, workspace: null });
});

test("a pane that has gone from a window that stands is not told as the pane in front there", () => {
  const { input, variables } = eventCall(sampleWorld("pane.closed", "/h", null), {
    name: "pane.closed",
    about: { pane: "%7", tab: "@999999", workspace: "$999999" },
    data: {},
  });
  expect(input).toMatchObject({ pane: null, focused_pane_id: null, tab: { label: "sample" } });
  expect(variables).toMatchObject({ TAW_PANE: "%7", TAW_WINDOW_NAME: "sample", TAW_DIR: "/h" });
});

test("a worktree's event has its folder, its repository and its branch", () => {
  const worktree = { path: "/w/x", repo_root: "/r", branch: "feat/x" };
  const { variables, input } = eventCall(world, {
    name: "worktree.removed",
    about: {},
    data: { worktree },
  });
  expect(variables).toMatchObject({ TAW_WORKTREE: "/w/x", TAW_REPO: "/r", TAW_BRANCH: "feat/x" });
  expect(input["worktree"]).toEqual(worktree);
});

test("what is no call of a drainer's is nothing", () => {
  const variables: string[] = [];
  for (const call of [undefined, "", [], { name: 1 }, { name: "a", variables, input: {} }]) {
    expect(parseHookCall(call)).toBe(null);
  }
});
