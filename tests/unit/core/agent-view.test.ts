import { expect, test } from "bun:test";
import { agentView, parseView, printView } from "../../../src/core/agent-view.ts";
import { Failure } from "../../../src/core/failure.ts";

const exists = { op: "exists", field: "agent" };

const nested = (depth: number): unknown =>
  depth === 1 ? exists : { op: "not", filter: nested(depth - 1) };

test("a view is read back from its option as it was set", () => {
  const params = {
    source: "me:1",
    label: "needs $me",
    filter: {
      op: "all",
      filters: [
        { op: "in", field: "status", values: ["blocked", "done"] },
        { op: "eq", field: { token: "pr" }, value: "$12" },
        { op: "eq", field: "workspace_id", value: { context: "current_workspace_id" } },
      ],
    },
    sort: [{ field: "attention" }, { field: { token: "load" }, order: "desc" }],
  };
  const view = agentView(params);
  expect(parseView(printView("me:1", params))).toEqual(view);
  expect(printView("me:1", params)).not.toContain("$");
  expect(view.sort).toEqual([
    { field: "attention", isDescending: false },
    { field: "$load", isDescending: true },
  ]);
  expect(view.filter).toMatchObject({
    filters: [{}, { op: "in", field: "$pr", values: ["$12"] }, {}],
  });
});

const sorts = (count: number) => Array.from({ length: count }, () => ({ field: "agent" }));
const filters = (...list: unknown[]) => ({ filter: { op: "any", filters: list } });
const eq = (field: unknown, value: unknown) => ({ filter: { op: "eq", field, value } });

test.each([
  ["no source", { source: "" }],
  ["a source of 121 characters", { source: "s".repeat(121) }],
  ["a source with a blank", { source: "a b" }],
  ["an empty label", { label: "" }],
  ["a label of 33 characters", { label: "é".repeat(33) }],
  ["an unknown operation", { filter: { op: "maybe" } }],
  ["any of nothing", filters()],
  ["a filter nine deep", { filter: nested(9) }],
  ["65 parts", filters(...Array.from({ length: 64 }, () => exists))],
  ["in of nothing", { filter: { op: "in", field: "status", values: [] } }],
  ["in of 33", { filter: { op: "in", field: "status", values: Array(33).fill("idle") } }],
  ["an unknown field", eq("mood", "good")],
  ["a token without a name", eq({ token: "" }, "x")],
  ["seen compared with a text", eq("seen", "true")],
  ["a status compared with a number", eq("status", 1)],
  ["a number compared with a text", eq("state_change_seq", "1")],
  ["a context of another field", eq("tab_id", { context: "current_workspace_id" })],
  ["nine orders", { sort: sorts(9) }],
  ["an unknown order", { sort: [{ field: "agent", order: "up" }] }],
])("a view with %s is refused", (_, change) => {
  expect(() => agentView({ source: "me", ...change })).toThrow(Failure);
  expect(parseView(printView("me", { source: "me", ...change }))).toBeNull();
});

test("the limits themselves are allowed", () => {
  const most = {
    source: "s".repeat(120),
    label: "é".repeat(32),
    sort: sorts(8),
  };
  agentView({ ...most, filter: nested(8) });
  agentView({ ...most, ...filters(...Array.from({ length: 63 }, () => exists)) });
  agentView({ ...most, filter: { op: "in", field: "agent", values: Array(32).fill("x") } });
});

test("an option that holds no view gives none", () => {
  for (const text of [undefined, "", "me", "me {}", "me []", "me {", "me null"])
    expect(parseView(text)).toBeNull();
});
