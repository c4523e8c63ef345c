import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { isAtLeast, parseVersion } from "../../../src/tmux/version.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

/** `from` holds `moving` and `stays` in one tab, `to` one pane, `goal`; all made anew for every test. */
let server: TmuxServer;
let moving = "";
let stays = "";
let goal = "";
const MAKE = ["-d", "-P", "-F", "#{pane_id}", "-x", "101", "-y", "41"];
beforeAll(async () => {
  server = await tmuxServer({ width: 101, height: 41 });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.tmux("kill-session", "-a", "-t", "=main");
  moving = await server.tmux("new-session", ...MAKE, "-s", "from", "cat");
  goal = await server.tmux("new-session", ...MAKE, "-s", "to", "cat");
  for (const pane of [moving, goal])
    await server.tmux("resize-window", "-t", pane, "-x", "101", "-y", "41");
  stays = await server.tmux(
    "split-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-h",
    "-t",
    moving,
    "cat",
  );
});

const move = async (...words: string[]) =>
  fieldsOf(resultOf(await server.taw("pane", "move", ...words)), "move_result");
const record = async (pane: string) =>
  fieldsOf(resultOf(await server.taw("pane", "get", pane)), "pane");
const pidOf = (pane: string) => server.format(pane, "#{pane_pid}");
const placeOf = (pane: string) => server.format(pane, "#{session_name} #{window_name}");

test("into a tab of another workspace: the program keeps running, beside the pane in front there", async () => {
  const pid = await pidOf(moving);
  const before = await record(moving);
  const there = await record(goal);
  const words = ["--tab", String(there["tab_id"]), "--split", "right", "--ratio", "0.3"];
  const moved = await move(moving, ...words, "--no-focus");
  const after = await record(moving);
  expect(moved).toMatchObject({
    changed: true,
    previous_pane_id: before["pane_id"],
    previous_workspace_id: before["workspace_id"],
    previous_tab_id: before["tab_id"],
    pane: { pane_id: after["pane_id"], workspace_id: there["workspace_id"] },
    source_layout: { tab_id: before["tab_id"] },
    target_layout: { tab_id: there["tab_id"] },
    focused_pane_id: there["pane_id"],
  });
  for (const key of ["reason", "created_tab", "created_workspace", "closed_tab_id"]) {
    expect(moved).not.toContainKey(key);
  }
  expect(await pidOf(moving)).toBe(pid);
  expect(await server.format(goal, "#{pane_width} #{pane_left}")).toBe("30 0");
  expect(await server.format(moving, "#{pane_width} #{pane_left}")).toBe("70 31");
  expect(await record(String(before["pane_id"]))).toEqual(after);
});

test("of moves at the same moment each has its share of what the one before left", async () => {
  const { tab_id: tab } = await record(goal);
  const words = ["--tab", String(tab), "--split", "right", "--target-pane", goal, "--no-focus"];
  await Promise.all([moving, stays].map((pane) => move(pane, ...words)));
  const widths = await server.tmux("list-panes", "-t", goal, "-F", "#{pane_width}");
  expect(widths.split("\n")).toEqual(["25", "24", "50"]);
});

test("--target-pane is the pane to move beside", async () => {
  const second = await server.tmux(
    "split-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    goal,
    "cat",
  );
  const { tab_id: tab } = await record(goal);
  const words = ["--tab", String(tab), "--split", "down", "--target-pane", second, "--no-focus"];
  await move(moving, ...words);
  const [above, below] = await Promise.all(
    [second, moving].map((pane) => server.format(pane, "#{pane_top}")),
  );
  expect(Number(below)).toBeGreaterThan(Number(above));
  const wrong = ["pane", "move", stays, "--tab", String(tab), "--split", "down", "--target-pane"];
  for (const pane of [stays, "%999", "$(id)"]) {
    for (const face of ["--face=taw", "--face=herdr"]) {
      const { code } = failureOf(await server.taw(face, ...wrong, pane));
      expect(code).toBe("target_pane_not_found");
    }
  }
});

