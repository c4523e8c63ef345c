import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { parseStat } from "../../../src/core/job.ts";
import { nudge } from "../../../src/system/nudge.ts";
import { attachClient } from "../../support/client.ts";
import { loadInto } from "../../support/loaded.ts";
import { loadAndListen, transitions, withListeningServer } from "../../support/played.ts";
import { sandbox } from "../../support/sandbox.ts";
import { prints, reports, speaker } from "../../support/speaker.ts";
import { bin } from "../../support/taw.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";
import { becomes, sleeps, watcherOf, watchersOn } from "../../support/watching.ts";

const box = sandbox({ TAW_TEST_TIMERS: "0.02", PS1: "$ " });
let server: TmuxServer;
withListeningServer(box, (started) => {
  server = started;
});

/** A pane whose shell has started an agent that says what it is told to say. */
async function agentInShell(kind = "codex"): Promise<string> {
  const paneId = await server.pane("bash", "--norc", "--noprofile", "-i");
  await until(
    "the shell's prompt",
    () => server.paneText(paneId),
    (text) => text.includes("$"),
  );
  await server.tmux("send-keys", "-t", paneId, speaker(kind), "Enter");
  await until("the agent is known", () => server.format(paneId, "#{@agent_kind}"), Boolean);
  return paneId;
}

const working = { state: "working", app: "codex" };
const blocked = { state: "blocked", app: "codex", kind: "permission", msg: "approve touch x" };

test("an agent that ends in a turn has ended it before it leaves, and leaves its last state", async () => {
  const paneId = await agentInShell();
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  await server.tmux("send-keys", "-t", paneId, "C-c");
  await becomes(server, paneId, "");
  expect((await transitions(server, paneId)).slice(-3)).toEqual(["working", "done", "-"]);
  const left = "#{@agent_kind}#{@agent_pid}#{@agent_rule}#{@agent_records} #{@agent_final_state}";
  expect(await server.format(paneId, left)).toBe(" done");
});

test("a name that was given to an agent stays through its turns and ends with it", async () => {
  const paneId = await agentInShell();
  const named = () => server.format(paneId, "#{@agent_name}");
  expect((await server.taw("agent", "rename", paneId, "mine")).code).toBe(0);
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  expect(await named()).toBe("mine");
  await server.tmux("send-keys", "-t", paneId, "C-c");
  await becomes(server, paneId, "");
  expect(await named()).toBe("");
  expect((await server.taw("agent", "get", "mine")).code).toBe(1);
});

test("what an agent asks is told with the state, and goes with it", async () => {
  const paneId = await agentInShell();
  await reports(server, paneId, blocked);
  await becomes(server, paneId, "blocked");
  const asked = "#{@agent_source} #{@agent_rule} #{@agent_message}";
  expect(await server.format(paneId, asked)).toBe("report permission approve touch x");
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  expect(await server.format(paneId, "#{@agent_message}")).toBe("");
});

test("an agent that was put in the background and comes back has what it had reached, and no work", async () => {
  const paneId = await agentInShell();
  const pid = await server.format(paneId, "#{@agent_pid}");
  const leavesAndComesBack = async () => {
    await server.tmux("send-keys", "-t", paneId, "C-z");
    await becomes(server, paneId, "");
    await server.tmux("send-keys", "-t", paneId, "fg", "Enter");
    await until("it is back", () => server.format(paneId, "#{@agent_pid}"), Boolean);
  };
  await reports(server, paneId, { state: "done", app: "codex", msg: "all is written" });
  await becomes(server, paneId, "idle");
  await leavesAndComesBack();
  await becomes(server, paneId, "idle");
  expect(await server.format(paneId, "#{@agent_source} #{@agent_message} #{@agent_pid}")).toBe(
    `report all is written ${pid}`,
  );
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  await leavesAndComesBack();
  const { socket } = await watcherOf(server, paneId);
  expect(await nudge(socket, 5000)).toBe(true);
  expect(await server.format(paneId, "#{@agent_state}")).toBe("unknown");
});

test("a program that is no known agent is one by the name it reports itself by, a shell's prompt is none", async () => {
  const paneId = await server.pane("sh", "-c", speaker(""));
  const report = { state: "working", app: "somebody" };
  await until("it reports", async () => {
    await reports(server, paneId, report);
    return (await server.format(paneId, "#{@agent_state} #{@agent_kind}")) === "working somebody";
  });
  const shell = await server.pane("bash", "--norc", "--noprofile", "-i");
  await until(
    "the shell's prompt",
    () => server.paneText(shell),
    (text) => text.includes("$"),
  );
  await server.tmux(
    "send-keys",
    "-t",
    shell,
    "printf '\\033]7501;state=working:app=x\\007'",
    "Enter",
  );
  await until(
    "it was printed",
    () => server.paneText(shell),
    (text) => /\$ \S[^]*\$ *$/.test(text),
  );
  await server.taw("watch", "status");
  expect(await server.format(shell, "#{@agent_kind}")).toBe("");
});

