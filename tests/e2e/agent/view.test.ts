import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, listOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("new-window", "-d", "-t", "=other:", "cat");
  const agents = [
    ["%0", "codex", "idle"],
    ["%1", "claude", "done"],
    ["%2", "claude", "blocked"],
  ] as const;
  for (const [pane, kind, state] of agents) {
    await server.tmux("set-option", "-p", "-t", pane, "@agent_kind", kind);
    await server.tmux("set-option", "-p", "-t", pane, "@agent_state", state);
  }
  for (const [pane, load] of [
    ["%0", "2"],
    ["%2", "1"],
  ] as const) {
    await server.taw("pane", "report-metadata", pane, "--source", "t", "--token", `load=${load}`);
  }
  // With nobody attached, what was used last is in front, by the second.
  await server.taw("workspace", "focus", "w1");
});
afterAll(() => server.close());

const set = (...words: string[]) => server.taw("agent", "view", "set", "--source", "me", ...words);
const clear = (...words: string[]) => server.taw("agent", "view", "clear", ...words);
const shown = async () =>
  listOf(await server.taw("agent", "list", "--view"), "agents").map(({ pane_id: id }) => id);

const ALL = ["w1:p1", "w2:p2", "w2:p3"];

test.each([
  ["its status", { op: "eq", field: "status", value: "blocked" }, ["w2:p3"]],
  ["its kind", { op: "in", field: "agent", values: ["claude", "pi"] }, ["w2:p2", "w2:p3"]],
  ["whether it was seen", { op: "eq", field: "seen", value: false }, ["w2:p2"]],
  ["a token that it has", { op: "exists", field: { token: "load" } }, ["w1:p1", "w2:p3"]],
  ["a token's value", { op: "eq", field: { token: "load" }, value: "1" }, ["w2:p3"]],
  [
    "the place in front",
    { op: "eq", field: "workspace_id", value: { context: "current_workspace_id" } },
    ["w1:p1"],
  ],
  [
    "several of these",
    {
      op: "all",
      filters: [
        { op: "not", filter: { op: "eq", field: "status", value: "idle" } },
        { op: "any", filters: [{ op: "exists", field: { token: "load" } }] },
      ],
    },
    ["w2:p3"],
  ],
] as const)("a view shows agents by %s", async (_, filter, expected) => {
  expect((await set("--filter", JSON.stringify(filter))).code).toBe(0);
  expect(await shown()).toEqual([...expected]);
});

test("a view has an order, what lacks the field stands last, and equals keep theirs", async () => {
  const orders = [
    [["attention"], ["w2:p3", "w2:p2", "w1:p1"]],
    [["agent"], ["w2:p2", "w2:p3", "w1:p1"]],
    [[{ token: "load" }], ["w2:p3", "w1:p1", "w2:p2"]],
  ] as const;
  for (const [fields, expected] of orders) {
    await set(...fields.flatMap((field) => ["--sort", JSON.stringify({ field })]));
    expect(await shown()).toEqual([...expected]);
  }
  await set("--sort", '{"field":{"token":"load"},"order":"desc"}');
  expect(await shown()).toEqual(["w1:p1", "w2:p3", "w2:p2"]);
  await set("--sort", '{"field":"agent"}', "--sort", '{"field":"pane_order","order":"desc"}');
  expect(await shown()).toEqual(["w2:p2", "w2:p3", "w1:p1"]);
});

test("agent list itself is everybody in their own order, whatever view there is", async () => {
  await set("--filter", '{"op":"eq","field":"status","value":"blocked"}');
  const agents = listOf(await server.taw("--face=herdr", "agent", "list"), "agents");
  expect(agents.map(({ pane_id: id }) => id)).toEqual(ALL);
});

test("set answers what is active, clear what is active afterwards: another's view stays", async () => {
  const active = { type: "agent_view", active: true, source: "me", label: "Mine" };
  expect(resultOf(await set("--label", "Mine"))).toEqual(active);
  expect(resultOf(await clear("--source", "other"))).toEqual(active);
  expect(resultOf(await clear("--source", "me"))).toEqual({ type: "agent_view", active: false });
  await set();
  expect(resultOf(await clear())).toEqual({ type: "agent_view", active: false });
  expect(await shown()).toEqual(ALL);
});

test("what cannot be a view is refused in each face's code, and the last one stays", async () => {
  await set("--filter", '{"op":"eq","field":"status","value":"blocked"}');
  const words = [
    ["--filter", "nonsense"],
    ["--filter", "{}"],
    ["--filter", '{"op":"eq","field":"status","value":1}'],
    ["--sort", '"agent"'],
    ["--label", ""],
  ];
  for (const wrong of words) {
    expect(failureOf(await set(...wrong))).toMatchObject({ code: "invalid_argument", exit: 1 });
    const herdr = await server.taw("--face=herdr", "agent", "view", "set", "--source=a", ...wrong);
    expect(failureOf(herdr)).toMatchObject({ code: "invalid_agent_view" });
  }
  const plugin = await server.taw("--face=herdr", "agent", "view", "set", "--source", "plugin:x");
  expect(failureOf(plugin)).toMatchObject({ code: "plugin_not_found" });
  expect(failureOf(await server.taw("agent", "view", "clear", "--source", "a b"))).toMatchObject({
    code: "invalid_argument",
  });
  expect(await shown()).toEqual(["w2:p3"]);
});
