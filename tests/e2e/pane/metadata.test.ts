import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

const report = (pane: string, ...words: string[]) =>
  server.taw("pane", "report-metadata", pane, "--source", "test", ...words);
const record = async (pane: string) =>
  fieldsOf(resultOf(await server.taw("pane", "get", pane))["pane"]);

test("a report prints nothing, and the pane's record shows it, byte for byte", async () => {
  const pane = await server.pane();
  const title = `-x $(id) #(touch X) #{pane_id} $HOME \${x} 'q' "d" \\ 日本;`;
  for (const face of ["--face=taw", "--face=herdr"]) {
    const words = [`--title=${title}`, "--display-agent", "Bob", "--state-label", "idle=zzz"];
    const ran = await server.taw(
      face,
      "pane",
      "report-metadata",
      pane,
      "--source",
      "a:b",
      ...words,
      "--token",
      "load=1=2;",
    );
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(await record(pane)).toMatchObject({
      title,
      display_agent: "Bob",
      state_labels: { idle: "zzz" },
      tokens: { load: "1=2;" },
    });
  }
});

test("agent records show what panes show", async () => {
  const pane = await server.pane();
  await server.tmux("set-option", "-p", "-t", pane, "@agent_kind", "claude");
  await report(pane, "--agent", "claude", "--title", "about claude");
  const { agent } = resultOf(await server.taw("agent", "get", pane));
  expect(agent).toMatchObject({ title: "about claude" });
  await server.tmux("set-option", "-p", "-t", pane, "@agent_kind", "codex");
  expect(await record(pane)).not.toContainKey("title");
});

test("a report about an agent that has left the pane is dropped", async () => {
  const pane = await server.pane();
  await server.tmux("set-option", "-p", "-t", pane, "@agent_final_state", "idle");
  expect((await report(pane, "--agent", "claude", "--title", "late")).code).toBe(0);
  expect(await server.format(pane, "#{@agent_metadata}")).toBe("");
  await report(pane, "--title", "about the pane");
  expect(await record(pane)).toMatchObject({ title: "about the pane" });
});

test("numbers of twenty digits are numbers", async () => {
  const pane = await server.pane();
  await report(pane, "--title", "new", "--seq", "1764547200123456789");
  expect((await report(pane, "--title", "old", "--seq", "1764547200000000000")).code).toBe(0);
  expect(await record(pane)).toMatchObject({ title: "new" });
});

test("reports that come at once are all kept", async () => {
  const pane = await server.pane();
  const names = Array.from({ length: 8 }, (_, at) => `n${at}`);
  const ran = await Promise.all(names.map((name) => report(pane, "--token", `${name}=1`)));
  expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, ""]));
  expect(await record(pane)).toMatchObject({
    tokens: Object.fromEntries(names.map((name) => [name, "1"])),
  });
});

test("a report ends with its lifetime", async () => {
  const pane = await server.pane();
  await report(pane, "--title", "short", "--ttl-ms", "1");
  await until("the title is gone", async () => !("title" in (await record(pane))));
  expect(await record(pane)).not.toContainKey("title");
});

test("an option of a strange hand neither hides the pane nor keeps reports out", async () => {
  const pane = await server.pane();
  await server.tmux("set-option", "-p", "-t", pane, "@agent_metadata", "x\ty\nz");
  expect(await record(pane)).not.toContainKey("title");
  await report(pane, "--title", "mine");
  expect(await record(pane)).toMatchObject({ title: "mine" });
});

test.each([
  ["not_found", "pane_not_found", ["%999", "--title", "x"]],
  ["invalid_metadata_request", "invalid_metadata_request", ["%0"]],
  ["invalid_metadata_ttl", "invalid_metadata_ttl", ["%0", "--title", "x", "--ttl-ms", "0"]],
  ["invalid_agent", "invalid_agent", ["%0", "--title", "x", "--agent", " "]],
])("%s is refused on both faces", async (taw, herdr, words) => {
  const [pane = "", ...rest] = words;
  expect(failureOf(await report(pane, ...rest))).toMatchObject({ code: taw, exit: 1 });
  const ran = await server.taw(
    "--face=herdr",
    "pane",
    "report-metadata",
    pane,
    "--source",
    "test",
    ...rest,
  );
  expect(failureOf(ran)).toMatchObject({ code: herdr, exit: 1 });
});