test("into a tab of its own, in its workspace or another, with a name that is data", async () => {
  const label = "a #(touch X) #{pane_id} 'q' \"d\";";
  const own = await move(moving, "--new-tab", "--label", label, "--no-focus");
  expect(own).toMatchObject({ changed: true, created_tab: { label, pane_count: 1 } });
  expect(own).not.toContainKey("created_workspace");
  const { workspace_id: there } = await record(goal);
  const other = await move(moving, "--new-tab", "--workspace", String(there), "--no-focus");
  expect(other).toMatchObject({
    changed: true,
    closed_tab_id: fieldsOf(own, "created_tab")["tab_id"],
    created_tab: { workspace_id: there },
    pane: { workspace_id: there },
  });
  const tabs = listOf(await server.taw("tab", "list", "--workspace", String(there)), "tabs");
  expect(tabs.map(({ tab_id: id }) => id).at(-1)).toBe((await record(moving))["tab_id"]);
});

test("into a workspace of its own, whose first sight is as it stays", async () => {
  const pid = await pidOf(moving);
  const moved = await move(
    moving,
    "--new-workspace",
    "--label",
    "own #(id) $HOME x;",
    "--tab-label",
    "its #{pane_id} tab",
    "--no-focus",
  );
  expect(moved).toMatchObject({
    changed: true,
    created_workspace: { pane_count: 1, tab_count: 1 },
    created_tab: { label: "its #{pane_id} tab", pane_count: 1 },
    source_layout: {},
  });
  expect(await pidOf(moving)).toBe(pid);
  // tmux 3.2 forgets the size that a session was made with.
  if (isAtLeast(parseVersion(await server.format(moving, "#{version}")), [3, 3])) {
    expect(await server.format(moving, "#{window_width}x#{window_height}")).toBe("101x41");
  }
  expect(String(fieldsOf(moved, "created_workspace")["label"])).toMatch(
    /^own #\(id\) \\?\$HOME x;$/,
  );
});

test("a name that begins with a dash is a name", async () => {
  const words = ["--new-workspace", "--label=-own", "--tab-label=-its", "--no-focus"];
  expect(await move(moving, ...words)).toMatchObject({
    created_workspace: { label: "-own" },
    created_tab: { label: "-its" },
  });
  const tab = await move(stays, "--new-tab", "--workspace", "w1", "--label=-x", "--no-focus");
  expect(tab).toMatchObject({ created_tab: { label: "-x" } });
});

test("without a label a workspace is called after the pane's folder, and never as another is", async () => {
  await move(moving, "--new-workspace", "--no-focus");
  await move(stays, "--new-workspace", "--label", "home", "--no-focus");
  const names = (await server.tmux("list-sessions", "-F", "#{session_name}")).split("\n");
  expect(names.toSorted()).toEqual(["home", "home-2", "main", "to"]);
});

test("the last pane of a workspace closes it, and who looked at it goes where the pane goes", async () => {
  await server.tmux("kill-pane", "-t", stays);
  await using person = await attachClient(server, { session: "from" });
  const before = await record(moving);
  const { tab_id: tab } = await record(goal);
  const moved = await move(moving, "--tab", String(tab), "--split", "right", "--no-focus");
  expect(moved).toMatchObject({
    closed_workspace_id: before["workspace_id"],
    closed_tab_id: before["tab_id"],
  });
  expect(moved).not.toContainKey("source_layout");
  const clients = () => server.tmux("list-clients", "-F", "#{client_name} #{session_name}");
  expect(await clients()).toBe(`${person.name} to`);
  await server.tmux("kill-pane", "-t", goal);
  const alone = await move(moving, "--new-workspace", "--label", "anew", "--no-focus");
  expect(alone).toMatchObject({ created_workspace: { label: "anew", focused: true } });
  expect(await clients()).toBe(`${person.name} anew`);
});

