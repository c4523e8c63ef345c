import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { root } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const screen = (name: string) => join(root, "tests/fixtures/panes/claude", name, "screen.txt");

/** Lines of a shell script that shows a captured screen until a line is typed. */
const show = (name: string) => `clear; printf %s "$(cat '${screen(name)}')"; read -r line`;

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 120, height: 40 });
  const program = join(server.box.home, "claude");
  const script = `#!/bin/sh\n${show("idle-01")}\n${show("blocked-01")}\n`;
  await Bun.write(program, script);
  chmodSync(program, 0o755);
  await server.taw("tmux", "load");
});
afterAll(() => server.close());

/** A program called claude that is at rest, asks after one line of input, and ends after another. */
async function agentAtRest(): Promise<string> {
  const pane = await server.pane(join(server.box.home, "claude"));
  const rest = await server.taw("agent", "wait", pane, "--until", "idle", "--until", "done");
  if (rest.code !== 0) await until("taw knows the agent", () => isAtRest(pane), Boolean, 15_000);
  return pane;
}

const isAtRest = async (pane: string): Promise<boolean> => {
  const ran = await server.taw("agent", "get", pane);
  if (ran.code !== 0) return false;
  return ["idle", "done"].includes(String(fieldsOf(resultOf(ran)["agent"])["agent_status"]));
};

const wants = () => server.tmux("display-message", "-p", "#{@agent_wizard_wants}");

test("a wait is woken by the event, long before it would look again by itself, and leaves no trace", async () => {
  const pane = await agentAtRest();
  const waiting = server.taw("agent", "wait", pane, "--until", "blocked");
  await until("it follows events", wants);
  await server.tmux("send-keys", "-t", pane, "Enter");
  const start = performance.now();
  expect(resultOf(await waiting)["agent"]).toMatchObject({ agent_status: "blocked" });
  expect(performance.now() - start).toBeLessThan(5000);
  expect(await wants()).toBe("");
}, 30_000);

test("a wait ends when the agent's program ends", async () => {
  const pane = await agentAtRest();
  const waiting = server.taw("agent", "wait", pane, "--until", "working");
  await until("it follows events", wants);
  await server.tmux("kill-pane", "-t", pane);
  expect(failureOf(await waiting)).toMatchObject({ code: "agent_not_running", exit: 1 });
}, 30_000);
