import { expect, test } from "bun:test";
import { buildStatusReport } from "../../../src/core/program-status.ts";
import { transitions, withListeningServer } from "../../support/played.ts";
import { sandbox } from "../../support/sandbox.ts";
import { reports, speaker } from "../../support/speaker.ts";
import { isAlive } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";
import { becomes, watcherOf } from "../../support/watching.ts";

const box = sandbox({ TAW_TEST_TIMERS: "0.02", PS1: "$ " });
let server: TmuxServer;
withListeningServer(box, (started) => {
  server = started;
});

const working = { state: "working", app: "codex" } as const;
const blocked = { state: "blocked", app: "codex", kind: "permission", msg: "approve x" } as const;

/** A command line for an agent whose first words are a report, before anybody has seen that it is there. */
function earlySpeaker(kind: string): string {
  const report = buildStatusReport({ ...blocked, app: kind }).replaceAll(
    /[\x00-\x1f\\]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `TAW_AGENT=${kind} sh -c 'printf "${report}"; exec cat'`;
}

/** A pane in which an agent runs that says what it is told to say. */
async function agentPane(on: TmuxServer = server): Promise<string> {
  const paneId = await on.pane("sh", "-c", `stty -echo; ${speaker("codex")}`);
  await until("the agent is known", () => on.format(paneId, "#{@agent_kind}"), Boolean);
  return paneId;
}

test("what an agent reports before its pane's watcher has started counts", async () => {
  const paneId = await server.pane("sh", "-c", earlySpeaker("codex"));
  await becomes(server, paneId, "blocked");
  expect(await server.format(paneId, "#{@agent_message}")).toBe("approve x");
});

test("what an agent reports before the one it replaced has been let go counts", async () => {
  const paneId = await agentPane();
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  await server.tmux("respawn-pane", "-k", "-t", paneId, earlySpeaker("claude"));
  await becomes(server, paneId, "blocked");
  expect(await server.format(paneId, "#{@agent_kind}")).toBe("claude");
  expect((await transitions(server, paneId)).filter((state) => state !== "unknown")).toEqual(
    expect.arrayContaining(["working", "done", "-", "blocked"]),
  );
});

test("a watcher whose name was taken off its pane, or written over, puts it there again", async () => {
  const paneId = await agentPane();
  const { pid } = await watcherOf(server, paneId);
  const name = await server.format(paneId, "#{@agent_watcher}");
  await server.tmux("set-option", "-pu", "-t", paneId, "@agent_watcher");
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_watcher", "1 1 -");
  await server.tmux("set-option", "-pu", "-t", paneId, "@agent_pipe");
  await reports(server, paneId, blocked);
  await becomes(server, paneId, "blocked");
  expect(await server.format(paneId, "#{@agent_watcher}")).toBe(name);
  expect(await server.format(paneId, "#{@agent_pipe}")).toMatch(/^\d+$/);
  expect((await transitions(server, paneId)).slice(-2)).toEqual(["working", "blocked"]);
  expect(isAlive(pid)).toBe(true);
});
