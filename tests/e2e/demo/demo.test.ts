import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Process } from "../../../src/core/job.ts";
import { readTree } from "../../../src/system/proc.ts";
import { sandbox } from "../../support/sandbox.ts";
import { bin, run, taw } from "../../support/taw.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const box = sandbox();
afterAll(() => box.close());

const KINDS = ["claude", "codex", "gemini", "opencode", "pi"];

/** A demo in a terminal of its own, and how it looks from outside. */
class Demo {
  readonly child;
  readonly socketName: string;
  written = "";

  constructor(variables: Readonly<Record<string, string>> = {}) {
    this.child = Bun.spawn([bin, "demo"], {
      env: { ...box.env, ...variables },
      cwd: box.home,
      terminal: {
        cols: 120,
        rows: 40,
        data: (_terminal, bytes) => {
          this.written += new TextDecoder().decode(bytes);
        },
      },
    });
    this.socketName = `taw-demo-${this.child.pid}`;
  }

  type(keys: string): void {
    this.child.terminal?.write(keys);
  }

  tmux(...argv: string[]) {
    return run(["tmux", "-L", this.socketName, ...argv], { env: box.env });
  }

  /** Kind and status of what `taw agent list` says from outside. */
  async agents(): Promise<{ kind: string; status: string; paneId: string }[]> {
    const listed = await taw(["-L", this.socketName, "agent", "list"], { env: box.env });
    return listed.code === 0 ? agentsOf(listed.json) : [];
  }

  async processes(): Promise<number[]> {
    const listed = await this.tmux("list-panes", "-a", "-F", "#{pid} #{pane_pid}");
    return [...new Set(listed.stdout.trim().split(/\s+/).map(Number))];
  }

  /** Everything is up: five agents known, the cockpit drawn. */
  async isUp(): Promise<void> {
    await until(
      "five agents are listed",
      async () => (await this.agents()).map(({ kind }) => kind).toSorted(),
      (kinds) => kinds.join() === KINDS.join(),
      20_000,
    );
    await until(
      "the cockpit names every agent",
      () => KINDS.filter((kind) => !this.written.includes(kind)),
      (missing) => missing.length === 0,
    );
  }

