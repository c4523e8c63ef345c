import { expect, test } from "bun:test";
import type { Fields } from "../../../src/core/json.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

const LISTS = {
  workspaces: ["workspace", "list"],
  tabs: ["tab", "list"],
  panes: ["pane", "list"],
  agents: ["agent", "list"],
};

async function snapshotOf(server: TmuxServer, ...globals: string[]): Promise<Fields> {
  return fieldsOf(resultOf(await server.taw(...globals, "api", "snapshot")), "snapshot");
}

const listIn = (snapshot: Fields, name: string): Fields[] => {
  const list = snapshot[name];
  if (!Array.isArray(list)) throw new Error(`no list ${name}`);
  return list.map((item: unknown) => fieldsOf(item));
};

/** Two workspaces that share a tab, an agent, splits, and names that would run if they were read as code. */
async function furnished(): Promise<TmuxServer> {
  const server = await tmuxServer();
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  await server.tmux("rename-window", "-t", "@0", "$(id) ##{pid} ##(touch x)");
  await server.tmux("new-window", "-d", "-n", "two", "cat");
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("link-window", "-s", "@1", "-t", "=other:5");
  await server.tmux("set-option", "-p", "-t", "%1", "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", "%1", "@agent_state", "working");
  return server;
}

test.each(["taw", "herdr"])(
  "one answer holds what the lists hold, and every tab's layout (%s's face)",
  async (face) => {
    await using server = await furnished();
    const snapshot = await snapshotOf(server, `--face=${face}`);
    for (const [name, words] of Object.entries(LISTS)) {
      const list = listOf(await server.taw(`--face=${face}`, ...words), name);
      expect([name, listIn(snapshot, name)]).toEqual([name, list]);
      expect(list.length).toBeGreaterThan(0);
    }
    const layouts = await Promise.all(
      ["%0", "%2", "%3"].map(async (pane) =>
        fieldsOf(resultOf(await server.taw("pane", "layout", "--pane", pane)), "layout"),
      ),
    );
    expect(listIn(snapshot, "layouts")).toEqual(layouts);
    expect(snapshot).toMatchObject({ version: "0.9.3+taw", protocol: 22 });
  },
);

test("the focused ids are those of the records that say they are focused", async () => {
  await using server = await furnished();
  await server.tmux("select-window", "-t", "=other:5");
  const snapshot = await snapshotOf(server);
  for (const [list, id] of Object.entries({
    workspaces: "workspace_id",
    tabs: "tab_id",
    panes: "pane_id",
  })) {
    const focused = listIn(snapshot, list).filter((record) => record["focused"] === true);
    expect(focused.map((record) => record[id])).toEqual([snapshot[`focused_${id}`]]);
  }
});

test("a tab that two workspaces show is there once, under its home", async () => {
  await using server = await furnished();
  const ids = listIn(await snapshotOf(server), "tabs").map((tab) => tab["tab_id"]);
  expect(ids).toEqual(["w1:t1", "w1:t2", "w2:t3"]);
});

test("without a tmux server there is nothing to show, and the answer says so", async () => {
  await using box = sandbox();
  const ran = await taw(["-L", "nobody", "api", "snapshot"], { env: box.env, cwd: box.home });
  expect(failureOf(ran)).toMatchObject({ code: "tmux_error", exit: 1 });
});
