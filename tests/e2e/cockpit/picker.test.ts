import { afterAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { programSandbox } from "../../support/sandbox.ts";
import { takeSeat } from "../../support/seat.ts";
import { onTerminal } from "../../support/terminal.ts";
import { bin, run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** The picker as it is installed: a real tmux with a person's client, real folders, the real verbs. */
const box = programSandbox();
const server = await tmuxServer({ box, conf: "set -g escape-time 10" });
await server.taw("tmux", "load");
const HOSTILE = "x#(touch PWNED)$(touch PWNED)";
for (const path of [
  "work/api",
  "oss/api",
  "oss/web",
  "oss/tool",
  "oss/term",
  "oss/found",
  `odd/${HOSTILE}`,
])
  mkdirSync(join(box.home, path), { recursive: true });
await Bun.write(
  join(box.home, ".config/tmux-agent-wizard/config.toml"),
  '[sessions]\nproject_dirs = ["~/work", "~/oss", "~/odd"]\npre_create_hook = "~/hook"\n[ui]\nprojects_in_filter = true\n',
);
await Bun.write(
  join(box.home, "hook"),
  '#!/bin/sh\n[ "$1" != web ] || { echo "no room for $1" >&2; exit 3; }\n',
);
Bun.spawnSync(["chmod", "+x", join(box.home, "hook")]);

afterAll(async () => {
  await server.close();
  await box.close();
});

const shownSession = (name: string) =>
  until(
    `the client shows ${name}`,
    () => server.tmux("list-clients", "-F", "#{session_name}"),
    (shown) => shown === name,
  );
const hasSession = async (name: string) =>
  (await server.tmux("list-sessions", "-F", "#{session_name}")).split("\n").includes(name);

test("ui open --new-session starts with the picker: a folder is found, named in words, opened, and the popup closes", async () => {
  await using seat = await takeSeat(server);
  await server.taw("session", "open", join(box.home, "work/api"));
  const open = server.taw("ui", "open", "--new-session");
  await seat.shows("new workspace");
  await seat.shows("~/oss/api");
  await seat.type("oss/api");
  await seat.shows('will be named oss/api: "api" is taken by ~/work/api');
  await seat.keys("Enter");
  expect((await open).code).toBe(0);
  await shownSession("oss/api");
});

test("Esc in a popup that started with the picker closes it, and makes nothing", async () => {
  await using seat = await takeSeat(server);
  const open = server.taw("ui", "open", "--new-session");
  await seat.shows("~/oss/tool");
  await seat.keys("Escape");
  expect((await open).code).toBe(0);
  expect(await hasSession("tool")).toBe(false);
});

test("Esc on the picker that n opens goes back to the tree", async () => {
  await using seat = await takeSeat(server);
  const open = server.taw("ui", "open");
  await seat.shows("No agents");
  await seat.type("n");
  await seat.shows("~/oss/tool");
  await seat.keys("Escape");
  await seat.shows("filter");
  await seat.type("q");
  expect((await open).code).toBe(0);
});

test("a hook that refuses is told in its own words, and nothing is made", async () => {
  await using seat = await takeSeat(server);
  const open = server.taw("ui", "open", "--new-session");
  await seat.shows("~/oss/web");
  await seat.type("oss/web");
  await seat.keys("Enter");
  await seat.shows("no room for web");
  expect(await hasSession("web")).toBe(false);
  await seat.keys("Escape");
  expect((await open).code).toBe(0);
});

test("a typed path lists its folders, and a name that is a command elsewhere is data", async () => {
  await using seat = await takeSeat(server);
  const open = server.taw("ui", "open", "--new-session");
  await seat.shows("~/oss/tool");
  await seat.type("~/odd/x");
  await seat.shows("1 of 1");
  await seat.keys("Enter");
  expect((await open).code).toBe(0);
  await shownSession(HOSTILE);
  expect(await Bun.file(join(box.home, "PWNED")).exists()).toBe(false);
});

test("the filter lists folders too, and Enter on one opens its session", async () => {
  await using seat = await takeSeat(server);
  const open = server.taw("ui", "open");
  await seat.shows("No agents");
  await seat.type("/found");
  await seat.shows("+ ~/oss/found");
  await seat.shows("will be named found");
  await seat.keys("Enter");
  expect((await open).code).toBe(0);
  await shownSession("found");
});

test("taw open without terms opens the popup's picker inside tmux, and ends quietly with it", async () => {
  await using seat = await takeSeat(server);
  const ending = `${bin} open; echo "ended <$?>"; exec cat`;
  await server.tmux("respawn-pane", "-k", "-t", "%0", "sh", "-c", ending);
  await seat.shows("new workspace");
  await until("it is closed", async () => (await server.taw("popup", "close")).code === 0);
  await until(
    "taw open has ended",
    () => server.paneText("%0"),
    (screen) => screen === "ended <0>",
  );
});

test("taw open without terms and without a client says so on one line", async () => {
  const script = `${bin} open 2>"$HOME/said"; echo "ended <$?>"; exec cat`;
  await server.tmux("respawn-pane", "-k", "-t", "%0", "sh", "-c", script);
  await until(
    "taw open has ended",
    () => server.paneText("%0"),
    (screen) => screen === "ended <1>",
  );
  expect(await Bun.file(join(box.home, "said")).text()).toStartWith(
    "taw open: no attached client to open the popup on",
  );
});

test("taw app in a terminal of its own attaches to the session it opened, and is back after the detach", async () => {
  await using person = onTerminal([bin, "-L", server.name, "app"], {
    env: { ...box.env, TERM: "xterm-256color" },
    cwd: box.home,
  });
  await person.sees("No agents");
  person.type("n");
  await person.sees("~/oss/term");
  person.type("oss/term\r");
  await shownSession("term");
  await server.tmux("detach-client", "-s", "=term");
  await person.sees("back from term");
  person.type("q");
  expect(await person.ended).toBe(0);
});

test("where no tmux server runs, the picker starts one with the session, and attaches to it", async () => {
  const name = `${server.name}-none`;
  const env = { ...box.env, TERM: "xterm-256color" };
  await using person = onTerminal([bin, "-L", name, "app"], { env, cwd: box.home });
  await person.sees("No tmux server is running");
  person.type("n");
  await person.sees("~/oss/term");
  person.type("oss/term\r");
  const clients = () => run(["tmux", "-L", name, "list-clients", "-F", "#{session_name}"], { env });
  await until("the terminal is a client", clients, ({ stdout }) => stdout.trim() === "term");
  await run(["tmux", "-L", name, "detach-client", "-s", "=term"], { env });
  await person.sees("back from term");
  await run(["tmux", "-L", name, "kill-server"], { env });
  person.type("q");
  expect(await person.ended).toBe(0);
});