  /** Nothing is left: no server, no process of it, no file. */
  async isGone(pids: readonly number[], withinMs: number): Promise<void> {
    await until(
      "every process of the demo ended",
      () => pids.filter(isAlive),
      (left) => left.length === 0,
      withinMs,
    );
    expect((await this.tmux("has-session")).code).toBe(1);
    await until(
      "no folder of the demo is left",
      () => leftFolders(),
      (left) => left.length === 0,
      2000,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.tmux("kill-server");
    await until(
      "the demo's folder is gone",
      () => leftFolders(),
      (left) => left.length === 0,
    );
  }
}

const leftFolders = () =>
  existsSync(join(box.root, "tmp"))
    ? readdirSync(join(box.root, "tmp")).filter((name) => name.startsWith("taw-demo-"))
    : [];

function agentsOf(answer: unknown): { kind: string; status: string; paneId: string }[] {
  const agents: unknown = Object(Object(answer).result).agents;
  if (!Array.isArray(agents)) throw new Error(`no list of agents: ${Bun.inspect(answer)}`);
  return agents.map((agent) => ({
    kind: `${agent.agent}`,
    status: `${agent.agent_status}`,
    paneId: `${agent.pane_id}`,
  }));
}

test("the demo shows five agents, in the cockpit and from outside, and q takes its server down", async () => {
  await using demo = new Demo();
  await demo.isUp();
  const pids = await demo.processes();
  demo.type("q");
  expect(await demo.child.exited).toBe(0);
  await demo.isGone(pids, 1000);
});

test("an agent of the demo is explained from outside by the ordinary path", async () => {
  await using demo = new Demo();
  await demo.isUp();
  const codex = await until(
    "codex asks",
    async () => (await demo.agents()).find(({ kind }) => kind === "codex"),
    (agent) => agent?.status === "blocked",
    20_000,
  );
  const words = ["-L", demo.socketName, "agent", "explain", codex?.paneId ?? ""];
  const explained = await taw(words, { env: box.env });
  expect([explained.code, explained.stderr]).toEqual([0, ""]);
  expect(explained.stdout).toMatch(/^process +\d+ bun, known as codex by its script$/m);
  expect(explained.stdout).toMatch(/^watcher +running, wrote blocked /m);
});

test("a recording swapped for an unknown program is no agent any more", async () => {
  await using demo = new Demo();
  await demo.isUp();
  await demo.tmux("respawn-pane", "-k", "-t", "=docs:", "cat");
  await until(
    "pi is not listed",
    async () => (await demo.agents()).map(({ kind }) => kind).toSorted(),
    (kinds) => kinds.join() === KINDS.filter((kind) => kind !== "pi").join(),
    20_000,
  );
});

test("a demo that is killed takes its server down within five seconds", async () => {
  await using demo = new Demo();
  await demo.isUp();
  const pids = await demo.processes();
  demo.child.kill("SIGKILL");
  await demo.isGone(pids, 5000);
});

test("a demo whose cockpit is killed gives the terminal back as it was, and ends", async () => {
  await using outer = await tmuxServer();
  const pane = await outer.pane("sh", "-c", `'${bin}' demo; stty -a; echo over; exec cat`);
  const terminal = () => outer.format(pane, "#{alternate_on} #{mouse_any_flag} #{cursor_flag}");
  await until("the cockpit has the terminal", terminal, (flags) => flags === "1 1 0");
  const cockpit = await until("the cockpit runs", async () => cockpitOf(await below(outer, pane)));
  process.kill(cockpit, "SIGKILL");
  const screen = await until(
    "the demo is over",
    () => outer.paneText(pane),
    (text) => /^over$/m.test(text),
  );
  expect(screen).toContain("taw: the cockpit was ended by SIGKILL, and the demo ends with it");
  expect(screen).toMatch(/ icanon (.|\n)* echo /);
  expect(await terminal()).toBe("0 0 1");
});

const below = async (server: TmuxServer, pane: string): Promise<Process[]> =>
  readTree(Number(await server.format(pane, "#{pane_pid}")));

const cockpitOf = (processes: readonly Process[]): number =>
  processes.find(({ argv }) => argv.at(-1) === "app")?.pid ?? 0;

test("a demo whose terminal is closed leaves nothing", async () => {
  await using demo = new Demo();
  await demo.isUp();
  const pids = await demo.processes();
  demo.child.terminal?.close();
  await demo.isGone(pids, 5000);
});

test("without a terminal the demo says so in one line and exits 2", async () => {
  const { code, stdout, stderr } = await taw(["demo"], { env: box.env });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^taw: the demo fills a terminal, .* run \S+\/bin\/taw demo in one\n$/);
  expect(leftFolders()).toEqual([]);
});

test("a tmux older than 3.2 is named, and nothing is started", async () => {
  const old = join(box.root, "old tmux");
  mkdirSync(old);
  for (const version of ["3.1c", "3.0", "2.9a"]) {
    writeFileSync(join(old, "tmux"), `#!/bin/sh\necho tmux ${version}\n`, { mode: 0o755 });
    const demo = new Demo({ PATH: `${old}:${box.env["PATH"]}` });
    expect(await demo.child.exited).toBe(1);
    expect(demo.written).toBe(
      `taw: the demo needs tmux 3.2 or newer, this one is tmux ${version}\r\n`,
    );
  }
  expect(leftFolders()).toEqual([]);
});

test("a folder for temporary files that cannot be used is named in one line, with what to do", async () => {
  const demo = new Demo({ TMPDIR: "/nowhere/at/all", NO_COLOR: "1" });
  expect(await demo.child.exited).toBe(1);
  expect(demo.written.trim().split("\r\n").at(-1)).toMatch(
    /^taw: the demo cannot make its folder \(ENOENT.*\/nowhere\/at\/all.*\): set TMPDIR to .*$/,
  );
  expect(demo.written).not.toContain("main.ts");
});
