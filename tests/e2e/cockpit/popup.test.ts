import { afterAll, expect, test } from "bun:test";
import { takeSeat } from "../../support/seat.ts";
import { run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** taw as it is installed: the loader's key, the popup, the machine's own feed, and a person's client on a terminal. */
const server = await tmuxServer({ conf: "set -g escape-time 10" });
await server.tmux("new-session", "-d", "-s", "other", "cat");
await server.taw("tmux", "load");
const seat = await takeSeat(server);

afterAll(async () => {
  await seat.close();
  await server.close();
});

const { keys, shows } = seat;
/** The popup's program is a child of the tmux server. */
async function hasEnded(): Promise<boolean> {
  const pid = await server.tmux("display-message", "-p", "#{pid}");
  return (await run(["pgrep", "-P", pid, "-f", " ui$"], { env: server.box.env })).stdout === "";
}
/** The pane in front gets what is typed; until tmux has taken the popup away, that gets it, program or not. */
async function hasKeys(): Promise<boolean> {
  await keys("~");
  return (await seat.screen()).includes("~");
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
