import { expect, test } from "bun:test";
import { happenings } from "../../../src/core/happenings.ts";
import type { Happening } from "../../../src/core/happenings.ts";
import { parseEntries } from "../../../src/core/entries.ts";
import { parseFront } from "../../../src/core/front.ts";
import type { PaneId } from "../../../src/core/ids.ts";
import { parseRoster } from "../../../src/core/roster.ts";
import type { World } from "../../../src/core/world.ts";
import { parseWorld } from "../../../src/tmux/read.ts";
import { printedWorld } from "../../support/printed.ts";
import { serverFormats } from "../../../src/tmux/formats.ts";

/** A World of the panes that a roster text names, read as from tmux; `active` are in front in their tab and workspace. */
function worldOf(text: string, active: readonly string[] = []): World {
  const rows = text.split(" ").filter(Boolean);
  const panes = rows.map((row) => {
    const [paneId = "", tabId = "", workspaceId = ""] = row.split("=");
    return { paneId, tabId, workspaceId, isActive: active.includes(paneId) ? "1" : "" };
  });
  const server = Object.fromEntries(Object.keys(serverFormats).map((name) => [name, "1"]));
  return parseWorld(printedWorld(server, panes));
}

interface Before {
  roster: string | null;
  front?: string;
  exited?: PaneId[];
}

const happened = (queue: string[], { roster, front = "", exited = [] }: Before, world: World) =>
  happenings({
    entries: parseEntries(queue.map((line) => `${line}\n`).join("")),
    roster: roster === null ? null : parseRoster(roster),
    front: parseFront(front),
    exited: new Set(exited),
    world,
  });

const named = ({ name, pane, tab, workspace }: Happening): string =>
  [name, pane ?? tab ?? workspace].filter(Boolean).join(" ");

const told = (queue: string[], roster: string | null, now: string, exited: PaneId[] = []) =>
  happened(queue, { roster, exited }, worldOf(now)).map(named);

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
    "layout.updated @1",
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
    "pane.exited %1",
    "tab.closed @1",
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
    "layout.updated @1",
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

test("a pane that went to another tab is told with where it was, after what closed and what was made for it", () => {
  const before = `${ONE}%1=@0=$0 %2=@1=$1 `;
  const broken = happened(
    ["layout tab=@0", "linked tab=@2 workspace=\\$0 pane=%1 label=x"],
    { roster: before },
    worldOf(`${ONE}%1=@2=$0 %2=@1=$1 `),
  );
  expect(broken.map(named)).toEqual([
    "tab.created @2",
    "pane.moved %1",
    "layout.updated @0",
    "layout.updated @2",
  ]);
  expect(broken[1]?.fields).toEqual({ fromTab: "@0", fromWorkspace: "$0", createdTab: "@2" });
  const joined = happened(
    ["gone", "layout tab=@0"],
    { roster: before },
    worldOf(`${ONE}%1=@0=$0 %2=@0=$0 `),
  );
  expect(joined.map(named)).toEqual([
    "tab.closed @1",
    "workspace.closed $1",
    "pane.moved %2",
    "layout.updated @0",
  ]);
  expect(joined[2]?.fields).toEqual({ fromTab: "@1", fromWorkspace: "$1" });
});

test("a tab with another place is told once, and one that went to another workspace with its panes", () => {
  const before = `${ONE}%1=@1=$0 %2=@2=$0 %3=@3=$1 `;
  const now = `%2=@2=$0 ${ONE}%1=@1=$0 %3=@3=$1 `;
  const moved = happened(
    ["linked tab=@2 workspace=\\$0 pane=%2 label=x", "gone"],
    { roster: before },
    worldOf(now),
  );
  expect(moved.map(named)).toEqual(["tab.moved @2"]);
  expect(moved[0]?.fields).toEqual({ insertIndex: "0" });
  const swapped = `${ONE}%2=@2=$0 %1=@1=$0 %3=@3=$1 `;
  expect(told(["tab-moved tab=@1 workspace=\\$0"], before, swapped)).toEqual(["tab.moved @1"]);
  expect(told(["tab-moved tab=@2 workspace=\\$0"], before, swapped)).toEqual(["tab.moved @2"]);
  expect(told(["gone"], before, `${ONE}%1=@1=$0 %3=@3=$1 %2=@2=$1 `)).toEqual([
    "tab.moved @2",
    "pane.moved %2",
  ]);
});

