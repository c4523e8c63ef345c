import { expect, test } from "bun:test";
import type { Place } from "../../../src/core/grants.ts";
import type { Params } from "../../../src/core/schema.ts";
import { withCaller } from "../../../src/socket/calling.ts";
import { worldOf } from "../../support/world.ts";

const replaced = (params: Params, place: Place) =>
  withCaller(params, JSON.stringify({ id: "a", method: "x", params }), () => ({
    look: () => Promise.resolve(worldOf()),
    rights: () => Promise.resolve({ place, grants: [] }),
  }));

const paramsOf = (pane: string) => ({
  pane_id: pane,
  target: pane,
  destination: { type: "tab", target_pane_id: pane },
  subscriptions: [{ type: "pane.scroll_changed", pane_id: pane }, { type: "tab.created" }],
});

test("the word stands for the caller's pane wherever a pane is named, also inside of lists and records", async () => {
  expect(await replaced(paramsOf("%calling"), "%7")).toEqual(paramsOf("%7"));
});

test("as text it stays, and from outside every pane it names nothing", async () => {
  const text = { pane_id: "%0", text: "%calling", keys: ["%calling"], label: "%calling" };
  expect(await replaced(text, "%7")).toEqual(text);
  for (const place of ["outside", "unknown"] as const) {
    expect(await replaced({ pane_id: "%calling" }, place)).toEqual({ pane_id: "%calling" });
  }
});

test("a request without the word asks for nothing", async () => {
  const params = { pane_id: "w1:p1" };
  const asked = withCaller(params, JSON.stringify({ params }), () => {
    throw new Error("asked for who calls");
  });
  expect(await asked).toBe(params);
});
