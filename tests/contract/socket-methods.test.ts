import { expect, test } from "bun:test";
import { METHODS, NEVER_SUPPORTED, NOT_SUPPORTED_YET } from "../../src/core/methods.ts";
import { IGNORED, isTranslated, snake } from "../../src/socket/args.ts";
import { entryOf, isAnswered } from "../../src/socket/methods.ts";
import { VERBS } from "../../src/verbs/index.ts";
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

test("every parameter of a method reaches the verb that does it", async () => {
  const lost: string[] = [];
  for (const method of methods) {
    if (isTranslated(method)) continue;
    const verb = (await entryOf(method)?.load())?.default;
    const args = verb && new Set(Object.keys(verb.args).map(snake));
    const params = Object.keys(METHODS[method]?.params ?? {});
    const missed = args ? params.filter((name) => !args.has(name) && !IGNORED.has(name)) : [];
    lost.push(...missed.map((name) => `${method} ${name}`));
  }
  expect(lost).toEqual([]);
});

test("the list of what is not supported yet only shrinks", () => {
  expect(NOT_SUPPORTED_YET.size).toBeLessThanOrEqual(21);
});