test("a pane that was broken off and has gone since is told as gone from where it was, and not as moved", () => {
  const queue = ["linked tab=@2 workspace=\\$0 pane=%1 label=x", "gone"];
  expect(told(queue, `${ONE}%1=@0=$0 `, ONE)).toEqual([
    "tab.created @2",
    "pane.closed %1",
    "tab.closed @2",
  ]);
});

test("a tab that several workspaces show has its place in its home", () => {
  const before = "%0=@0=$0 %1=@1=$0 %0=@0=$1 %1=@1=$1 ";
  const now = "%0=@0=$0 %1=@1=$0 %1=@1=$1 %0=@0=$1 ";
  expect(told(["gone"], before, now)).toEqual([]);
});

test("an entry that was queued before its pane was told as closed brings it back in no way", () => {
  const before = `${ONE}%9=@9=$0 `;
  expect(
    told(["gone", "linked tab=@9 workspace=\\$0 pane=%9 label=x", "gone"], before, ONE),
  ).toEqual(["pane.closed %9", "tab.closed @9"]);
});

const TRIO = (workspace: string, tab: string, pane: string): string[] => [
  `workspace.focused ${workspace}`,
  `tab.focused ${tab}`,
  `pane.focused ${pane}`,
];

const select = (pane: string): string => `pane-focus pane=\\${pane} tab=@0 workspace=\\$0`;

test("what is in front is told as workspace, tab and pane, once for each change, after what made it", () => {
  const two = `${ONE}%1=@0=$0 `;
  const told = (queue: string[], active: string, front: string, now = two, roster = two) =>
    happened(queue, { roster, front }, worldOf(now, [active])).map(named);
  expect(told([select("%1")], "%1", "$0 @0 %0")).toEqual([...TRIO("$0", "@0", "%1"), "changed"]);
  expect(told([select("%1")], "%1", "$0 @0 %1")).toEqual(["changed"]);
  expect(told([select("%1"), select("%0"), select("%1")], "%1", "$0 @0 %0")).toEqual([
    ...TRIO("$0", "@0", "%1"),
    ...TRIO("$0", "@0", "%0"),
    ...TRIO("$0", "@0", "%1"),
    "changed",
  ]);
  const split = ["split pane=\\%1 tab=@0 workspace=\\$0", select("%1"), "layout tab=@0"];
  expect(told(split, "%1", "$0 @0 %0", two, ONE)).toEqual([
    "pane.created %1",
    "layout.updated @0",
    ...TRIO("$0", "@0", "%1"),
    "changed",
  ]);
  expect(told(["focus"], "%1", "$0 @0 %0")).toEqual([...TRIO("$0", "@0", "%1"), "changed"]);
});

test("with nothing known of what was in front, it is told only when an entry speaks of a change", () => {
  const world = worldOf(`${ONE}%1=@0=$0 `, ["%1"]);
  expect(happened(["layout tab=@0"], { roster: `${ONE}%1=@0=$0 ` }, world).map(named)).toEqual([
    "layout.updated @0",
  ]);
  expect(happened(["focus"], { roster: `${ONE}%1=@0=$0 ` }, world).map(named)).toEqual([
    ...TRIO("$0", "@0", "%1"),
    "changed",
  ]);
});

test("what was in front for a moment within one command is told to nobody", () => {
  const world = worldOf(`${ONE}%1=@1=$0 `, ["%0"]);
  const queue = [
    "pane-focus pane= tab=@0 workspace=\\$0",
    "tab-focus pane=%1 tab= workspace=\\$0",
    "tab-focus pane=%0 tab=@0 workspace=\\$0",
  ];
  const before = { roster: `${ONE}%1=@1=$0 `, front: "$0 @0 %0" };
  expect(happened(queue, before, world).map(named)).toEqual(["changed"]);
});
