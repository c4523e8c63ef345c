import { expect, test } from "bun:test";
import {
  checkParams,
  METHODS,
  NEVER_SUPPORTED,
  NOT_SUPPORTED_YET,
} from "../../src/core/methods.ts";
import type { MethodRow } from "../../src/core/methods/row.ts";
import { argsOf } from "../../src/socket/args.ts";
import { entryOf, isAnswered } from "../../src/socket/methods.ts";
import { VERBS } from "../../src/verbs/index.ts";
import type { AnyVerb } from "../../src/verbs/verb.ts";
import { plain, rightFields, rightValue } from "../support/fuzz/kinds.ts";
import { lines } from "./herdr.ts";

const methods = await lines("socket-methods.txt");

test("the table holds herdr's 102 methods and no other", () => {
  expect(Object.keys(METHODS).toSorted()).toEqual(methods);
  expect(methods).toHaveLength(102);
});

test("exactly these 16 methods are never supported", () => {
  expect([...NEVER_SUPPORTED]).toEqual([
    "client_shell.surface.set",
    "command.invoke",
    "pane.copy_motion",
    "pane.copy_search",
    "pane.edit_scrollback",
    "pane.link.activate",
    "pane.link.resolve",
    "pane.scroll",
    "pane.selection.read",
    "product_announcement.dismiss",
    "release_notes.dismiss",
    "server.live_handoff",
    "server.ssh_agent.register",
    "server.stop",
    "workspace.move",
    "workspace.move_block",
  ]);
});

test("what is not supported yet is in no other list, and is done by no verb", async () => {
  const yet = [...NOT_SUPPORTED_YET];
  expect(yet.filter((method) => NEVER_SUPPORTED.has(method))).toEqual([]);
  const done = await Promise.all(yet.map(isAnswered));
  expect(yet.filter((_, at) => done[at])).toEqual([]);
});

test("every verb that names a method is the one that the socket finds for it", async () => {
  for (const entry of VERBS) {
    const { method } = (await entry.load()).default;
    if (method !== undefined)
      expect({ method, path: entryOf(method)?.path }).toEqual({ method, path: entry.path });
  }
});

test("every other method is answered", async () => {
  const refused = methods.filter(
    (method) => NEVER_SUPPORTED.has(method) || NOT_SUPPORTED_YET.has(method),
  );
  const answered = await Promise.all(methods.map(isAnswered));
  expect(methods.filter((_, at) => !answered[at])).toEqual(refused);
});

/** The arguments that a verb gets for these parameters, or why it gets none, as text. */
function given(verb: AnyVerb, method: string, row: MethodRow, params: object): string {
  try {
    return JSON.stringify(argsOf(verb, method, checkParams(row, params)));
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

/** The parameters of which no value makes a difference to the verb. */
function lostIn(verb: AnyVerb, method: string, row: MethodRow): string[] {
  return Object.entries(row.params).flatMap(([name, field]) => {
    const [needed] = row.exactlyOne?.includes(name) ? [] : (row.exactlyOne ?? []);
    const others = { ...rightFields(row.params, plain), ...(needed && { [needed]: "x" }) };
    const values = [0, 1, 2, 3].map((at) => rightValue(field, (below) => at % below));
    const told = values.map((value) => given(verb, method, row, { ...others, [name]: value }));
    return new Set(told).size > 1 ? [] : [`${method} ${name}`];
  });
}

test("every parameter of a method reaches the verb that does it, but for one that herdr reads nowhere either", async () => {
  const lost: string[] = [];
  for (const [method, row] of Object.entries(METHODS).toSorted()) {
    const verb = (await entryOf(method)?.load())?.default;
    if (verb?.method === method) lost.push(...lostIn(verb, method, row));
  }
  expect(lost).toEqual(["agent.read strip_ansi", "pane.read strip_ansi"]);
});

test("the list of what is not supported yet only shrinks", () => {
  expect(NOT_SUPPORTED_YET.size).toBeLessThanOrEqual(21);
});
