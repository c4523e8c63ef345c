import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import type { PaneShell } from "../../support/pane-shell.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { bin } from "../../support/taw.ts";
import type { Ran } from "../../support/taw.ts";
import { onTerminal } from "../../support/terminal.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let pane: PaneShell;

beforeAll(async () => {
  server = await tmuxServer();
  pane = await paneShell(server);
});
afterAll(() => server.close());

const callerOf = (ran: Ran) => fieldsOf(resultOf(ran), "caller");

/** Starts the command in the background, and only once the shell that started it has ended. */
const afterItsParent = (command: string): string =>
  `(S=$(sh -c 'echo $PPID'); sh -c "while kill -0 $S 2>/dev/null; do :; done; ${command}" &)`;

const WAYS: Readonly<Record<string, (command: string) => string>> = {
  "a child of the pane's shell": (command) => command,
  "a shell in a shell": (command) => `sh -c "sh -c '${command}; :'; :"`,
  "one without TMUX_PANE": (command) => `env -u TMUX_PANE ${command}`,
  "one with a session of its own": (command) => `setsid ${command}`,
  "one with a session of its own and without TMUX_PANE": (command) =>
    `env -u TMUX_PANE setsid ${command}`,
  "one whose parents have ended": afterItsParent,
  "one whose parents have ended, without TMUX_PANE": (command) =>
    afterItsParent(`env -u TMUX_PANE ${command}`),
  "one whose parents have ended, in a session of its own": (command) =>
    afterItsParent(`setsid ${command}`),
  "one that claims to be another pane's": (command) => `env TMUX_PANE=%0 ${command}`,
};

test.each(Object.entries(WAYS))("%s is inside the pane", async (_, way) => {
  const { pane_id: id, grants } = callerOf(await pane.run("taw grants show", way));
  expect([id, grants]).toEqual(["w1:p2", ["read", "write", "admin"]]);
});

test("who calls from outside every pane is the person, and so is a job of tmux itself", async () => {
  const everything = { pane_id: null, grants: ["read", "write", "admin", "respond"] };
  expect(callerOf(await server.taw("grants", "show"))).toMatchObject(everything);
  const said = `${server.box.root}/job`;
  await server.tmux("run-shell", `'${bin}' grants show >'${said}'`);
  const answer = fieldsOf(fieldsOf(await Bun.file(said).json(), "result"), "caller");
  expect(answer).toMatchObject(everything);
});

test("tmux's popup is in no pane, so what is done in it is done by the person", async () => {
  await using person = onTerminal(["tmux", "-L", server.name, "attach"], { env: server.box.env });
  const clients = () => server.tmux("list-clients", "-F", "#{client_name}");
  const client = await until("the person is attached", clients, (names) => names !== "");
  const said = `${server.box.root}/popup`;
  await server.tmux("display-popup", "-c", client, "-E", `'${bin}' grants show >'${said}'`);
  const answer = fieldsOf(fieldsOf(await Bun.file(said).json(), "result"), "caller");
  expect(answer).toMatchObject({ pane_id: null, is_outside: true });
  person.close();
});

test("what has outlived its pane is inside, and holds what every pane holds", async () => {
  const other = await paneShell(server);
  const waits = `while tmux display -p -t ${other.id} '#{pane_id}' | grep -qx ${other.id}; do :; done`;
  const started = `${server.box.root}/started`;
  const ran = other.run(`touch '${started}'; ${waits}; taw grants show`, (command) =>
    afterItsParent(`setsid ${command}`),
  );
  await until("it runs", () => existsSync(started));
  await server.tmux("kill-pane", "-t", other.id);
  const caller = callerOf(await ran);
  expect(caller).toEqual({ pane_id: null, grants: ["read", "write", "admin"], is_outside: false });
});
