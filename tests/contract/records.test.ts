import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { resultOf } from "../support/answer.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { mismatches } from "./herdr.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  await server.tmux("split-window", "-dv", "-t", "%1", "cat");
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_state", "blocked");
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_name", "ann");
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_label", "mine");
  await server.taw("workspace", "report-metadata", "w1", "--source", "t", "--token", "a=1");
});
afterAll(() => server.close());

/** Verb, herdr's tag, taw's tag, the key of the record and herdr's name for it. */
const ANSWERS: [words: string[], herdr: string, taw: string, key: string, record: string][] = [
  [["workspace", "list"], "workspace_list", "workspace_list", "workspaces", "Workspace[]"],
  [["workspace", "get", "w1"], "workspace_info", "workspace_info", "workspace", "Workspace"],
  [["tab", "list"], "tab_list", "tab_list", "tabs", "Tab[]"],
  [["tab", "get", "w1:t1"], "tab_info", "tab_info", "tab", "Tab"],
  [["pane", "list"], "pane_list", "pane_list", "panes", "Pane[]"],
  [["pane", "get", "w1:p1"], "pane_info", "pane", "pane", "Pane"],
  [["pane", "current"], "pane_current", "pane_current", "pane", "Pane"],
  [["pane", "layout"], "pane_layout", "pane_layout", "layout", "Layout"],
  [["pane", "edges"], "pane_edges", "pane_edges", "edges", "Edges"],
  [
    ["pane", "neighbor", "--direction", "right"],
    "pane_neighbor",
    "pane_neighbor",
    "neighbor",
    "Neighbor",
  ],
  [
    ["pane", "process-info"],
    "pane_process_info",
    "pane_process_info",
    "process_info",
    "ProcessInfo",
  ],
  [["pane", "focus-id", "w1:p1"], "pane_info", "pane", "pane", "Pane"],
  [["pane", "rename", "w1:p1", "mine"], "pane_info", "pane", "pane", "Pane"],
  [["pane", "split", "w1:p1", "--direction", "down"], "pane_info", "pane", "pane", "Pane"],
  [
    ["pane", "focus", "--direction", "right"],
    "pane_focus_direction",
    "pane_focus_direction",
    "focus",
    "Focus",
  ],
  [["pane", "resize", "--direction", "left"], "pane_resize", "pane_resize", "resize", "Resize"],
  [["pane", "zoom", "w1:p1", "--on"], "pane_zoom", "pane_zoom", "zoom", "Zoom"],
  [["pane", "zoom", "w1:p1", "--off"], "pane_zoom", "pane_zoom", "zoom", "Zoom"],
  [
    ["pane", "swap", "--source-pane", "w1:p1", "--target-pane", "w1:p2"],
    "pane_swap",
    "pane_swap",
    "swap",
    "Swap",
  ],
  [["pane", "move", "w1:p3", "--new-tab"], "pane_move", "pane_move", "move_result", "PaneMove"],
  [
    ["pane", "move", "w1:p3", "--new-workspace", "--no-focus"],
    "pane_move",
    "pane_move",
    "move_result",
    "PaneMove",
  ],
  [["layout", "export"], "layout_export", "layout_export", "layout", "LayoutDescription"],
  [["api", "snapshot"], "session_snapshot", "session_snapshot", "snapshot", "Snapshot"],
  [["agent", "list"], "agent_list", "agent_list", "agents", "Agent[]"],
  [["agent", "get", "ann"], "agent_info", "agent", "agent", "Agent"],
  [["agent", "wait", "ann"], "agent_info", "agent", "agent", "Agent"],
  [["agent", "focus", "ann"], "agent_info", "agent", "agent", "Agent"],
  [["agent", "rename", "ann", "ann"], "agent_info", "agent", "agent", "Agent"],
  [["workspace", "focus", "w1"], "workspace_info", "workspace_info", "workspace", "Workspace"],
  [
    ["workspace", "rename", "w1", "x"],
    "workspace_info",
    "workspace_info",
    "workspace",
    "Workspace",
  ],
  [["tab", "focus", "w1:t1"], "tab_info", "tab_info", "tab", "Tab"],
  [["tab", "rename", "w1:t1", "x"], "tab_info", "tab_info", "tab", "Tab"],
  [["tab", "move", "w1:t1", "--insert-index", "0"], "tab_list", "tab_list", "tabs", "Tab[]"],
];

/** Verb, its tag, and the records of what it made. */
const MADE: [words: string[], tag: string, records: Record<string, string>][] = [
  [
    ["workspace", "create", "--env", "A=1"],
    "workspace_created",
    { workspace: "Workspace", tab: "Tab", root_pane: "Pane" },
  ],
  [["tab", "create", "--label", "x"], "tab_created", { tab: "Tab", root_pane: "Pane" }],
];

describe("what is made is answered with all of its records, on both faces", () => {
  for (const [words, tag, records] of MADE) {
    test(words.join(" "), async () => {
      for (const face of ["taw", "herdr"]) {
        const result = resultOf(await server.taw(`--face=${face}`, ...words));
        expect(result["type"]).toBe(tag);
        expect(Object.keys(result).toSorted()).toEqual(
          [...Object.keys(records), "type"].toSorted(),
        );
        const wrong = Object.entries(records).flatMap(([key, name]) =>
          mismatches(name, result[key]),
        );
        expect(wrong.filter((text) => !/\.(sandbox|restore_error) is /.test(text))).toEqual([]);
        expect(wrong.length > 0).toBe(face === "taw");
      }
    });
  }
});

describe("herdr's face answers with herdr's records, field for field", () => {
  for (const [words, tag, , key, record] of ANSWERS) {
    test(words.join(" "), async () => {
      const ran = await server.taw("--face=herdr", ...words);
      const result = resultOf(ran);
      expect(result["type"]).toBe(tag);
      expect(Object.keys(result).toSorted()).toEqual([key, "type"].toSorted());
      expect(mismatches(record, result[key])).toEqual([]);
      expect(ran.stdout).toBe(`${JSON.stringify(sorted(JSON.parse(ran.stdout)))}\n`);
    });
  }
});

describe("taw's face adds nulls where herdr leaves a field out, and nothing else", () => {
  for (const [words, , tag, key, record] of ANSWERS) {
    test(words.join(" "), async () => {
      const result = resultOf(await server.taw(...words));
      expect(result["type"]).toBe(tag);
      const wrong = mismatches(record, result[key]);
      expect(wrong.filter((text) => !/\.(sandbox|restore_error) is /.test(text))).toEqual([]);
      const hasNulls = /^(Pane|PaneMove|Agent|Snapshot)(\[\])?$/.test(record);
      expect(wrong.length > 0).toBe(hasNulls);
    });
  }
});

test("what is no record of herdr's is found out", () => {
  expect(mismatches("Rect", { x: 1, y: "2", width: 3, depth: 4 })).toEqual([
    "Rect.depth is not herdr's",
    'Rect.y is "2"',
    "Rect.height is missing",
  ]);
  expect(mismatches("AgentStatus", "busy")).toEqual(["AgentStatus is busy"]);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).toSorted();
  const record = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(keys.map((key) => [key, sorted(record.get(key))]));
}
