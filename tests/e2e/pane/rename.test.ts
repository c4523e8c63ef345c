import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

const rename = async (...words: string[]) =>
  fieldsOf(resultOf(await server.taw("pane", "rename", ...words)), "pane");

test.each([
  "two words",
  "$(touch X) `id` $HOME ${x}",
  "#(touch X) #{pane_id} ##",
  `q'uote "double" back\\slash`,
  "ends in ;",
  "日本 👨‍👩‍👧",
  "-x --clear",
])("a label is data: %s", async (label) => {
  expect((await rename("%0", "--", label))["label"]).toBe(label);
  const { pane } = resultOf(await server.taw("pane", "get", "%0"));
  expect(pane).toMatchObject({ label });
});

test("the words of a label are joined by blanks, and a line break is refused", async () => {
  expect((await rename("%0", " one", "two  three "))["label"]).toBe("one two  three");
  const broken = await server.taw("pane", "rename", "%0", "two\nlines");
  expect(failureOf(broken)).toMatchObject({ code: "invalid_argument", exit: 1 });
});

test.each(["-x", "--wide", "-1°C", "--a=b", "-"])(
  "a label that begins with a dash is a label, as herdr takes it: %s",
  async (label) => {
    expect((await rename("%0", label, "-y"))["label"]).toBe(`${label} -y`);
  },
);

test("--clear and a blank label take it off", async () => {
  await rename("%0", "x");
  expect(await rename("%0", " ")).not.toContainKey("label");
  await rename("%0", "x");
  expect(await rename("%0", "--clear")).not.toContainKey("label");
  expect(await server.tmux("show-options", "-p", "-t", "%0")).not.toContain("@agent_label");
});

test("a pane that is not there, or a label and --clear, is refused on both faces", async () => {
  expect(failureOf(await server.taw("pane", "rename", "%9", "x")).code).toBe("not_found");
  const herdr = await server.taw("--face=herdr", "pane", "rename", "%9", "x");
  expect(failureOf(herdr)).toMatchObject({ code: "pane_not_found", exit: 1 });
  const both = await server.taw("pane", "rename", "%0", "x", "--clear");
  expect([both.code, both.stdout]).toEqual([2, ""]);
});