test("a shell in a shell is not the program that ran in it and left without a last word", async () => {
  const paneId = await server.pane("bash", "--norc", "--noprofile", "-i");
  const shellIn = (level: number) =>
    until(
      `the prompt of shell ${level}`,
      () => server.paneText(paneId),
      (text) => text.endsWith(`${level}$`),
    );
  await server.tmux("send-keys", "-t", paneId, "PS1='$SHLVL$ '; SHLVL=1", "Enter");
  await shellIn(1);
  await server.tmux("send-keys", "-t", paneId, "PS1=$PS1 bash --norc --noprofile -i", "Enter");
  await server.tmux("send-keys", "-t", paneId, "PS1='$SHLVL$ '", "Enter");
  await shellIn(2);
  await server.tmux("send-keys", "-t", paneId, speaker(""), "Enter");
  await until("it is known by its report", async () => {
    await reports(server, paneId, { state: "working", app: "somebody" });
    return (await server.format(paneId, "#{@agent_state} #{@agent_kind}")) === "working somebody";
  });
  await server.tmux("send-keys", "-t", paneId, "C-c");
  await becomes(server, paneId, "");
  const { socket } = await watcherOf(server, paneId);
  expect(await nudge(socket, 5000)).toBe(true);
  expect(await server.format(paneId, "#{@agent_kind}")).toBe("");
  expect((await transitions(server, paneId)).slice(-3)).toEqual(["working", "done", "-"]);
});

test("a watcher that is started again goes on where the last one was", async () => {
  const paneId = await agentInShell();
  await reports(server, paneId, blocked);
  await becomes(server, paneId, "blocked");
  const kept =
    "#{@agent_state} #{@agent_state_since} #{@agent_state_seq} #{@agent_message} #{@agent_pid} #{@agent_turn} #{@agent_records}";
  const before = await server.format(paneId, kept);
  const first = await watcherOf(server, paneId);
  process.kill(first.pid, "SIGKILL");
  await until("the first watcher has ended", () => !isAlive(first.pid));
  await server.taw("watch", "attach-all", "--restart");
  const second = await watcherOf(server, paneId, first.pid);
  await server.taw("watch", "status");
  expect(await server.format(paneId, kept)).toBe(before);
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  expect((await transitions(server, paneId)).slice(-2)).toEqual(["blocked", "working"]);
  expect(isAlive(second.pid)).toBe(true);
});

test("a respawned pane keeps its watcher, and the agent that was in it has ended", async () => {
  const paneId = await server.pane("sh", "-c", speaker("codex"));
  await until("the agent is known", () => server.format(paneId, "#{@agent_kind}"), Boolean);
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  const { pid } = await watcherOf(server, paneId);
  await server.tmux("respawn-pane", "-k", "-t", paneId, speaker("claude"));
  await prints(server, paneId, "hello");
  await until(
    "the new agent is known",
    () => server.format(paneId, "#{@agent_kind}"),
    (kind) => kind === "claude",
  );
  expect((await transitions(server, paneId)).slice(-4, -1)).toEqual(["working", "done", "-"]);
  expect((await watcherOf(server, paneId)).pid).toBe(pid);
});

test("an agent that is killed at rest in a pane that stays is none, though nothing is printed", async () => {
  const paneId = await server.pane("sh", "-c", `${speaker("codex")}; :`);
  await server.tmux("set-option", "-p", "-t", paneId, "remain-on-exit", "on");
  await until("the agent is known", () => server.format(paneId, "#{@agent_kind}"), Boolean);
  await reports(server, paneId, { state: "idle", app: "codex" });
  await becomes(server, paneId, "idle");
  const { pid } = await watcherOf(server, paneId);
  await sleeps(pid);
  process.kill(-Number(await server.format(paneId, "#{pane_pid}")), "SIGKILL");
  // tmux 3.3a at times collects a process that has ended, and says so, only with the next child of its own that ends.
  await until(
    "it is dead",
    () => server.format(paneId, "#{pane_dead}"),
    (is) => is === "1",
  );
  await server.tmux("run-shell", "true");
  await becomes(server, paneId, "");
  expect(await server.format(paneId, "#{pane_dead} #{@agent_kind}")).toBe("1 ");
  expect((await transitions(server, paneId)).slice(-2)).toEqual(["idle", "-"]);
});

