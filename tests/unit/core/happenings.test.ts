import { expect, test } from "bun:test";
import { happenings } from "../../../src/core/happenings.ts";
import { parseEntries } from "../../../src/core/entries.ts";
import type { PaneId } from "../../../src/core/ids.ts";
import { parseRoster } from "../../../src/core/roster.ts";
import type { World } from "../../../src/core/world.ts";
import { parseWorld } from "../../../src/tmux/read.ts";
import { paneFormats, rowFormat, serverFormats } from "../../../src/tmux/formats.ts";

/** A World of the panes that a roster text names, read as from tmux. */
function worldOf(text: string): World {
  const rows = text.split(" ").filter(Boolean);
  const lines = rows.map((row) => {
    const [paneId = "", tabId = "", workspaceId = ""] = row.split("=");
    const known: Record<string, string> = { paneId, tabId, workspaceId };
    const blank = Object.fromEntries(
      Object.keys(paneFormats).map((name) => [name, known[name] ?? ""]),
    );
    return rowFormat("P", blank);
  });
  const server = Object.fromEntries(Object.keys(serverFormats).map((name) => [name, "1"]));
  return parseWorld([rowFormat("S", server), ...lines].join("\n"));
}

function told(queue: string[], before: string | null, now: string, exited: PaneId[] = []) {
  const taken = {
    entries: parseEntries(queue.map((line) => `${line}\n`).join("")),
    roster: before === null ? null : parseRoster(before),
    exited: new Set(exited),
    world: worldOf(now),
  };
  return happenings(taken).map(({ name, pane, tab, workspace }) =>
    [name, pane ?? tab ?? workspace].filter(Boolean).join(" "),
  );
}

const ONE = "%0=@0=$0 ";

test("a split is told once, whichever hooks spoke of it", () => {
  const now = `${ONE}%1=@0=$0 `;
  expect(told(["split pane=\\%1 tab=@0 workspace=\\$0", "layout tab=@0"], ONE, now)).toEqual([
    "pane.created %1",
    "layout.updated %1".replace("%1", "@0"),
  ]);
  expect(told(["layout tab=@0"], ONE, now)).toEqual(["pane.created %1", "layout.updated @0"]);
  expect(told([], ONE, now)).toEqual(["pane.created %1"]);
  expect(told(["split pane=\\%1 tab=@0 workspace=\\$0"], now, now)).toEqual([]);
});

test("a new workspace is told before its tab, the tab before its pane, though tmux links the tab first", () => {
  const queue = [
    "linked tab=@1 workspace=\\$1 pane=%1 label=x",
    "session workspace=\\$1 label=two",
  ];
  expect(told(queue, ONE, `${ONE}%1=@1=$1 `)).toEqual([
    "workspace.created $1",
    "tab.created @1",
    "pane.created %1",
  ]);
});

test("a grouped workspace brings no tab of its own, nor the one it has for a moment", () => {
  const queue = [
    "linked tab=@9 workspace=\\$1 pane= label=x",
    "linked tab=@0 workspace=\\$1 pane=%0 label=x",
    "gone",
    "session workspace=\\$1 label=two",
  ];
  expect(told(queue, ONE, `${ONE}%0=@0=$1 `)).toEqual(["workspace.created $1"]);
  expect(told(["gone"], `${ONE}%0=@0=$1 `, ONE)).toEqual(["workspace.closed $1"]);
});

test("what closes is told once: panes, then tabs, then workspaces", () => {
  const before = `${ONE}%1=@1=$1 %2=@1=$1 `;
  expect(told(["gone", "gone", "gone"], before, ONE)).toEqual([
    "pane.closed %1",
    "pane.closed %2",
    "tab.closed @1",
    "workspace.closed $1",
  ]);
  expect(told(["gone"], ONE, ONE)).toEqual([]);
});

test("an exit is no close, by its entry or by its mark, and its tab closes with it", () => {
  const before = `${ONE}%1=@1=$0 %2=@0=$0 `;
  expect(told(["gone", "exited pane=\\%1", "gone"], before, `${ONE}%2=@0=$0 `)).toEqual([
    "tab.closed @1",
    "pane.exited %1",
  ]);
  expect(told(["exited pane=\\%2"], before, `${ONE}%1=@1=$0 `)).toEqual(["pane.exited %2"]);
  expect(told(["gone"], before, `${ONE}%1=@1=$0 `, ["%2"])).toEqual([]);
  expect(told(["exited pane=\\%2"], before, before)).toEqual(["pane.exited %2"]);
});

test("a pane that came and went before anybody looked is told as both", () => {
  const queue = ["split pane=\\%7 tab=@0 workspace=\\$0", "exited pane=\\%7"];
  expect(told(queue, ONE, ONE)).toEqual(["pane.created %7", "pane.exited %7"]);
});

test("layouts are told once a batch for each tab that still stands, other entries each in order", () => {
  const queue = [
    "layout tab=@0",
    "tab-name tab=@0 workspace=\\$0 label=a",
    "layout tab=@5",
    "changed",
    "tab-name tab=@0 workspace=\\$0 label=b",
    "layout tab=@0",
    "changed",
  ];
  expect(told(queue, null, ONE)).toEqual([
    "tab.renamed @0",
    "tab.renamed @0",
    "layout.updated @0",
    "changed",
  ]);
});

test("a change of status is told as taw's event and as the one of its state", () => {
  const status = "status pane=\\%0 tab=@0 workspace=\\$0 state=";
  expect(told([`${status}blocked`, `${status}unknown`], null, ONE)).toEqual([
    "pane.agent_status_changed %0",
    "agent.blocked %0",
    "pane.agent_status_changed %0",
  ]);
});

test("a worktree is told after the workspace that shows it, and its removal after that workspace has closed", () => {
  const created = ["worktree-created workspace=\\$1 told={}", "session workspace=\\$1 label=x"];
  expect(told(created, ONE, `${ONE}%1=@1=$1 `)).toEqual([
    "workspace.created $1",
    "tab.created @1",
    "pane.created %1",
    "worktree.created $1",
  ]);
  const removed = ['worktree-removed told={\\"workspace_id\\":\\"w2\\"}', "gone"];
  expect(told(removed, `${ONE}%1=@1=$1 `, ONE)).toEqual([
    "pane.closed %1",
    "tab.closed @1",
    "workspace.closed $1",
    "worktree.removed $1",
  ]);
});
