import { expect, test } from "bun:test";
import { Failure } from "../../../src/core/failure.ts";
import { parseWorld } from "../../../src/tmux/read.ts";
import { printedPane, printedWorld } from "../../support/printed.ts";

const server = (version: string) => ({
  pid: "7",
  start: "1700000000",
  version,
  socketPath: "/tmp/a\\$b",
});

const pane = (values: Readonly<Record<string, string>> = {}) => ({
  workspaceId: "$1",
  tabId: "@2",
  paneId: "%3",
  ...values,
});

function refusal(text: string): readonly string[] | null {
  try {
    parseWorld(text);
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.message];
    throw error;
  }
  return null;
}

const named = (version: string) =>
  parseWorld(
    printedWorld(server(version), [pane({ title: "\\${x}" })], { "@2": { name: "\\$HOME" } }),
  );

test("what tmux 3.4 escapes in names, titles and paths is read as it is; other versions escape nothing", () => {
  const world = named("3.4");
  expect([world.tabs[0]?.name, world.panes[0]?.title]).toEqual(["$HOME", "${x}"]);
  expect(world.server.socketPath).toBe("/tmp/a$b");
  const other = named("3.5a");
  expect([other.tabs[0]?.name, other.server.socketPath]).toEqual(["\\$HOME", "/tmp/a\\$b"]);
});

test("a line that is no row, or of another count of fields, is left out", () => {
  const other = printedPane(pane({ paneId: "%4" }));
  const lines = [
    printedWorld(server("3.3a"), [pane()]),
    "P\t$1",
    "no row",
    `P\tmore${other.slice(1)}`,
  ];
  const world = parseWorld([...lines, `${other}\tmore`].join("\n"));
  expect(world.panes.map(({ id }) => id)).toEqual(["%3"]);
});

test("a tab that two workspaces show is at home in the lower, whichever is printed first", () => {
  const panes = ["$10", "$9"].map((workspaceId) => pane({ workspaceId }));
  const world = parseWorld(printedWorld(server("3.3a"), panes));
  expect(world.tabs.map(({ workspaceId }) => workspaceId)).toEqual(["$9"]);
  expect([world.panes.length, world.links.length]).toEqual([1, 2]);
});

test("a pane's title that is the machine's name is none", () => {
  const panes = ["box", "box2"].map((title, at) => pane({ paneId: `%${at}`, title }));
  const world = parseWorld(printedWorld({ ...server("3.3a"), host: "box" }, panes));
  expect(world.panes.map(({ title }) => title)).toEqual(["", "box2"]);
});

test("a server that is too old is refused by its socket and version, and one that says nothing as no answer", () => {
  expect(refusal(printedWorld(server("3.1c"), []))).toEqual([
    "unsupported",
    "the tmux server on /tmp/a\\$b is 3.1c; taw needs 3.2 or newer: install it and start the server again",
  ]);
  expect(refusal("")).toEqual(["tmux_error", "tmux did not say which server it is"]);
});
