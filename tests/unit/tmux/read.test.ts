import { expect, test } from "bun:test";
import { Failure } from "../../../src/core/failure.ts";
import { paneFormats, serverFormats } from "../../../src/tmux/formats.ts";
import { parseWorld } from "../../../src/tmux/read.ts";

const row = (letter: string, formats: object, values: Readonly<Record<string, string>>): string =>
  [letter, ...Object.keys(formats).map((field) => values[field] ?? "")].join("\t");

const server = (version: string): string =>
  row("S", serverFormats, { pid: "7", start: "1700000000", version, socketPath: "/tmp/a\\$b" });

const pane = (values: Readonly<Record<string, string>>): string =>
  row("P", paneFormats, { workspaceId: "$1", tabId: "@2", paneId: "%3", ...values });

const printed = (version: string, ...rows: string[]): string =>
  [server(version), ...rows, ""].join("\n");

function refusal(text: string): readonly string[] | null {
  try {
    parseWorld(text);
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.message];
    throw error;
  }
  return null;
}

test("what tmux 3.4 escapes in names, titles and paths is read as it is; other versions escape nothing", () => {
  const fields = { tabName: "\\$HOME", title: "\\${x}", workspaceName: "a" };
  const world = parseWorld(printed("3.4", pane(fields)));
  expect([world.tabs[0]?.name, world.panes[0]?.title]).toEqual(["$HOME", "${x}"]);
  expect(world.server.socketPath).toBe("/tmp/a$b");
  const other = parseWorld(printed("3.5a", pane(fields)));
  expect([other.tabs[0]?.name, other.server.socketPath]).toEqual(["\\$HOME", "/tmp/a\\$b"]);
});

test("a line that is no row, or of another count of fields, is left out", () => {
  const world = parseWorld(printed("3.3a", pane({}), "P\t$1", "no row", `${pane({})}\tmore`));
  expect(world.panes.map(({ id }) => id)).toEqual(["%3"]);
});

test("a tab that two workspaces show is at home in the lower, whichever is printed first", () => {
  const rows = ["$10", "$9"].map((workspaceId) => pane({ workspaceId }));
  const world = parseWorld(printed("3.3a", ...rows));
  expect(world.tabs.map(({ workspaceId }) => workspaceId)).toEqual(["$9"]);
  expect([world.panes.length, world.links.length]).toEqual([1, 2]);
});

test("a server that is too old is refused by its socket and version, and one that says nothing as no answer", () => {
  expect(refusal(printed("3.1c"))).toEqual([
    "unsupported",
    "the tmux server on /tmp/a\\$b is 3.1c; taw needs 3.2 or newer: install it and start the server again",
  ]);
  expect(refusal("")).toEqual(["tmux_error", "tmux did not say which server it is"]);
});
