import { expect, test } from "bun:test";
import { signalProcess } from "../../../src/system/signals.ts";

const start = (detached: boolean) => Bun.spawn(["sleep", "600"], { detached });

test("a signal reaches a process, and the group of a process by its negative id", async () => {
  const alone = start(false);
  const leader = start(true);
  signalProcess(alone.pid, "SIGTERM");
  signalProcess(-leader.pid, "SIGKILL");
  await Promise.all([alone.exited, leader.exited]);
  expect([alone.signalCode, leader.signalCode]).toEqual(["SIGTERM", "SIGKILL"]);
});

test("a process that has gone since it was looked at needs no signal, and neither does its group", async () => {
  const child = start(true);
  child.kill("SIGKILL");
  await child.exited;
  signalProcess(child.pid, "SIGKILL");
  signalProcess(-child.pid, "SIGKILL");
  expect(child.signalCode).toBe("SIGKILL");
});
