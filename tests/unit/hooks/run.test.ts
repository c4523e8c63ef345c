import { expect, test } from "bun:test";
import { runCommand } from "../../../src/hooks/run.ts";

const environment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

test("a command's status, its words and what it was given are told", async () => {
  const command = "cat; echo told >&2; exit 3";
  const ran = await runCommand({
    command,
    environment,
    seconds: 5,
    input: "in",
    keepsPrinted: true,
  });
  expect(ran).toEqual({
    status: 3,
    isTimedOut: false,
    failure: "exit status 3",
    said: { text: "told\n", isCut: false },
    printed: { text: "in", isCut: false },
  });
});

test("one that cannot be started fails like any other, and says why", async () => {
  const ran = await runCommand({ command: "true", environment, seconds: 5, cwd: "/nowhere" });
  expect(ran).toMatchObject({ status: null, isTimedOut: false });
  expect(ran.failure).toContain("cannot run sh");
});

test("one that is stopped is told from one that took too long", async () => {
  const stop = new AbortController();
  const call = { command: "sleep 64.5", environment, seconds: 0.1 };
  expect(await runCommand(call)).toMatchObject({
    isTimedOut: true,
    failure: "took longer than 0.1 s",
  });
  const running = runCommand({ ...call, seconds: 0, stop: stop.signal });
  stop.abort();
  expect(await running).toMatchObject({ isTimedOut: false, failure: "the tmux server has ended" });
});