test("a turn that was done is idle once somebody looks, announced once, and work goes on from there", async () => {
  const paneId = await agentInShell();
  for (const words of [working, { state: "done", app: "codex" }]) {
    await reports(server, paneId, words);
    await becomes(server, paneId, words.state);
  }
  await using client = await attachClient(server);
  await server.tmux("select-window", "-t", paneId);
  await becomes(server, paneId, "idle");
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  await reports(server, paneId, { state: "done", app: "codex" });
  await becomes(server, paneId, "idle");
  const told = ["working", "done", "idle", "working", "idle"];
  expect((await transitions(server, paneId)).slice(-5)).toEqual(told);
  await client.detach();
});

test("a pane that moves to another window keeps its watcher and its agent", async () => {
  const paneId = await agentInShell();
  const { pid } = await watcherOf(server, paneId);
  const other = await server.pane();
  await server.tmux("join-pane", "-d", "-s", paneId, "-t", other);
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
  expect((await watcherOf(server, paneId)).pid).toBe(pid);
});

test("a watcher that was stopped for a while tells where things stand when it goes on", async () => {
  const paneId = await agentInShell();
  const { pid } = await watcherOf(server, paneId);
  process.kill(pid, "SIGSTOP");
  await reports(server, paneId, working);
  await reports(server, paneId, blocked);
  await until("the reports were printed", () => server.format(paneId, "#{history_bytes}"), Boolean);
  process.kill(pid, "SIGCONT");
  await becomes(server, paneId, "blocked");
  expect((await transitions(server, paneId)).slice(-2)).toEqual(["working", "blocked"]);
});

test("a pane without an agent is never asked about, one with an agent is", async () => {
  await using alone = await tmuxServer({ box });
  await loadInto(alone, bin);
  const paneId = await alone.pane("bash", "--norc", "--noprofile", "-i");
  const { socket } = await watcherOf(alone, paneId);
  await watcherOf(alone, "%0");
  await until(
    "the shell's prompt",
    () => alone.paneText(paneId),
    (text) => text.includes("$"),
  );
  const count = "set -sF @test_reads '#{e|+:#{@test_reads},1}'";
  await alone.tmux("set-hook", "-g", "after-list-clients[99]", count);
  const reads = () => alone.tmux("display-message", "-p", "#{@test_reads}");
  await alone.tmux("send-keys", "-t", paneId, "seq 3000; echo over", "Enter");
  await until(
    "it is over",
    () => alone.paneText(paneId),
    (text) => /^over$/m.test(text),
  );
  expect(await nudge(socket, 5000)).toBe(true);
  expect(await reads()).toBe("");
  await alone.tmux("send-keys", "-t", paneId, speaker("claude"), "Enter");
  await until("the agent is read", reads, (text) => Number(text) > 0);
});

test("a watcher has a session of its own, and ends with its pane, its socket with it", async () => {
  const paneId = await server.pane();
  const { pid, socket } = await watcherOf(server, paneId);
  expect(existsSync(socket)).toBe(true);
  const stat = await Bun.file(`/proc/${pid}/stat`).text();
  expect(parseStat(stat)?.group).toBe(pid);
  await server.tmux("kill-pane", "-t", paneId);
  await until("the watcher has ended", () => !isAlive(pid), Boolean, 2000);
  expect(existsSync(socket)).toBe(false);
});

test("panes that die at once, one by one and ten in one command, leave no watcher behind", async () => {
  const before = (await watchersOn(server)).length;
  await Promise.all([1, 2, 3].map(() => server.pane("false")));
  const panes: string[] = [];
  for (let made = 0; made < 10; made++) panes.push(await server.pane());
  await server.tmux(...panes.flatMap((paneId) => ["kill-pane", "-t", paneId, ";"]).slice(0, -1));
  await until(
    "no more watchers than before",
    async () => (await watchersOn(server)).length <= before,
  );
});

test("when the server ends, every watcher has ended within two seconds", async () => {
  await using other = await tmuxServer({ box });
  await loadAndListen(other);
  const panes = ["%0", await other.pane(), await other.pane()];
  const watchers = await Promise.all(panes.map((paneId) => watcherOf(other, paneId)));
  await other.tmux("kill-server");
  await until("all have ended", () => watchers.every(({ pid }) => !isAlive(pid)), Boolean, 2000);
  expect(await watchersOn(other)).toEqual([]);
});
