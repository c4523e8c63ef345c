import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { sandbox } from "../../support/sandbox.ts";
import { run, taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { serverFormats } from "../../../src/tmux/formats.ts";

let here: TmuxServer;
let there: TmuxServer;
beforeAll(async () => {
  here = await tmuxServer();
  await here.pane();
  there = await tmuxServer({ box: here.box });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

/** `$TMUX` of a process in `server`. */
const tmuxOf = async (server: TmuxServer) =>
  `${server.socketPath},${await server.tmux("display-message", "-p", "#{pid}")},0`;

/** As a process in pane `paneId` of `server` would run it. */
const inPane = async (server: TmuxServer, paneId: string, words: readonly string[]) =>
  taw(words, {
    env: { ...server.box.env, TMUX: await tmuxOf(server), TMUX_PANE: paneId },
  });

const currentId = (ran: Awaited<ReturnType<typeof taw>>) =>
  fieldsOf(resultOf(ran)["pane"])["pane_id"];

test("inside tmux the calling pane of that server is the current one", async () => {
  expect(currentId(await inPane(here, "%1", ["pane", "current"]))).toBe("w1:p2");
  expect(currentId(await inPane(here, "%0", ["pane", "current"]))).toBe("w1:p1");
});

test("a calling pane that is gone is said to be gone, never another one", async () => {
  expect(failureOf(await inPane(here, "%77", ["pane", "current"]))).toMatchObject({
    code: "not_found",
    message: "pane %77 not found; pane list shows them",
  });
});

test("a calling pane of a server that was started anew is refused, never taken for one of this server", async () => {
  const env = { ...here.box.env, TMUX: `${here.socketPath},99999999,0`, TMUX_PANE: "%0" };
  expect(failureOf(await taw(["pane", "current"], { env }))).toMatchObject({
    code: "not_found",
    message: "pane %0 was of a tmux server that has ended (pid 99999999): name a pane of this one",
  });
  expect(currentId(await taw(["pane", "get", "%0"], { env }))).toBe("w1:p1");
});

test("%calling is the calling pane wherever a pane is named, and nothing outside", async () => {
  expect(currentId(await inPane(here, "%1", ["pane", "get", "%calling"]))).toBe("w1:p2");
  expect(currentId(await inPane(here, "%1", ["pane", "current", "--pane", "%calling"]))).toBe(
    "w1:p2",
  );
  expect(failureOf(await here.taw("pane", "get", "%calling")).code).toBe("not_found");
});

test("TMUX_PANE of another server than the one that is asked counts for nothing", async () => {
  const words = ["-L", there.name, "pane", "current"];
  expect(currentId(await inPane(here, "%1", words))).toBe("w1:p1");
  const ran = await taw(words, {
    env: { ...here.box.env, TMUX: await tmuxOf(here), HERDR_PANE_ID: "w1:p2" },
  });
  expect(currentId(ran)).toBe("w1:p1");
});

test("HERDR_ACTIVE_PANE_ID is the pane that a command run by a key means, but for --current", async () => {
  const tmux = { TMUX: await tmuxOf(here), TMUX_PANE: "%0" };
  const current = async (given: string, ...words: string[]) =>
    currentId(
      await taw(["pane", "current", ...words], {
        env: { ...here.box.env, ...tmux, HERDR_ACTIVE_PANE_ID: given },
      }),
    );
  expect(await current("w1:p2")).toBe("w1:p2");
  expect(await current("w1:p2", "--current")).toBe("w1:p1");
  expect(await current(" ")).toBe("w1:p1");
});

test("HERDR_PANE_ID names the current pane, and %calling in it is the calling one", async () => {
  const tmux = { TMUX: await tmuxOf(here), TMUX_PANE: "%1" };
  const current = async (given: string) =>
    currentId(
      await taw(["pane", "current"], { env: { ...here.box.env, ...tmux, HERDR_PANE_ID: given } }),
    );
  expect(await current("w1:p1")).toBe("w1:p1");
  expect(await current("%calling")).toBe("w1:p2");
  expect(await current(" ")).toBe("w1:p2");
});

test("outside tmux the default socket of TMUX_TMPDIR is asked, and named when nobody answers there", async () => {
  await using box = sandbox();
  const ran = await taw(["pane", "list"], { env: box.env });
  const { code, exit, message } = failureOf(ran);
  expect([code, exit]).toEqual(["tmux_error", 1]);
  expect(message).toContain(`${box.env["TMUX_TMPDIR"]}/tmux-${process.getuid?.()}/default`);
});

test.each([
  "pane list",
  "pane send-text w1:p1 x",
  "agent wait w1:p1 --timeout 9",
  "worktree remove --workspace w1",
  "api snapshot",
  "tab rename w1:t1 x",
])("where no tmux server answers, herdr's face says server_not_running: %s", async (words) => {
  await using box = sandbox();
  const argv = ["--face=herdr", ...words.split(" ")];
  const ran = await taw(argv, { env: box.env, cwd: box.home });
  expect(failureOf(ran)).toMatchObject({ code: "server_not_running", exit: 1 });
});

test("a TMUX whose server is gone is an error that names its socket", async () => {
  const socket = join(here.box.root, "gone, and away");
  const ran = await taw(["pane", "list"], { env: { ...here.box.env, TMUX: `${socket},99,0` } });
  expect(failureOf(ran).message).toContain(socket);
});

test("a socket path may hold blanks and commas, given by -S or by TMUX", async () => {
  const socket = join(here.box.root, "a, b,c");
  const tmux = ["tmux", "-S", socket];
  await run([...tmux, "-f", "/dev/null", "new-session", "-d", "-s", "odd", "cat"], here.box);
  try {
    const given = await taw(["-S", socket, "pane", "current"], here.box);
    expect(currentId(given)).toBe("w1:p1");
    const pid = await run([...tmux, "display-message", "-p", "#{pid}"], here.box);
    const inherited = {
      ...here.box.env,
      TMUX: `${socket},${pid.stdout.trim()},0`,
      TMUX_PANE: "%0",
    };
    expect(currentId(await taw(["pane", "current"], { env: inherited }))).toBe("w1:p1");
  } finally {
    await run([...tmux, "kill-server"], here.box);
  }
});

test("a server that is stopped is an error within five seconds that names the socket", async () => {
  await using stopped = await tmuxServer();
  const pid = Number(await stopped.tmux("display-message", "-p", "#{pid}"));
  process.kill(pid, "SIGSTOP");
  const start = performance.now();
  const [ran, status] = await Promise.all([stopped.taw("pane", "list"), stopped.taw("status")]);
  const took = performance.now() - start;
  process.kill(pid, "SIGCONT");
  expect([status.code, status.stdout]).toEqual([
    0,
    expect.stringContaining("it hangs or is stopped"),
  ]);
  expect(failureOf(ran)).toMatchObject({ code: "tmux_error", exit: 1 });
  expect(failureOf(ran).message).toContain(stopped.socketPath);
  expect(took).toBeLessThan(5000);
}, 15_000);

test("a server without sessions is an error that says so", async () => {
  await using empty = await tmuxServer({ conf: "set -s exit-empty off" });
  await empty.tmux("kill-session", "-t", "main");
  const { code, message } = failureOf(await empty.taw("pane", "list"));
  expect([code, message]).toEqual([
    "tmux_error",
    `the tmux server on ${empty.socketPath} has no sessions: start one with tmux new-session`,
  ]);
});

/** A `tmux` that answers every command as a server of `version` with one pane would, as far as taw asks. */
function fakeTmux(folder: string, version: string): string {
  const bin = join(folder, `bin-${version}`);
  mkdirSync(bin, { recursive: true });
  const path = join(bin, "tmux");
  const told: Record<string, string> = { pid: "1", start: "1", version, socketPath: "/tmp/fake" };
  const fields = Object.keys(serverFormats).map((name) => told[name] ?? "");
  writeFileSync(path, `#!/bin/sh\nprintf '${["S", ...fields].join("\\t")}\\n'\n`);
  chmodSync(path, 0o755);
  return bin;
}

test("a tmux older than 3.2 is refused with the floor, any other is used", async () => {
  await using box = sandbox();
  const ask = (version: string) =>
    taw(["pane", "list"], {
      env: { ...box.env, PATH: `${fakeTmux(box.root, version)}:${box.env["PATH"]}` },
    });
  expect(failureOf(await ask("3.1c"))).toMatchObject({
    code: "unsupported",
    message:
      "the tmux server on /tmp/fake is 3.1c; taw needs 3.2 or newer: install it and start the server again",
  });
  for (const version of ["3.2", "3.2a", "3.6b", "3.7c", "next-3.8", "master", "openbsd-7.6"]) {
    expect(resultOf(await ask(version))).toEqual({ type: "pane_list", panes: [] });
  }
});

test("a server that breaks off may be of a newer version than the client, and the error says so", async () => {
  await using box = sandbox();
  const bin = fakeTmux(box.root, "3.3a");
  writeFileSync(join(bin, "tmux"), "#!/bin/sh\necho 'server exited unexpectedly' >&2\nexit 1\n");
  const ran = await taw(["pane", "list"], {
    env: { ...box.env, PATH: `${bin}:${box.env["PATH"]}` },
  });
  expect(failureOf(ran).code).toBe("tmux_error");
  expect(failureOf(ran).message).toContain("of a newer version than the tmux on PATH");
});

test("without tmux on PATH the error says what to install", async () => {
  await using box = sandbox();
  const bare = join(box.root, "bare");
  mkdirSync(bare);
  for (const program of ["sh", "readlink"]) {
    await run(["ln", "-s", Bun.which(program) ?? "", join(bare, program)], box);
  }
  const bun = { BUN_INSTALL: box.root, PATH: bare };
  await run(["ln", "-s", process.execPath, join(bare, "bun")], box);
  const ran = await taw(["pane", "list"], { env: { ...box.env, ...bun } });
  expect(failureOf(ran)).toMatchObject({
    code: "tmux_error",
    message: "tmux is not on PATH; install tmux 3.2 or newer",
  });
});
