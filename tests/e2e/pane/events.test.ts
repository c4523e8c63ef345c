import { expect, test } from "bun:test";
import { listen } from "../../support/listener.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** A server where everything is told, and what a verb makes it tell until all is told. */
async function toldServer() {
  const server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  const reader = await listen(server, folders.runtime);
  const told = async (...words: string[]) => {
    reader.heard.length = 0;
    expect(await server.taw("pane", ...words)).toMatchObject({ code: 0, stderr: "" });
    await until(
      "the queue is empty and nobody drains",
      () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
      (text) => text === "",
    );
    return reader.heard.filter(({ name }) => name !== "changed");
  };
  return {
    told,
    namesTold: async (...words: string[]) => (await told(...words)).map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      reader[Symbol.dispose]();
      await server.close();
    },
  };
}

test("a pane's verbs tell what they did, each thing once, with what tmux's hooks tell", async () => {
  await using server = await toldServer();
  expect(await server.namesTold("split", "%0", "--direction", "right")).toEqual([
    "pane.created",
    "layout.updated",
  ]);
  expect(await server.namesTold("rename", "%0", "mine")).toEqual(["pane.updated"]);
  const report = ["report-metadata", "%0", "--source", "s", "--token", "a=1"];
  const [updated, ...others] = await server.told(...report);
  expect(updated).toMatchObject({
    name: "pane.updated",
    data: { pane: { pane_id: "w1:p1", label: "mine", tokens: { a: "1" } } },
  });
  expect(others).toEqual([]);
  for (const verb of [
    ["resize", "--direction", "right", "--pane", "%0"],
    ["swap", "--direction", "right", "--pane", "%0"],
    ["zoom", "%0"],
    ["zoom", "%0"],
  ]) {
    expect([...new Set(await server.namesTold(...verb))]).toEqual(["layout.updated"]);
  }
  expect(await server.namesTold("close", "%1")).toEqual(["pane.closed", "layout.updated"]);
});

test("a move tells where from and where to, what was made and what closed, and nothing of its means", async () => {
  await using server = await toldServer();
  await server.told("split", "%0", "--direction", "right");
  const made = await server.told("move", "%1", "--new-workspace", "--label", "own", "--no-focus");
  const kinds = made.map(({ name }) => name).filter((name) => name !== "layout.updated");
  expect(kinds).toEqual(["workspace.created", "tab.created", "pane.moved"]);
  expect(made.find(({ name }) => name === "pane.moved")?.data).toMatchObject({
    previous_pane_id: "w1:p2",
    previous_workspace_id: "w1",
    previous_tab_id: "w1:t1",
    pane: { pane_id: "w2:p2", workspace_id: "w2" },
    created_workspace: { workspace_id: "w2", label: "own", pane_count: 1 },
  });
  const back = await server.told("move", "%1", "--tab", "w1:t1", "--split", "down", "--no-focus");
  expect(back.map(({ name }) => name).filter((name) => name !== "layout.updated")).toEqual([
    "tab.closed",
    "workspace.closed",
    "pane.moved",
  ]);
});