test("a person is brought along unless --no-focus says otherwise", async () => {
  await using person = await attachClient(server, { session: "from" });
  const shown = () =>
    server.tmux("list-clients", "-F", "#{client_name} #{session_name} #{pane_id}");
  await move(stays, "--new-workspace", "--label", "away", "--no-focus");
  expect(await shown()).toBe(`${person.name} from ${moving}`);
  const { tab_id: tab } = await record(goal);
  const moved = await move(moving, "--tab", String(tab), "--split", "down");
  expect(fieldsOf(moved, "pane")["focused"]).toBe(true);
  expect(await shown()).toBe(`${person.name} to ${moving}`);
  const own = await move(
    stays,
    "--new-tab",
    "--workspace",
    String((await record(goal))["workspace_id"]),
  );
  expect(fieldsOf(own, "pane")["focused"]).toBe(true);
  expect(await shown()).toBe(`${person.name} to ${stays}`);
});

test("a pane that is there already, or a zoomed tab, stays as it is and says why", async () => {
  const before = await server.tmux(
    "list-panes",
    "-a",
    "-F",
    "#{pane_id} #{window_id} #{window_layout}",
  );
  const { tab_id: own } = await record(moving);
  const { tab_id: tab } = await record(goal);
  expect(await move(moving, "--tab", String(own), "--split", "right")).toMatchObject({
    changed: false,
    reason: "same_tab",
    previous_tab_id: own,
    pane: { tab_id: own },
  });
  expect(await move(goal, "--new-tab")).toMatchObject({ changed: false, reason: "same_tab" });
  await server.tmux("resize-pane", "-Z", "-t", moving);
  for (const words of [
    ["--tab", String(tab), "--split", "right"],
    ["--new-tab"],
    ["--new-workspace"],
  ]) {
    expect(await move(stays, ...words)).toMatchObject({ changed: false, reason: "zoomed_tab" });
  }
  const into = await move(goal, "--tab", String(own), "--split", "right");
  expect(into).toMatchObject({ changed: false, reason: "zoomed_tab" });
  await server.tmux("resize-pane", "-Z", "-t", moving);
  const after = await server.tmux(
    "list-panes",
    "-a",
    "-F",
    "#{pane_id} #{window_id} #{window_layout}",
  );
  expect(after).toBe(before);
});

test("a pane of grouped workspaces moves out of all of them", async () => {
  await server.tmux("new-session", "-d", "-s", "group", "-t", "=from");
  const { tab_id: tab } = await record(goal);
  await move(moving, "--tab", String(tab), "--split", "right", "--no-focus");
  expect((await placeOf(moving)).split(" ")[0]).toBe("to");
  expect(await server.tmux("list-panes", "-s", "-t", "=group", "-F", "#{pane_id}")).toBe(stays);
});

test("what is not there is refused with its code, and nothing moves", async () => {
  const before = await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_id}");
  const { tab_id: tab } = await record(goal);
  const cases: [taw: string, herdr: string, words: string[]][] = [
    ["not_found", "pane_not_found", ["%999", "--new-tab"]],
    ["not_found", "tab_not_found", [moving, "--tab", "w1:t99", "--split", "right"]],
    ["not_found", "workspace_not_found", [moving, "--new-tab", "--workspace", "w99"]],
    ["tmux_error", "pane_move_failed", [moving, "--tab", String(tab), "--split", "down"]],
  ];
  await server.tmux("resize-window", "-t", goal, "-x", "40", "-y", "2");
  for (const [taw, herdr, words] of cases) {
    expect(failureOf(await server.taw("pane", "move", ...words)).code).toBe(taw);
    expect(failureOf(await server.taw("--face=herdr", "pane", "move", ...words)).code).toBe(herdr);
  }
  for (const words of [
    [],
    ["--new-tab", "--new-workspace"],
    ["--tab", String(tab)],
    ["--new-tab", "--ratio", "0.5"],
  ]) {
    expect((await server.taw("--face=herdr", "pane", "move", moving, ...words)).code).toBe(2);
  }
  expect(await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_id}")).toBe(before);
});
