import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fieldsOf } from "../../support/answer.ts";
import { ask, serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import type { PaneShell } from "../../support/pane-shell.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let socket: HerdrSocket;
let pane: PaneShell;

beforeAll(async () => {
  server = await tmuxServer();
  pane = await paneShell(server);
  socket = await serveSocket(server);
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

/** Connects to a path, writes a line and prints what comes: what a tool in a pane does. */
const CLIENT =
  "const [path, line] = process.argv.slice(-2); await new Promise((over) => Bun.connect({ unix: path, socket: { open: (one) => void one.write(line + '\\n'), data: (_, bytes) => void process.stdout.write(bytes), close: over, connectError: over } }));";

const clientWords = (method: string, params: unknown): string => {
  const line = JSON.stringify({ id: "a", method, params });
  const words = [process.execPath, "-e", CLIENT, socket.path, line];
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
};

const fromPane = async (method: string, params: unknown, way?: (command: string) => string) => {
  const ran = await pane.run(clientWords(method, params), way);
  return JSON.parse(ran.stdout);
};
const afterItsParent = (command: string): string =>
  `(S=$(sh -c 'echo $PPID'); sh -c "while kill -0 $S 2>/dev/null; do :; done; ${command}" &)`;

const state = async (paneId: string, status: string) => {
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_state", status);
};

test("a connection from a pane holds that pane's grants, one from outside every right", async () => {
  await server.taw("grants", "set", pane.id, "none");
  const read = await fromPane("pane.list", {});
  expect(read.error).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("`read`"),
  });
  for (const way of [(command: string) => `setsid ${command}`, afterItsParent]) {
    expect((await fromPane("workspace.list", {}, way)).error?.code).toBe("forbidden");
  }
  expect((await fromPane("ping", {})).result?.type).toBe("pong");
  expect((await ask(socket.path, "pane.list", {})).result?.type).toBe("pane_list");
  await server.taw("grants", "set", pane.id, "read");
  expect((await fromPane("pane.list", {})).result?.type).toBe("pane_list");
  const typed = await fromPane("pane.send_text", { pane_id: "%0", text: "no" });
  expect(typed.error).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("`write`"),
  });
  await server.taw("grants", "set", pane.id, "write");
  const renamed = await fromPane("pane.rename", { pane_id: "%0", label: "no" });
  expect(renamed.error).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("`admin`"),
  });
  await server.taw("grants", "set", pane.id, "default");
  expect(await server.paneText("%0")).toBe("");
});

test("keys that would answer another pane's prompt are refused on the socket as on the command line", async () => {
  await state("%0", "blocked");
  for (const [method, params] of [
    ["pane.send_text", { text: "yes" }],
    ["pane.send_keys", { keys: ["enter"] }],
    ["pane.send_input", { text: "yes", keys: ["enter"] }],
  ] as const) {
    const { error } = await fromPane(method, { pane_id: "%0", ...params });
    expect(error).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("waits on a prompt"),
    });
  }
  expect(await server.paneText("%0")).toBe("");
  const { result } = await ask(socket.path, "pane.send_text", { pane_id: "%0", text: "person" });
  expect(result?.type).toBe("ok");
  await until(
    "it is typed",
    () => server.paneText("%0"),
    (text) => text === "person",
  );
});

test("a program in a pane names that pane by what HERDR_PANE_ID says there, whatever the pane holds", async () => {
  const own = { pane_id: "%calling" };
  const { result } = await fromPane("pane.get", own);
  const known = await ask(socket.path, "pane.get", { pane_id: pane.id });
  expect(fieldsOf(result, "pane")["pane_id"]).toBe(fieldsOf(known.result, "pane")["pane_id"]);
  await fromPane("pane.rename", { ...own, label: "%calling" });
  const renamed = await ask(socket.path, "pane.get", { pane_id: pane.id });
  expect(fieldsOf(renamed.result, "pane")["label"]).toBe("%calling");
  await server.taw("grants", "set", pane.id, "none");
  expect((await fromPane("pane.get", own)).error?.code).toBe("forbidden");
  const report = { ...own, source: "hook", tokens: { branch: "main" } };
  expect((await fromPane("pane.report_metadata", report)).result?.type).toBe("ok");
  await server.taw("grants", "set", pane.id, "default");
  const outside = await ask(socket.path, "pane.get", own);
  expect(outside.error).toMatchObject({ code: "pane_not_found" });
});

/** What a hook script does: it writes its line and ends, and whatever the answer is, nobody reads it. */
const AND_GONE =
  "const [path, line] = process.argv.slice(-2); const one = await Bun.connect({ unix: path, socket: { data() {} } }); one.write(line + '\\n'); process.kill(process.pid, 'SIGKILL');";

test("a report is taken from a program that has ended before it could be answered, in a pane and outside", async () => {
  const { result } = await ask(socket.path, "pane.get", { pane_id: pane.id });
  const paneId = String(fieldsOf(result, "pane")["pane_id"]);
  const params = (token: string) => ({
    pane_id: paneId,
    source: "hook",
    tokens: { [token]: "said" },
  });
  const lineOf = (token: string) =>
    JSON.stringify({ id: "a", method: "pane.report_metadata", params: params(token) });
  const told = () => server.tmux("show-options", "-pqv", "-t", pane.id, "@agent_metadata");
  for (const token of ["one", "two", "three"]) {
    await run([process.execPath, "-e", AND_GONE, socket.path, lineOf(token)], {
      env: server.box.env,
    });
    const words = [process.execPath, "-e", AND_GONE, socket.path, lineOf(`${token}_inside`)];
    await pane.run(words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" "));
    await until(
      `${token} is kept, and ${token}_inside`,
      told,
      (text) => text.includes(`"${token}"`) && text.includes(`${token}_inside`),
    );
  }
});

test.if(process.getuid?.() === 0)(
  "another user's connection is refused, even where the folder's mode would let it in",
  async () => {
    // Up to the system's own folder, which is open to everybody.
    for (let folder = dirname(socket.path); !isOpen(folder); folder = dirname(folder)) {
      chmodSync(folder, 0o755);
    }
    chmodSync(socket.path, 0o666);
    const program = `use IO::Socket::UNIX; $s = IO::Socket::UNIX->new(Peer => shift) or die "$!"; print "connected\\n";
$SIG{PIPE} = "IGNORE"; print $s qq({"id":"a","method":"ping","params":{}}\\n); $s->flush; print scalar(<$s>) // "nothing", "\\n";`;
    const words = [
      "setpriv",
      "--reuid=65534",
      "--clear-groups",
      "perl",
      "-e",
      program,
      socket.path,
    ];
    const ran = await run(words, { env: server.box.env, cwd: "/" });
    expect(ran.stdout).toBe("connected\nnothing\n");
  },
);

const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 0o007) === 0o007 || folder === "/";
