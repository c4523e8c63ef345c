import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.pane();
  await server.tmux("new-session", "-d", "-s", "other", "cat");
});
afterAll(() => server.close());

/** tmux itself answers for the current pane, exit 0, to most of these. */
const NO_PANE = [
  "",
  ".",
  ":",
  "%",
  "%999",
  "%0x",
  "w1:p9",
  "w9:p",
  "w1:t1",
  "$1",
  "@0",
  "=main",
  "{last}",
  "!",
];

describe("an id that names no pane never answers about another pane", () => {
  for (const id of NO_PANE) {
    test(JSON.stringify(id), async () => {
      for (const verb of ["get", "read"]) {
        const failure = failureOf(await server.taw("pane", verb, id));
        expect(failure).toMatchObject({ code: "not_found", exit: 1 });
      }
      const herdr = failureOf(await server.taw("--face=herdr", "pane", "get", id));
      expect(herdr).toMatchObject({ code: "pane_not_found", exit: 1 });
    });
  }
});

test("an id that names no tab, workspace or agent is refused with herdr's code on herdr's face", async () => {
  const refused = [
    ["tab", "@99", "not_found", "tab_not_found"],
    ["tab", "w1:p1", "not_found", "tab_not_found"],
    ["workspace", "$99", "not_found", "workspace_not_found"],
    ["workspace", "main", "not_found", "workspace_not_found"],
    ["agent", "claude", "agent_not_found", "agent_not_found"],
    ["agent", "%0", "agent_not_found", "agent_not_found"],
  ] as const;
  for (const [group, id, code, herdrCode] of refused) {
    expect(failureOf(await server.taw(group, "get", id)).code).toBe(code);
    expect(failureOf(await server.taw("--face=herdr", group, "get", id)).code).toBe(herdrCode);
  }
});

test("the message names the id and where to find the right one", async () => {
  const { message } = failureOf(await server.taw("pane", "get", "%999"));
  expect(message).toBe("pane %999 not found; pane list shows them");
});

test("a word with a dash is a flag nobody knows, unless it stands after --", async () => {
  const ran = await server.taw("pane", "get", "-X");
  expect([ran.code, ran.stdout]).toEqual([2, ""]);
  expect(ran.stderr).toStartWith("taw pane get: unknown option: -X");
  expect(failureOf(await server.taw("pane", "get", "--", "-X"))).toMatchObject({
    code: "not_found",
  });
});

test("tmux ids and public ids name the same things", async () => {
  const pane = fieldsOf(resultOf(await server.taw("pane", "get", "%1"))["pane"]);
  expect(pane).toMatchObject({ pane_id: "w1:p2", tab_id: "w1:t2", workspace_id: "w1" });
  for (const id of ["w1:p2", "$0:p2"]) {
    expect(resultOf(await server.taw("pane", "get", id))["pane"]).toEqual(pane);
  }
});

test("a pane that moved to another workspace resolves by its old id and answers with its new one", async () => {
  const pane = await server.tmux("split-window", "-dPF", "#{pane_id}", "-t", "%1", "cat");
  const old = fieldsOf(resultOf(await server.taw("pane", "get", pane))["pane"])["pane_id"];
  await server.tmux("join-pane", "-d", "-s", pane, "-t", "=other:");
  const moved = fieldsOf(resultOf(await server.taw("pane", "get", String(old)))["pane"]);
  expect(old).toStartWith("w1:");
  expect(moved).toMatchObject({ workspace_id: "w2", pane_id: String(old).replace("w1:", "w2:") });
});

test("a linked tab is listed once under its home, and under each workspace that is asked for", async () => {
  await using grouped = await tmuxServer();
  await grouped.pane();
  await grouped.tmux("new-session", "-d", "-t", "main", "-s", "twin");
  const ids = async (...words: string[]) =>
    listOf(await grouped.taw("pane", "list", ...words), "panes").map(({ pane_id: id }) => id);
  expect(await ids()).toEqual(["w1:p1", "w1:p2"]);
  expect(await ids("--workspace", "w1")).toEqual(["w1:p1", "w1:p2"]);
  expect(await ids("--workspace", "$1")).toEqual(["w2:p1", "w2:p2"]);
  const tabs = await grouped.taw("tab", "list", "--workspace", "w2");
  expect(listOf(tabs, "tabs").map(({ tab_id: id }) => id)).toEqual(["w2:t1", "w2:t2"]);
  const twin = fieldsOf(resultOf(await grouped.taw("pane", "get", "w2:p2"))["pane"]);
  expect(twin).toMatchObject({ workspace_id: "w2", tab_id: "w2:t2", pane_id: "w2:p2" });
});

const focusedCount = async (group: string, name: string) =>
  listOf(await server.taw(group, "list"), name).filter(({ focused }) => focused === true).length;

test("exactly one workspace, tab and pane is focused", async () => {
  expect(await focusedCount("workspace", "workspaces")).toBe(1);
  expect(await focusedCount("tab", "tabs")).toBe(1);
  expect(await focusedCount("pane", "panes")).toBe(1);
});
