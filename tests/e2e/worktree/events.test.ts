import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { mismatches } from "../../contract/herdr.ts";
import type { Event } from "../../../src/core/events.ts";
import { resultOf } from "../../support/answer.ts";
import { listen } from "../../support/listener.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import type { RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";
import { until } from "../../support/until.ts";

let server: RepositoryServer;
let runtime: string;
beforeEach(async () => {
  server = await repositoryServer();
  runtime = (await loadInto(server, recorder(server).launcher)).folders.runtime;
});
afterEach(() => server.close());

const told = (heard: readonly Event[], name: string): Promise<Event> =>
  until(`${name} is told`, () => heard.find((event) => event.name === name)).then(
    (event) => event ?? { name: "changed", about: {}, data: {} },
  );

const namesOf = (heard: readonly Event[], names: readonly string[]) =>
  heard.map(({ name }): string => name).filter((name) => names.includes(name));

const PATH = 'o\'d "d" $HOME #(touch PWNED) #{pid} \\ ; a=b';

test("a worktree made by a verb is told after the workspace that shows it, with herdr's records", async () => {
  using reader = await listen(server, runtime);
  const { path, workspaceId } = await server.create("feat/x", "--path", join("~", PATH));
  const { data, about } = await told(reader.heard, "worktree.created");
  expect(about.workspace).toBe("$1");
  expect(data).toMatchObject({
    workspace: {
      workspace_id: workspaceId,
      worktree: { checkout_path: path, repo_name: "api", is_linked_worktree: true },
    },
    worktree: { path, branch: "feat/x", open_workspace_id: workspaceId },
  });
  expect(path).toBe(join(server.box.home, PATH));
  expect(mismatches("Worktree", data["worktree"])).toEqual([]);
  expect(mismatches("Workspace", data["workspace"])).toEqual([]);
  const wanted = [
    "workspace.updated",
    "workspace.created",
    "tab.created",
    "pane.created",
    "worktree.created",
  ];
  expect(namesOf(reader.heard, wanted).toSorted()).toEqual(wanted.toSorted());
  expect(namesOf(reader.heard, wanted.slice(1))).toEqual(wanted.slice(1));
});

test("opening is told whether or not the workspace had to be made", async () => {
  const { workspaceId } = await server.create("one");
  using reader = await listen(server, runtime, ["worktree.opened", "workspace.renamed"]);
  resultOf(await server.worktree("open", "--workspace", "w1", "--branch", "one", "--label", "x"));
  const first = await told(reader.heard, "worktree.opened");
  expect(first.data).toMatchObject({ already_open: true, workspace: { label: "x" } });
  resultOf(await server.taw("workspace", "close", workspaceId));
  resultOf(await server.worktree("open", "--workspace", "w1", "--branch", "one"));
  await until("the second is told", () => reader.heard.length === 3);
  expect(reader.heard.map(({ name }) => name)).toEqual([
    "workspace.renamed",
    "worktree.opened",
    "worktree.opened",
  ]);
  expect(reader.heard[2]?.data).toMatchObject({
    already_open: false,
    worktree: { branch: "one", open_workspace_id: "w3" },
  });
});

test("a removal is told after its workspace has closed, with what that was", async () => {
  const { path, workspaceId } = await server.create("one");
  using reader = await listen(server, runtime);
  await Bun.write(join(path, "new"), "new");
  const force = ["remove", "--workspace", workspaceId, "--force"];
  resultOf(await server.worktree(...force));
  const { data, about } = await told(reader.heard, "worktree.removed");
  expect(about.workspace).toBe("$1");
  expect(data).toMatchObject({
    workspace_id: workspaceId,
    workspace: { workspace_id: workspaceId, label: "api--one", worktree: { checkout_path: path } },
    worktree: { path, branch: "one" },
    forced: true,
  });
  expect(data["worktree"]).not.toHaveProperty("open_workspace_id");
  const wanted = ["pane.closed", "tab.closed", "workspace.closed", "worktree.removed"];
  expect(namesOf(reader.heard, wanted)).toEqual(wanted);
});

test("what is told of a closed worktree that is removed has its workspace's id alone", async () => {
  const { path, workspaceId } = await server.create("one");
  resultOf(await server.taw("workspace", "close", workspaceId));
  using reader = await listen(server, runtime, ["worktree.removed", "workspace.closed"]);
  resultOf(await server.worktree("remove", "--workspace", workspaceId));
  const { data } = await told(reader.heard, "worktree.removed");
  expect(data).toMatchObject({ workspace_id: workspaceId, worktree: { path }, forced: false });
  expect(data).not.toHaveProperty("workspace");
});

test("what nobody wants leaves nothing behind in tmux", async () => {
  const { workspaceId } = await server.create("one");
  resultOf(await server.worktree("remove", "--workspace", workspaceId));
  const options = await server.tmux("show-options", "-s");
  expect(options).not.toContain("@agent_wizard_told");
  expect(options).not.toContain("@agent_wizard_queue");
});
