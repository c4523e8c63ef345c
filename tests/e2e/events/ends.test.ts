import { expect, test } from "bun:test";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { listen } from "../../support/listener.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const report = async (on: TmuxServer, ...words: string[]): Promise<void> => {
  expect(await on.taw(...words)).toMatchObject({ code: 0, stderr: "" });
};

test("what a pane was reported is told as it ends, each end once, by a process for each second", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  using reader = await listen(server, folders.runtime, ["pane.updated"]);
  const shown = () => reader.heard.map(({ data }) => fieldsOf(data, "pane")["tokens"] ?? {});
  const pane = ["pane", "report-metadata", "%0", "--source", "s"];
  const told = (count: number) =>
    until(`${count} are told`, shown, (tokens) => tokens.length >= count, 15_000);
  await report(server, ...pane, "--token", "a=1", "--ttl-ms", "3500");
  await told(1);
  await report(server, ...pane, "--token", "b=2", "--ttl-ms", "5500");
  await told(2);
  await report(server, ...pane, "--token", "c=3");
  await told(5);
  expect(shown()).toEqual([
    { a: "1" },
    { a: "1", b: "2" },
    { a: "1", b: "2", c: "3" },
    { b: "2", c: "3" },
    { c: "3" },
  ]);
  expect(await armed(server)).toBe("");
  expect(taw.calls().filter((call) => call.startsWith("events expire")).length).toBeLessThan(3);
});

test("a workspace's is told as its metadata and as an update, and one reported anew ends later", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  using reader = await listen(server, folders.runtime, [
    "workspace.metadata_updated",
    "workspace.updated",
  ]);
  const workspace = ["workspace", "report-metadata", "w1", "--source", "s", "--token", "a=1"];
  await report(server, ...workspace, "--ttl-ms", "1200");
  await report(server, ...workspace, "--ttl-ms", "3000");
  await until("its end is told", () => reader.heard.length >= 6, Boolean, 12_000);
  const told = reader.heard.map(({ name, data }) => [
    name,
    fieldsOf(data, "workspace")["tokens"] ?? null,
  ]);
  expect(told).toEqual([
    ["workspace.metadata_updated", { a: "1" }],
    ["workspace.updated", { a: "1" }],
    ["workspace.metadata_updated", { a: "1" }],
    ["workspace.updated", { a: "1" }],
    ["workspace.metadata_updated", null],
    ["workspace.updated", null],
  ]);
  expect(resultOf(await server.taw("workspace", "get", "w1"))).not.toHaveProperty(
    "workspace.tokens",
  );
});

test("a pane that closed before its metadata ends is told of by nothing else", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  const pane = await server.pane();
  using reader = await listen(server, folders.runtime, ["pane.updated"]);
  const words = ["pane", "report-metadata", "--source", "s", "--token", "a=1", "--ttl-ms"];
  await report(server, ...words, "1000", pane);
  await report(server, ...words, "2500", "%0");
  await server.tmux("kill-pane", "-t", pane);
  await until("the other's end is told", () => reader.heard.length >= 3, Boolean, 12_000);
  expect(reader.heard.map(({ about }) => about.pane)).toEqual(["%1", "%0", "%0"]);
});

test("an end that was told is not told again with another's", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  await server.pane();
  using reader = await listen(server, folders.runtime, ["pane.updated"]);
  const words = ["pane", "report-metadata", "--source", "s", "--token", "a=1", "--ttl-ms"];
  await report(server, ...words, "2000", "%0");
  await report(server, ...words, "4000", "%1");
  await until("the last end is told", () => reader.heard.length >= 4, Boolean, 12_000);
  expect(reader.heard.map(({ about }) => about.pane)).toEqual(["%0", "%1", "%0", "%1"]);
});

test("where taw is not loaded, nobody hears, or nothing has a lifetime, no timer is armed", async () => {
  await using server = await tmuxServer();
  const pane = ["pane", "report-metadata", "%0", "--source", "s", "--token", "a=1"];
  await report(server, ...pane, "--ttl-ms", "5000");
  expect(await armed(server)).toBe("");
  expect(await server.tmux("show-options", "-s")).not.toContain("@agent_wizard_lasting");
  const { folders } = await loadInto(server, recorder(server).launcher);
  await report(server, ...pane, "--ttl-ms", "5000");
  expect(await armed(server)).toBe("");
  await report(server, ...pane);
  using _reader = await listen(server, folders.runtime, ["tab.renamed"]);
  expect(await armed(server)).toBe("");
});

test("who comes later hears of the end of what was reported before", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  const pane = ["pane", "report-metadata", "%0", "--source", "s", "--token", "a=1"];
  await report(server, ...pane, "--ttl-ms", "2500");
  using reader = await listen(server, folders.runtime, ["pane.updated"]);
  await until("its end is told", () => reader.heard.length > 0, Boolean, 12_000);
  expect(reader.heard.map(({ data }) => fieldsOf(data, "pane")["tokens"] ?? null)).toEqual([null]);
});

test("a person who comes and goes meanwhile takes no timer along", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  using reader = await listen(server, folders.runtime, ["pane.updated"]);
  const client = await attachClient(server);
  const pane = ["pane", "report-metadata", "%0", "--source", "s", "--token", "a=1"];
  await report(server, ...pane, "--ttl-ms", "2000");
  await client.detach();
  await until("its end is told", () => reader.heard.length > 1, Boolean, 12_000);
});

const armed = (on: TmuxServer): Promise<string> =>
  on.tmux("display-message", "-p", "#{@agent_wizard_expires}#{s/ *//:@agent_wizard_timers}");
