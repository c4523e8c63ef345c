import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { HOSTILE_NAMES, wasRun } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "other", "cat");
});
afterAll(() => server.close());

const report = (workspace: string, ...words: string[]) =>
  server.taw("workspace", "report-metadata", workspace, "--source", "test", ...words);

const tokensOf = async (workspace: string) =>
  fieldsOf(resultOf(await server.taw("workspace", "get", workspace))["workspace"])["tokens"];

test("a report prints nothing, and the workspace's record alone shows its tokens, byte for byte", async () => {
  for (const value of HOSTILE_NAMES) {
    const ran = await report("w2", "--token", `said=${value}`, "--token", "load=1=2;");
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(await tokensOf("w2")).toEqual({ said: value, load: "1=2;" });
  }
  expect(await tokensOf("w1")).toBeUndefined();
  expect(wasRun(server)).toBe(false);
});

test("tokens of several reports stand together until each is cleared, or has outlived its time", async () => {
  await report("w1", "--token", "one=1");
  await report("w1", "--token", "two=2", "--ttl-ms", "1200");
  expect(await tokensOf("w1")).toEqual({ one: "1", two: "2" });
  await until(
    "its time is over",
    async () => JSON.stringify(await tokensOf("w1")) === '{"one":"1"}',
  );
  await report("w1", "--clear-token", "one");
  expect(await tokensOf("w1")).toBeUndefined();
});

test("an older number of the same source changes nothing, and is no failure", async () => {
  await report("w1", "--token", "n=2", "--seq", "2");
  expect((await report("w1", "--token", "n=1", "--seq", "1")).code).toBe(0);
  expect(await tokensOf("w1")).toEqual({ n: "2" });
});

test("reports at the same moment are all kept", async () => {
  const names = ["a", "b", "c", "d", "e"];
  await Promise.all(names.map((name) => report("w2", "--token", `${name}=x`)));
  expect(await tokensOf("w2")).toMatchObject(Object.fromEntries(names.map((name) => [name, "x"])));
});

test("what cannot be taken is refused in herdr's code on both faces, and nothing changed", async () => {
  const before = await tokensOf("w1");
  const cases: [string, string[]][] = [
    ["invalid_metadata_source", ["--source", "a b", "--token", "x=1"]],
    ["invalid_metadata_token", ["--source", "a", "--token", "a b=1"]],
    ["invalid_metadata_token", ["--source", "a"]],
    ["invalid_metadata_ttl", ["--source", "a", "--token", "x=1", "--ttl-ms", "0"]],
  ];
  for (const [code, words] of cases) {
    for (const face of ["--face=taw", "--face=herdr"]) {
      const ran = await server.taw(face, "workspace", "report-metadata", "w1", ...words);
      expect(failureOf(ran)).toMatchObject({ code, exit: 1 });
    }
  }
  const gone = await server.taw(
    "--face=herdr",
    "workspace",
    "report-metadata",
    "w9",
    "--source",
    "a",
  );
  expect(failureOf(gone)).toMatchObject({ code: "workspace_not_found" });
  expect(await tokensOf("w1")).toEqual(before);
});
