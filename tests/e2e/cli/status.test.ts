import { afterAll, beforeAll, expect, test } from "bun:test";
import { shellWord } from "../../../src/core/quote.ts";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ conf: "bind-key a display-message mine" });
});
afterAll(() => server.close());

const status = async () => resultOf(await server.taw("status", "--json"));

test("a server without taw says so, and how to load it", async () => {
  const { stdout, code } = await server.taw("status");
  expect(code).toBe(0);
  expect(stdout).toStartWith("taw        ");
  expect(stdout).toContain(`server     3.`);
  expect(stdout).toContain(`on ${server.socketPath}`);
  expect(stdout).toContain("taw is not loaded into this tmux server, so no pane is watched");
  expect(stdout).toContain("mend: taw tmux load");
});

test("a loaded server tells its watchers, the pane somebody else reads, and the key that is taken", async () => {
  await server.tmux("pipe-pane", "-t", "%0", "cat >/dev/null");
  await server.taw("tmux", "load");
  const watched = await server.pane();
  const found = await until(
    "the new pane is watched",
    status,
    ({ watchers }) => fieldsOf(watchers)["running"] === 1,
  );
  expect(found["loaded"]).toBe(found["version"]);
  expect(found["watchers"]).toEqual({ foreign: 1, running: 1 });
  const told = JSON.stringify(found["problems"]);
  expect(told).toContain("1 pane piped to another program, and so not watched: %0");
  expect(told).toContain("prefix a does something else already, so it does not open taw");
  expect(told).not.toContain(watched);
});

test("a taw that was moved away after it was loaded is told, whatever its folder is called, and a load mends it", async () => {
  for (const folder of ["gone", "it's gone"]) {
    const launcher = `${server.box.root}/${folder}/bin/taw`;
    await server.tmux("set-option", "-s", "@agent_wizard_taw", shellWord(launcher));
    expect((await server.taw("status")).stdout).toContain(
      `the taw loaded into this tmux server, ${launcher}, is gone, so no new pane is watched\n    mend: taw tmux load\n`,
    );
    await server.taw("tmux", "load");
    expect((await server.taw("status")).stdout).not.toContain("is gone");
  }
});

test("a key that tmux does not have is told beside all else that is known of the server", async () => {
  await server.tmux("set-option", "-g", "@agent-wizard-key", "Nokey");
  const { stdout } = await server.taw("status");
  await server.tmux("set-option", "-gu", "@agent-wizard-key");
  expect(stdout).toContain("server     3.");
  expect(stdout).toContain("tmux has no key Nokey, which @agent-wizard-key names");
});

test("without a server it still tells what is installed, exit 0", async () => {
  await using box = sandbox();
  const ran = await taw(["status"], box);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain("server     none answers on ");
  expect(ran.stdout).toContain("start tmux, or name another server with -L or -S");
});

test("it says whether the build or the sources run", async () => {
  const { runs, program } = await status();
  expect(String(runs)).toMatch(/^(source|build [0-9a-f]{16})$/);
  expect(String(program)).toEndWith("/bin/taw");
});

test("herdr's status server begins with its word, whether or not the server runs", async () => {
  const running = await server.taw("--face=herdr", "status", "server");
  expect([running.code, running.stdout.split("\n").slice(0, 4)]).toEqual([
    0,
    ["status: running", "version: 0.9.3+taw", "protocol: 22", "compatible: yes"],
  ]);
  expect(running.stdout).toMatch(/^socket: \/.*\/herdr\.sock$/m);
  await using box = sandbox();
  const gone = await taw(["--face=herdr", "status", "server"], box);
  expect([gone.code, gone.stdout.split("\n")[0]]).toEqual([0, "status: not running"]);
});

test("herdr's status has a block for client, server and update, so that a reader tells one protocol from the other", async () => {
  const { stdout } = await server.taw("--face=herdr", "status");
  const blocks = Object.fromEntries(
    stdout.split(/\n(?=\w)/).map((block) => {
      const [heading = "", ...rows] = block.trimEnd().split("\n");
      return [heading, rows.map((row) => row.replace(/: .*/, ":"))];
    }),
  );
  expect(blocks).toEqual({
    "client:": ["  version:", "  channel:", "  protocol:", "  binary:"],
    "server:": ["  status:", "  version:", "  protocol:", "  compatible:", "  socket:"],
    "update:": ["  restart_needed:"],
  });
  await using box = sandbox();
  const gone = await taw(["--face=herdr", "status"], box);
  expect(gone.stdout).toMatch(
    /\nserver:\n {2}status: not running\n {2}socket: \/.*\/herdr\.sock\n/,
  );
});

test("where nothing runs the socket that was named is told, else where it would be", async () => {
  await using box = sandbox();
  const told = await taw(["--face=herdr", "status", "server"], box);
  expect(told.stdout).toBe(
    `status: not running\nsocket: ${box.env["XDG_RUNTIME_DIR"]}/taw/herdr.sock\n`,
  );
  const env = { ...box.env, HERDR_SOCKET_PATH: `${box.root}/gone.sock` };
  const named = await taw(["--face=herdr", "status", "server", "--json"], { env, cwd: box.home });
  expect(named.json).toMatchObject({ running: false, socket: `${box.root}/gone.sock` });
});

test("herdr's status --json is bare, with nulls where nothing runs", async () => {
  const { json } = await server.taw("--face=herdr", "status", "--json");
  expect(json).toMatchObject({
    client: { version: "0.9.3", protocol: 22, session: null },
    server: { status: "running", running: true, compatible: true, restart_needed: false },
    update: { restart_needed: false },
  });
  await using box = sandbox();
  const gone = await taw(["--face=herdr", "status", "server", "--json"], box);
  expect(gone.json).toMatchObject({ running: false, version: null, compatible: null });
});
