import { expect, test } from "bun:test";
import type { Process } from "../../../src/core/job.ts";
import { innerLeader, isWrapper } from "../../../src/identify/wrapper.ts";

const row = (comm: string, words: string, extra: Partial<Process> = {}): Process => ({
  pid: 1,
  parent: 0,
  group: 1,
  foreground: 1,
  terminal: "outer",
  start: "1",
  comm,
  argv: words.split(" ").filter(Boolean),
  ...extra,
});

test.each([
  [true, "taw", "/opt/taw run claude"],
  [true, "bun", "/b/bun --no-env-file /opt/taw/src/main.ts run -- claude"],
  [true, "bun", "/b/bun /opt/taw/dist/main.js run claude --resume"],
  [true, "taw", "/t/taw --no-install --config=/dev/null /opt/taw/dist/run.js run -- claude"],
  [false, "taw", "/t/taw --no-install --config=/dev/null /opt/taw/dist/main.js agent list"],
  [true, "bun", "/b/bun --config=/dev/null /opt/taw/dist/run.js run -- claude"],
  [true, "sudo", "sudo claude"],
  [true, "script", "script -c claude"],
  [false, "bun", "/b/bun /opt/taw/src/main.ts agent list"],
  [false, "vim", "vim run"],
  [false, "node", "node /x/server.js run"],
])("%p: %s as %p", (expected, comm, words) => {
  expect(isWrapper(row(comm, words))).toBe(expected);
});

test("the inner job belongs to the process below the wrapper that has another terminal", () => {
  const wrapper = row("taw", "taw run claude", { pid: 10 });
  const helper = row("cat", "cat", { pid: 11, parent: 10 });
  const monitor = row("sudo", "sudo", { pid: 12, parent: 10 });
  const agent = row("claude", "claude", { pid: 13, parent: 12, terminal: "inner" });
  expect(innerLeader([wrapper, helper, monitor, agent], wrapper)?.pid).toBe(13);
  expect(innerLeader([wrapper, helper, monitor], wrapper)).toBeNull();
});
