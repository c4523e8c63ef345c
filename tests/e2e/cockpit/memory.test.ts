import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTerminal } from "../../support/terminal.ts";
import { bin } from "../../support/taw.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** taw as it is installed, in panes of the server it looks at, with the state folder that this server's taw uses. */
const how = { conf: "set -g escape-time 10\nset -g remain-on-exit on\nset -g default-size 120x40" };
const server = await tmuxServer(how);
afterAll(() => server.close());
await server.tmux("new-session", "-d", "-s", "other", "cat");
const stateFolder = join(server.box.env["XDG_STATE_HOME"] ?? "", "tmux-agent-wizard");
const database = join(stateFolder, "state.db");

const open = (on: TmuxServer): Promise<string> => on.pane(bin, "app");

const shows = (on: TmuxServer, pane: string, text: string): Promise<string> =>
  until(
    `the screen shows ${text}`,
    () => on.paneText(pane),
    (screen) => screen.includes(text),
  );

/** Whether it ended well is another test's: tmux 3.3a now and then forgets to ask a pane's process for its code. */
async function leave(on: TmuxServer, pane: string): Promise<void> {
  await on.tmux("send-keys", "-t", pane, "q");
  await until(
    "it has left",
    () => on.format(pane, "#{pane_dead}"),
    (dead) => dead === "1",
  );
}

/** Everything that a cockpit writes to its terminal from the start on, until the screen shows the text. */
async function drawnUntil(on: TmuxServer, text: string): Promise<string> {
  const log = join(on.box.root, `${on.name}.log`);
  const pane = await on.pane("sh", "-c", 'read go; exec "$@"', "sh", bin, "app");
  await on.tmux("pipe-pane", "-t", pane, `cat > ${log}`);
  await on.tmux("send-keys", "-t", pane, "Enter");
  await shows(on, pane, text);
  await leave(on, pane);
  return Bun.file(log).text();
}

/** Opens the help and closes it; letters sent with the Esc would be taken for Alt and the letter. */
async function readHelp(on: TmuxServer, pane: string): Promise<void> {
  await on.tmux("send-keys", "-t", pane, "?");
  await shows(on, pane, "type to search");
  await on.tmux("send-keys", "-t", pane, "Escape");
  await until(
    "the help is closed",
    () => on.paneText(pane),
    (screen) => !screen.includes("type to search"),
  );
}

/** The background of the selected row on a light terminal, cockpit.md §4.1. */
const LIGHT_SELECTION = "48;2;219;228;243";

/** A press (`M`), drag (32) or release (`m`) of the mouse in the sixth row, in a terminal's own words. */
const mouse = (code: number, x: number, end: string): string => `\u001b[<${code};${x};6${end}`;

/** The rows of the cockpit's table, as the tests' own eyes see them. */
function remembered(): unknown[] {
  using read = new Database(database, { readonly: true });
  return read.query("SELECT name, value FROM cockpit ORDER BY name").all();
}

test("what the cockpit heard, the divider and the first-run line's keys are there the next time", async () => {
  const first = await open(server);
  expect(await shows(server, first, "other")).toContain("Tab goes to who needs you");
  const divider = (await server.paneText(first)).split("\n")[3]?.indexOf("│") ?? 0;
  await server.tmux("send-keys", "-t", first, "-l", mouse(0, divider + 1, "M"));
  await server.tmux("send-keys", "-t", first, "-l", mouse(32, 61, "M"));
  await server.tmux("send-keys", "-t", first, "-l", mouse(0, 61, "m"));
  await until(
    "the divider was dragged",
    () => server.paneText(first),
    (screen) => screen.split("\n")[3]?.indexOf("│") === 60,
  );
  await readHelp(server, first);
  await leave(server, first);
  expect(remembered()).toEqual([
    { name: "divider", value: "60" },
    { name: "hint:help", value: "used" },
  ]);
  expect(statSync(database).mode & 0o777).toBe(0o600);

  const second = await open(server);
  const screen = await shows(server, second, "other");
  expect(screen).not.toContain("Tab goes to who needs you");
  expect(screen.split("\n")[3]?.indexOf("│")).toBe(60);
  await leave(server, second);
});

