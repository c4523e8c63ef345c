import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Event, EventName } from "../../../src/core/events.ts";
import { attachClient } from "../../support/client.ts";
import { listen } from "../../support/listener.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let reader: Awaited<ReturnType<typeof listen>>;

/** taw's own, and what depends on how fast a shell starts. */
const LEFT_OUT = new Set<EventName>(["changed", "pane.updated", "layout.updated"]);

beforeAll(async () => {
  server = await tmuxServer({ conf: "set -g default-command cat\n" });
  const { folders } = await loadInto(server, recorder(server).launcher);
  reader = await listen(server, folders.runtime);
});

afterAll(async () => {
  reader[Symbol.dispose]();
  await server.close();
});

/** What is told of a verb, once nothing more is. */
async function toldOf(...words: string[]): Promise<Event[]> {
  const before = reader.heard.length;
  expect((await server.taw(...words)).code).toBe(0);
  await until(
    "nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );
  return reader.heard.slice(before).filter(({ name }) => !LEFT_OUT.has(name));
}

const namesOf = async (...words: string[]) => (await toldOf(...words)).map(({ name }) => name);

const BORN: EventName[] = ["workspace.created", "tab.created", "pane.created"];
const IN_FRONT: EventName[] = ["workspace.focused", "tab.focused", "pane.focused"];

test("with nobody attached a verb's changes are told as with somebody: in herdr's order, each once", async () => {
  expect(await namesOf("workspace", "create", "--label", "two")).toEqual(BORN);
  expect(await namesOf("workspace", "focus", "w2")).toEqual(IN_FRONT);
  expect(await namesOf("workspace", "focus", "w2")).toEqual([]);
  expect(await namesOf("tab", "create", "--workspace", "w1")).toEqual(BORN.slice(1));
  expect(await namesOf("tab", "focus", "w1:t3")).toEqual(IN_FRONT);
  expect(await namesOf("tab", "create", "--focus")).toEqual([...BORN.slice(1), ...IN_FRONT]);
});

test("names are told as they are, once", async () => {
  const label = "#(touch PWNED) $(x) 'a' b=c;";
  expect(await toldOf("workspace", "rename", "w2", label)).toMatchObject([
    { name: "workspace.renamed", data: { workspace_id: "w2", label } },
  ]);
  expect(await toldOf("tab", "rename", "w1:t1", label)).toMatchObject([
    { name: "tab.renamed", data: { tab_id: "w1:t1", workspace_id: "w1", label } },
  ]);
  expect(await toldOf("tab", "rename", "w1:t1", "")).toMatchObject([
    { name: "tab.renamed", data: { tab_id: "w1:t1", label: "1" } },
  ]);
});

test("a tab that is moved is told once, with its place and all tabs", async () => {
  const [moved, ...more] = await toldOf("tab", "move", "w1:t4", "--insert-index", "0");
  expect(moved).toMatchObject({
    name: "tab.moved",
    data: {
      tab_id: "w1:t4",
      workspace_id: "w1",
      insert_index: 0,
      tabs: [{ tab_id: "w1:t4" }, {}, {}],
    },
  });
  expect(more).toEqual([]);
  expect(await namesOf("tab", "move", "w1:t4", "--insert-index", "1")).toEqual([]);
});

test("a report about a workspace is told to those who hear of its metadata, and of it", async () => {
  const words = ["workspace", "report-metadata", "w1", "--source", "t", "--token", "a=1"];
  expect(await toldOf(...words)).toMatchObject([
    { name: "workspace.metadata_updated", data: { workspace: { tokens: { a: "1" } } } },
    { name: "workspace.updated", data: { workspace: { tokens: { a: "1" } } } },
  ]);
});

test("what is closed is told, panes first, and then where the person has been brought", async () => {
  await using _person = await attachClient(server, { session: "main" });
  expect(await namesOf("workspace", "focus", "w2")).toEqual(IN_FRONT);
  expect(await namesOf("tab", "close", "w2:t2")).toEqual([
    "pane.closed",
    "tab.closed",
    "workspace.closed",
    ...IN_FRONT,
  ]);
});
