import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildStatusReport } from "../../../src/core/program-status.ts";
import { nudge } from "../../../src/system/nudge.ts";
import { cpuWithChildrenMs, privateMb, serverPid } from "../../bench/proc.ts";
import { loadAndListen, transitions, withListeningServer } from "../../support/played.ts";
import { sandbox } from "../../support/sandbox.ts";
import { reports, speaker } from "../../support/speaker.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";
import { becomes, sleeps, watcherOf } from "../../support/watching.ts";

const box = sandbox({ TAW_TEST_TIMERS: "0.02", PS1: "$ " });
let server: TmuxServer;
withListeningServer(box, (started) => {
  server = started;
});

const working = { state: "working", app: "codex" } as const;
const blocked = { state: "blocked", app: "codex", kind: "permission", msg: "approve x" } as const;

/** A file of the sandbox, and its path. */
function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(box.root, name);
  writeFileSync(path, content);
  return path;
}

/**
 * A pane with a codex in it that is a shell: every line it is given it runs, and what it runs prints to the pane.
 */
async function commandedAgent(on: TmuxServer, ...before: string[]): Promise<string> {
  const loop = 'stty -echo; printf "\\033[m"; while read -r line; do eval "$line"; done';
  const script = [...before, loop].join("\n");
  const path = fileOf(`agent-${on.name}-${Bun.hash(script)}`, script);
  const paneId = await on.pane("env", "TAW_AGENT=codex", "bash", path);
  await until("the agent is known", () => on.format(paneId, "#{@agent_kind}"), Boolean);
  return paneId;
}

const runs = (on: TmuxServer, paneId: string, line: string): Promise<string> =>
  on.tmux("send-keys", "-l", "-t", paneId, `${line}\n`);

/** A shell line that prints a report. */
const saying = (words: Parameters<typeof buildStatusReport>[0]): string =>
  `cat '${fileOf(`words-${words.state}`, buildStatusReport(words))}'`;

/** Counts the looks at panes from now on: each asks for the clients. */
async function countsLooks(on: TmuxServer): Promise<() => Promise<number>> {
  await on.tmux("set-option", "-s", "@test_looks", "0");
  const count = "set -sF @test_looks '#{e|+:#{@test_looks},1}'";
  await on.tmux("set-hook", "-g", "after-list-clients[99]", count);
  return async () => Number(await on.tmux("display-message", "-p", "#{@test_looks}"));
}

test("a tmux that hangs in the middle of a write is told each state once when it goes on, and nothing spins meanwhile", async () => {
  await using other = await tmuxServer({ box });
  await loadAndListen(other);
  const paneId = await commandedAgent(other);
  await runs(other, paneId, saying(working));
  await becomes(other, paneId, "working");
  const { pid, socket } = await watcherOf(other, paneId);
  await sleeps(pid);
  const [cpu, memory] = [cpuWithChildrenMs(pid), privateMb(pid)];
  const tmuxPid = await serverPid(other);
  await runs(other, paneId, `${saying(blocked)}; sleep 0.01; kill -STOP ${tmuxPid}`);
  try {
    await until("tmux is stopped", () =>
      Bun.file(`/proc/${tmuxPid}/stat`)
        .text()
        .then((stat) => / T /.test(stat)),
    );
    expect(await nudge(socket, 20_000)).toBe(true);
    expect(cpuWithChildrenMs(pid) - cpu).toBeLessThan(400);
    expect(privateMb(pid) - memory).toBeLessThan(4);
  } finally {
    process.kill(tmuxPid, "SIGCONT");
  }
  await becomes(other, paneId, "blocked");
  expect(await nudge(socket, 5000)).toBe(true);
  await runs(other, paneId, saying(working));
  await becomes(other, paneId, "working");
  expect((await transitions(other, paneId)).slice(-3)).toEqual(["working", "blocked", "working"]);
  expect((await watcherOf(other, paneId)).pid).toBe(pid);
});

