import { afterAll, expect, test } from "bun:test";
import { run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** taw as it is installed: the loader's key, the popup, the machine's own feed, and a person's client on a terminal. */
const server = await tmuxServer({ conf: "set -g escape-time 10" });
await server.tmux("new-session", "-d", "-s", "other", "cat");
await server.taw("tmux", "load");
const terminal = await tmuxServer({ conf: "set -g prefix C-q\nset -g escape-time 10" });
const folder = `TMUX_TMPDIR=${server.box.env["TMUX_TMPDIR"]}`;
const seat = await terminal.pane(
  "env",
  "-u",
  "TMUX",
  "-u",
  "TMUX_PANE",
  folder,
  "tmux",
  "-L",
  server.name,
  "attach",
  "-t",
  "=main",
);
await until("a client is attached", () => server.tmux("list-clients"));

afterAll(async () => {
  await terminal.close();
  await server.close();
});

const keys = (...names: string[]): Promise<string> =>
  terminal.tmux("send-keys", "-t", seat, ...names);
const shows = (text: string): Promise<string> =>
  until(
    `the terminal shows ${text}`,
    () => terminal.paneText(seat),
    (screen) => screen.includes(text),
  );
/** The popup's program is a child of the tmux server. */
async function hasEnded(): Promise<boolean> {
  const pid = await server.tmux("display-message", "-p", "#{pid}");
  return (await run(["pgrep", "-P", pid, "-f", " ui$"], { env: server.box.env })).stdout === "";
}
/** The pane in front gets what is typed; until tmux has taken the popup away, that gets it, program or not. */
async function hasKeys(): Promise<boolean> {
  await keys("~");
  return (await terminal.paneText(seat)).includes("~");
}
async function closes(): Promise<void> {
  await until("the popup's program has ended", hasEnded);
  await until("the popup is closed", hasKeys);
}

test("prefix and its key open the popup, and the same keys close it", async () => {
  await keys("C-b", "a");
  await shows("No agents yet");
  expect(await hasEnded()).toBe(false);
  await keys("C-b", "a");
  await closes();
});

test("Enter in the popup brings the client to the workspace, and the popup is closed", async () => {
  await keys("C-b", "a");
  await shows("other");
  await keys("j");
  await shows("2/2");
  await keys("Enter");
  await until(
    "the client shows it",
    () => server.tmux("list-clients", "-F", "#{session_name}"),
    (name) => name === "other",
  );
  await closes();
});

test("40: taw app --plain on a real machine is sentences only", async () => {
  const { code, stdout } = await server.taw("app", "--plain");
  expect(code).toBe(0);
  expect(stdout).toBe(
    "no agents: start one in any pane of this tmux server, and it shows up here\nwhy a state: taw agent explain PANE\n",
  );
});

test("taw ui without a terminal prints the sentences too, and without a server says so", async () => {
  const { stdout } = await server.taw("ui");
  expect(stdout).toStartWith("no agents");
  const none = await tmuxServer();
  await none.tmux("kill-server");
  const { stdout: words } = await none.taw("app");
  expect(words).toStartWith("no tmux server is running on ");
  await none.close();
});
