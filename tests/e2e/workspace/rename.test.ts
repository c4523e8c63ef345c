import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { HOSTILE_NAMES, wasRun } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "taken", "-c", server.box.home, "cat");
});
afterAll(() => server.close());

const labelAfter = async (key: "workspace" | "tab", ...words: string[]) =>
  fieldsOf(resultOf(await server.taw(key, "rename", ...words))[key])["label"];

describe.each(["workspace", "tab"] as const)("%s rename takes every name as data", (key) => {
  const id = key === "workspace" ? "w1" : "w1:t1";
  for (const name of HOSTILE_NAMES) {
    test(name, async () => {
      expect(await labelAfter(key, id, name)).toBe(name);
      expect(wasRun(server)).toBe(false);
    });
  }
});

test("label words are joined by a space, also those that look like flags", async () => {
  expect(await labelAfter("workspace", "w1", "two", "--words")).toBe("two --words");
  expect(await labelAfter("tab", "w1:t1", "--help", "me")).toBe("--help me");
});

test("a label with a dot or colon is told as tmux stores it, and is never looked up by it", async () => {
  expect(await labelAfter("workspace", "w1", "a.b:c")).toBe("a_b_c");
  const { workspace } = resultOf(await server.taw("workspace", "get", "w1"));
  expect(fieldsOf(workspace)["label"]).toBe("a_b_c");
  expect(await labelAfter("tab", "w1:t1", "a.b:c")).toBe("a.b:c");
});

test("a name that another workspace has, or would have once stored, is refused and nothing changed", async () => {
  const before = await labelAfter("workspace", "w1", "mine");
  await server.tmux("rename-session", "-t", "=taken", "a_b");
  for (const label of ["a_b", "a.b", "a:b"]) {
    const ran = await server.taw("workspace", "rename", "w1", label);
    expect(failureOf(ran)).toMatchObject({
      code: "invalid_argument",
      exit: 1,
      message: 'workspace w2 is called "a_b" already: choose another label',
    });
  }
  const { workspace } = resultOf(await server.taw("workspace", "get", "w1"));
  expect(fieldsOf(workspace)["label"]).toBe(before);
});

test("control characters are refused on both faces", async () => {
  for (const label of ["tab\there", "line\nbreak", "bell\u0007"]) {
    const ran = await server.taw("workspace", "rename", "w1", label);
    expect(failureOf(ran)).toMatchObject({ code: "invalid_argument" });
    const herdr = await server.taw("--face=herdr", "tab", "rename", "w1:t1", label);
    expect(failureOf(herdr)).toMatchObject({ code: "invalid_params" });
  }
});

test("an empty label gives a workspace its folder's name again, and a tab its place", async () => {
  expect(await labelAfter("workspace", "w2", "")).toBe("home");
  await server.pane("cat");
  expect(await labelAfter("tab", "w1:t1", "named")).toBe("named");
  expect(await labelAfter("tab", "w1:t1", "")).toBe("1");
  expect(await server.format("%0", "#{automatic-rename}")).toBe("1");
});

test("a tab that was given a number as its name keeps it as a choice", async () => {
  expect(await labelAfter("tab", "w1:t1", "7")).toBe("7");
  expect(await server.format("%0", "#{window_name} #{automatic-rename}")).toBe("7 0");
});

test("what is gone is refused in each face's code", async () => {
  const workspace = ["workspace", "rename", "w9", "x"];
  expect(failureOf(await server.taw(...workspace))).toMatchObject({ code: "not_found" });
  const herdr = await server.taw("--face=herdr", "tab", "rename", "w1:t99", "x");
  expect(failureOf(herdr)).toMatchObject({ code: "tab_not_found" });
  expect((await server.taw("tab", "rename", "w1:t1")).code).toBe(2);
});