test("the rows of this tmux server stand in the first frame, and another server's do not", async () => {
  const seen = await server.tmux("display-message", "-p", "#{pid} #{start_time}");
  using write = new Database(database);
  write.run("UPDATE last_heard SET state = replace(state, '\"other\"', '\"as-heard\"')");
  expect(write.query("SELECT server FROM last_heard").all()).toEqual([{ server: seen }]);
  const drawn = await drawnUntil(server, "other");
  expect(drawn).toContain("as last heard");
  expect(drawn).toContain("as-heard");
  await using elsewhere = await tmuxServer({ ...how, box: server.box });
  expect(await drawnUntil(elsewhere, "No agents yet")).not.toContain("as last heard");
});

test("a damaged state.db is set aside, said once, and the cockpit opens as ever", async () => {
  writeFileSync(database, "no database ".repeat(900));
  for (const end of ["-wal", "-shm"])
    if (existsSync(database + end)) writeFileSync(database + end, "");
  const pane = await open(server);
  await shows(server, pane, "state.db was damaged and a new one is begun");
  await shows(server, pane, "other");
  await leave(server, pane);
  const next = await open(server);
  expect(await shows(server, next, "other")).not.toContain("damaged");
  await leave(server, next);
});

test("without a place for it the cockpit opens as ever and says so once", async () => {
  await using lost = await tmuxServer(how);
  await lost.tmux("set-option", "-s", "@agent_wizard_state", "/dev/null/taw");
  const pane = await open(lost);
  const screen = await shows(lost, pane, "cannot make the folder /dev/null/taw");
  expect(screen).not.toContain("Tab goes to who needs you");
  await shows(lost, pane, "main");
  await leave(lost, pane);
});

test("two cockpits at once remember both", async () => {
  const panes = [await open(server), await open(server)] as const;
  for (const pane of panes) await shows(server, pane, "other");
  await server.tmux("send-keys", "-t", panes[0], "Tab");
  await readHelp(server, panes[1]);
  for (const pane of panes) await leave(server, pane);
  expect(remembered()).toEqual([
    { name: "hint:help", value: "used" },
    { name: "hint:next_up", value: "used" },
  ]);
});

test("the state folder that stands in the tmux server is the one that is used", async () => {
  const folder = join(server.box.root, "named");
  mkdirSync(folder);
  await server.tmux("set-option", "-s", "@agent_wizard_state", folder);
  const pane = await open(server);
  await shows(server, pane, "other");
  await leave(server, pane);
  expect(existsSync(join(folder, "state.db"))).toBe(true);
});

test("a light terminal found outside tmux is known inside, by the client's TERM", async () => {
  await using inside = await tmuxServer(how);
  const env = { ...inside.box.env, TERM: "xterm-256color" };
  const asked = "\u001b]11;?";
  await using outside = onTerminal([bin, "-L", inside.name, "app"], { env });
  await outside.sees("\u001b[6n");
  outside.type("\u001b[1;4R");
  await outside.sees(asked);
  outside.type("\u001b]10;rgb:0000/0000/0000\u001b\\\u001b]11;rgb:ffff/ffff/ffff\u001b\\");
  await outside.sees(LIGHT_SELECTION);
  outside.type("q");
  expect(await outside.ended).toBe(0);

  await using client = onTerminal(["tmux", "-L", inside.name, "attach", "-t", "=main"], { env });
  await until("the client is attached", () => inside.tmux("list-clients"));
  const pane = await open(inside);
  await until(
    "the cockpit is drawn in the light palette",
    () => inside.tmux("capture-pane", "-p", "-e", "-t", pane),
    (screen) => screen.includes(LIGHT_SELECTION),
  );
  await leave(inside, pane);
  client.type("\u0002d");
  await client.ended;
});

test("a tmux server that hangs does not hold up the first frame", async () => {
  await using hung = await tmuxServer(how);
  const pid = Number(await hung.tmux("display-message", "-p", "#{pid}"));
  process.kill(pid, "SIGSTOP");
  const from = performance.now();
  await using app = onTerminal([bin, "-L", hung.name, "app"], { env: hung.box.env });
  await app.sees("\u001b[6n");
  app.type("\u001b[1;4R");
  await app.sees("leave");
  const took = performance.now() - from;
  process.kill(pid, "SIGCONT");
  // Who asks such a server waits 4.5 s for it.
  expect(took).toBeLessThan(4_000);
  app.type("q");
  expect(await app.ended).toBe(0);
});