test("a watcher that is ended while it waits for a tmux that hangs has ended soon, and its socket is gone", async () => {
  await using other = await tmuxServer({ box });
  await loadAndListen(other);
  const paneId = await commandedAgent(other);
  const { pid, socket } = await watcherOf(other, paneId);
  await sleeps(pid);
  const tmuxPid = await serverPid(other);
  process.kill(tmuxPid, "SIGSTOP");
  try {
    const looked = nudge(socket, 10_000);
    await until("it asks tmux", () => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
    process.kill(pid, "SIGTERM");
    await until("it has ended", () => !isAlive(pid), Boolean, 7000);
    expect(existsSync(socket)).toBe(false);
    await looked;
  } finally {
    process.kill(tmuxPid, "SIGCONT");
  }
});

test("two hundred sizes one after the other are few looks and no state, though the agent draws itself at each", async () => {
  await using other = await tmuxServer({ box });
  await loadAndListen(other);
  const paneId = await commandedAgent(other, "trap 'stty size; printf \"\\033[2J> \"' WINCH");
  await runs(other, paneId, saying(working));
  await becomes(other, paneId, "working");
  const before = await transitions(other, paneId);
  const looks = await countsLooks(other);
  const since = performance.now();
  for (let size = 0; size < 200; size++) {
    const [width, height] = [`${20 + ((size * 37) % 180)}`, `${5 + ((size * 11) % 60)}`];
    await other.tmux("resize-window", "-t", paneId, "-x", width, "-y", height);
  }
  const seconds = (performance.now() - since) / 1000;
  expect(await looks()).toBeLessThan(10 + seconds * 10);
  await runs(other, paneId, saying(blocked));
  await becomes(other, paneId, "blocked");
  expect(await transitions(other, paneId)).toEqual([...before, "blocked"]);
});

/** Bytes of every value, the same at every run. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let seed = 11;
  for (let at = 0; at < length; at++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    bytes[at] = seed >>> 16;
  }
  return bytes;
}

const endless = (opening: string, megabytes: number): Uint8Array =>
  Buffer.concat([Buffer.from(opening), Buffer.alloc(megabytes << 20, "x")]);

test.each([
  ["noise with NULs in it", noise(2 << 20)],
  ["10 MB of an OSC without an end", endless("\x1b]7501;state=done:msg=", 10)],
  ["10 MB of a DCS without an end", endless("\x1bPq", 10)],
  ["10 MB of a title without an end", endless("\x1bk", 10)],
  ["20 MB of text", endless("", 20)],
])(
  "after %s the watcher is as it was, and hears what comes next",
  async (name, bytes) => {
    const paneId = await commandedAgent(server);
    await runs(server, paneId, saying(working));
    await becomes(server, paneId, "working");
    const { pid } = await watcherOf(server, paneId);
    const before = await transitions(server, paneId);
    const memory = privateMb(pid);
    const path = fileOf(`bytes-${Bun.hash(name)}`, bytes);
    await runs(
      server,
      paneId,
      `cat '${path}'; printf '\\030\\033\\\\\\033c\\007'; ${saying(blocked)}`,
    );
    await until(
      "the report has come through",
      () => server.format(paneId, "#{@agent_state}"),
      (state) => state === "blocked",
      30_000,
    );
    expect(await transitions(server, paneId)).toEqual([...before, "blocked"]);
    expect((await watcherOf(server, paneId)).pid).toBe(pid);
    await sleeps(pid);
    expect(privateMb(pid) - memory).toBeLessThan(8);
    await server.tmux("kill-pane", "-t", paneId);
    await until("the watcher has ended", () => !isAlive(pid));
  },
  60_000,
);

test("an agent that comes after noise is known", async () => {
  const path = fileOf("a-megabyte", noise(1 << 20));
  const quiet = `printf '\\030\\033\\\\\\033c'`;
  const paneId = await server.pane("sh", "-c", `cat '${path}'; ${quiet}; ${speaker("codex")}`);
  await until("the agent is known", () => server.format(paneId, "#{@agent_kind}"), Boolean);
  await reports(server, paneId, working);
  await becomes(server, paneId, "working");
});

test("a process that got the pid of the agent that was there is another agent", async () => {
  const paneId = await commandedAgent(server);
  await runs(server, paneId, saying(working));
  await becomes(server, paneId, "working");
  const { pid } = await watcherOf(server, paneId);
  process.kill(pid, "SIGKILL");
  await until("the watcher has ended", () => !isAlive(pid));
  const agent = await server.format(paneId, "#{@agent_pid}");
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_pid", agent.replace(/ .*/, " 1"));
  await server.taw("watch", "attach-all");
  await until(
    "it is known anew",
    () => server.format(paneId, "#{@agent_pid}"),
    (now) => now === agent,
  );
  const told = (await transitions(server, paneId)).slice(-4);
  expect(told).toEqual(["working", "done", "-", "unknown"]);
});

test("a pane that is broken out, joined, swapped and moved to another workspace is watched by the same watcher", async () => {
  const paneId = await commandedAgent(server);
  const { pid } = await watcherOf(server, paneId);
  const elsewhere = await server.tmux("new-session", "-d", "-P", "-F", "#{pane_id}", "cat");
  const moves = [
    ["join-pane", "-d", "-s", paneId, "-t", elsewhere],
    ["swap-pane", "-d", "-s", paneId, "-t", elsewhere],
    ["break-pane", "-d", "-s", paneId],
    ["move-window", "-d", "-s", paneId, "-t", "main:"],
  ];
  const words = [blocked, working, blocked, working];
  for (const [at, move] of moves.entries()) {
    await server.tmux(...move);
    const said = words[at] ?? working;
    await runs(server, paneId, saying(said));
    await becomes(server, paneId, said.state);
  }
  expect((await transitions(server, paneId)).slice(-4)).toEqual(words.map(({ state }) => state));
  expect((await watcherOf(server, paneId)).pid).toBe(pid);
});
