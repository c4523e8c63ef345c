import { expect, test } from "bun:test";
import { foregroundJob, parseCmdline, parsePs, parseStat } from "../../../src/core/job.ts";
import type { Process } from "../../../src/core/job.ts";

const tail = "S 100 4242 4200 34816 4242 4194304 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 2";

test.each([
  ["node", "4243 (node) "],
  ["a) S 1 (b", "4243 (a) S 1 (b) "],
  ["tmux: client", "4243 (tmux: client) "],
  ["", "4243 () "],
])("the fields of a stat count from the last parenthesis, with the name %p", (comm, head) => {
  expect(parseStat(`${head}${tail}`)).toEqual({
    pid: 4243,
    parent: 100,
    group: 4242,
    terminal: "34816",
    foreground: 4242,
    start: "987654",
    comm,
  });
});

test("a process without a terminal has no foreground and no terminal", () => {
  const stat = parseStat(`7 (init) ${tail.replace("34816 4242", "0 -1")}`);
  expect([stat?.terminal, stat?.foreground]).toEqual(["", 0]);
});

test.each(["", "no stat", "7 (x) S 1", `7 (x) ${tail.replace("S", "Z")}`])(
  "%p tells of no live process",
  (text) => {
    expect(parseStat(text)).toBeNull();
  },
);

test("words of a command line end with NUL, and empty ones are left out", () => {
  expect(parseCmdline("node\0/x/y z\0\0--flag\0")).toEqual(["node", "/x/y z", "--flag"]);
});

test("a row of ps gives the name from the first word, without a login shell's dash", () => {
  const text = [
    "  501     1   501   777 ttys004  Ss   Mon Nov 30 20:51:00 2026 -zsh",
    "  777   501   777   777 ttys004  S+   Mon Nov  3 20:51:07 2026 /opt/x/bin/node /x/claude --a b",
    "  778   777   777   777 ttys004  Z+   Mon Nov 30 20:51:07 2026 (git)",
    "    1     0     1     0 ??       Ss   Mon Nov 30 10:00:00 2026 /sbin/launchd",
    "garbage",
  ].join("\n");
  const rows = parsePs(text);
  expect(rows.map(({ pid, comm }) => [pid, comm])).toEqual([
    [501, "zsh"],
    [777, "node"],
    [1, "launchd"],
  ]);
  expect(rows[1]).toEqual({
    pid: 777,
    parent: 501,
    group: 777,
    foreground: 777,
    terminal: "ttys004",
    start: "Mon Nov  3 20:51:07 2026",
    comm: "node",
    argv: ["/opt/x/bin/node", "/x/claude", "--a", "b"],
  });
  expect(rows[2]?.terminal).toBe("");
});

const row = (pid: number, parent: number, group: number, foreground = 20): Process => ({
  pid,
  parent,
  group,
  foreground,
  terminal: "1",
  start: "1",
  comm: `p${pid}`,
  argv: [],
});

test("the job in front is the foreground group's members of the pane's own tree, by pid", () => {
  const tree = [row(10, 1, 10), row(22, 20, 20), row(20, 10, 20), row(30, 10, 30), row(40, 9, 20)];
  expect(foregroundJob(tree, 10)?.processes.map(({ pid }) => pid)).toEqual([20, 22]);
});

test("a job whose leader has ended still has its members", () => {
  const tree = [row(10, 1, 10), row(22, 20, 20), row(23, 22, 20)];
  expect(foregroundJob(tree, 10)?.processes.map(({ pid }) => pid)).toEqual([22, 23]);
});

test("without a terminal, or without the pane's process, nothing is in front", () => {
  expect(foregroundJob([row(10, 1, 10, 0)], 10)).toBeNull();
  expect(foregroundJob([], 10)).toBeNull();
});
