import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isStillInFront, readFront } from "../../../src/identify/pane.ts";
import type { PaneFront } from "../../../src/identify/pane.ts";
import { cat } from "../../support/cat.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

/** A program at `path` under the sandbox's home. */
function program(path: string, text: string): string {
  const file = join(server.box.home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

const waits = "#!/bin/sh\necho ready; read line; read line\n";
const waitsInBun = "console.log('ready'); for await (const line of console) void line;\n";

/** A link of a name to a program that waits, so that the process itself bears the name. */
function named(path: string): string {
  const file = join(server.box.home, path);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(cat, file);
  return file;
}

const panePid = async (pane: string): Promise<number> =>
  Number(await server.format(pane, "#{pane_pid}"));

const found = (front: PaneFront | null): string | null =>
  front?.identity ? `${front.identity.kind} ${front.identity.how}` : null;

/** Waits until the pane's job is the agent expected. */
async function becomes(pane: string, expected: string): Promise<PaneFront | null> {
  const pid = await panePid(pane);
  return until(
    `pane ${pane} is ${expected}`,
    () => readFront(pid),
    (front) => found(front) === expected,
  );
}

test("a script called claude is the agent under sh, under bash and under bun", async () => {
  const script = program("bin/claude", waits);
  await becomes(await server.pane("sh", script), "claude script");
  await becomes(await server.pane("bash", "-O", "extglob", script), "claude script");
  await becomes(
    await server.pane(process.execPath, program("js/claude.js", waitsInBun)),
    "claude script",
  );
});

test("a program is the agent by its own name, by the name it was called by, and by what its link ends at", async () => {
  await becomes(await server.pane(named("own/opencode")), "opencode name");
  await becomes(await server.pane("bash", "-c", "exec -a codex cat"), "codex argv");
  named("versions/cursor-agent");
  const link = join(server.box.home, "own/agent");
  symlinkSync("../versions/cursor-agent", link);
  await becomes(await server.pane(link), "cursor argv");
});

test("a program that a shell runs in a job is the agent, and the shell is none once it has gone", async () => {
  const script = program("job/claude", waits);
  const pane = await server.pane("bash", "--norc", "--noprofile", "-i");
  const pid = await panePid(pane);
  const shell = await until(
    "the shell is in front",
    () => readFront(pid),
    (front) => front?.isOwn === true,
  );
  expect(found(shell)).toBeNull();
  await server.tmux("send-keys", "-t", pane, script, "Enter");
  const agent = await becomes(pane, "claude name");
  expect(agent?.isOwn).toBe(false);
  expect(agent && (await isStillInFront(pid, agent))).toBe(true);
  await server.tmux("send-keys", "-t", pane, "C-z");
  await until(
    "the shell is in front again",
    () => readFront(pid),
    (front) => front?.isOwn === true,
  );
  expect(agent && (await isStillInFront(pid, agent))).toBe(false);
  await server.tmux("send-keys", "-t", pane, "fg", "Enter");
  await until("the agent is in front again", () => agent && isStillInFront(pid, agent));
});

test("an agent that a wrapper script started is found in the wrapper's job", async () => {
  const agent = named("wrapped/droid");
  const wrapper = program("wrapped/start.sh", `#!/bin/sh\n${agent}\n`);
  await becomes(await server.pane(wrapper), "droid name");
});

test("a hint names what runs in a wrapper", async () => {
  await becomes(await server.pane("sh", "-c", "HERDR_AGENT=qwen exec cat"), "qwen hint");
});

test("an agent on a terminal of its own is found behind the wrapper that gave it one", async () => {
  const agent = named("inner/gemini");
  const code = `await Bun.spawn([${JSON.stringify(agent)}], { terminal: { cols: 80, rows: 24 } }).exited;`;
  const main = program("inner/main.ts", code);
  await becomes(await server.pane(process.execPath, main, "run", agent), "gemini name");
});

test("a file that bears an agent's name is no agent", async () => {
  const file = program("opencode/main.go", "package main\n");
  const pane = await server.pane("sh", "-c", `tail -f ${file}`);
  const pid = await panePid(pane);
  await until(
    "tail has shown the file",
    () => server.paneText(pane),
    (text) => text.includes("package"),
  );
  expect(found(await readFront(pid))).toBeNull();
  const note = await server.pane("tail", "-f", program("notes/claude.md", "hello\n"));
  await until(
    "tail has shown the note",
    () => server.paneText(note),
    (text) => text.includes("hello"),
  );
  expect(found(await readFront(await panePid(note)))).toBeNull();
});

test("a process that has ended has nothing in front", async () => {
  const pid = Bun.spawnSync(["true"]).pid;
  expect(await readFront(pid)).toBeNull();
});
