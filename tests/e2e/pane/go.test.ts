import { afterAll, expect, test } from "bun:test";
import { taw } from "../../support/taw.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const inner = await tmuxServer();
const terminal = await tmuxServer();
await terminal.pane(
  "env",
  "-u",
  "TMUX",
  `TMUX_TMPDIR=${inner.box.env["TMUX_TMPDIR"]}`,
  "tmux",
  "-L",
  inner.name,
  "attach",
);
await until("a client is attached", () => inner.tmux("list-clients"));
await inner.tmux("new-session", "-d", "-s", "other", "cat");
await inner.tmux("split-window", "-d", "-t", "=other:", "cat");
const [first = "", second = ""] = (
  await inner.tmux("list-panes", "-t", "=other:", "-F", "#{pane_id}")
).split("\n");
const stamp = await inner.tmux("display-message", "-p", "#{pid} #{start_time}");

afterAll(async () => {
  await terminal.close();
  await inner.close();
});

/** `taw pane go …` as a program in that tmux server runs it. */
const go = (server: TmuxServer, ...words: string[]) =>
  taw(["pane", "go", ...words], {
    env: { ...server.box.env, TMUX: `${server.socketPath},1,0` },
    cwd: server.box.home,
  });

const shown = (): Promise<string> => inner.tmux("list-clients", "-F", "#{session_name} #{pane_id}");

test("pane go brings the client to the pane's session, window and pane", async () => {
  expect((await go(inner, second, "--server", stamp)).code).toBe(0);
  expect(await shown()).toBe(`other ${second}`);
  expect((await go(inner, first, "--server", stamp)).code).toBe(0);
  expect(await shown()).toBe(`other ${first}`);
  expect((await go(inner, "w1")).code).toBe(0);
  expect(await shown()).toStartWith("main ");
});

test("pane go to a pane that is gone, or of another server, moves nothing", async () => {
  const before = await shown();
  const gone = await go(inner, "%9999", "--server", stamp);
  expect([gone.code, JSON.parse(gone.stderr).error.code]).toEqual([1, "not_found"]);
  const other = await go(inner, second, "--server", "1 1");
  expect([other.code, JSON.parse(other.stderr).error.code]).toEqual([1, "not_found"]);
  const odd = await go(inner, second, "--server", "x,y}");
  expect(JSON.parse(odd.stderr).error.code).toBe("invalid_argument");
  expect(await shown()).toBe(before);
});

test("outside tmux pane go answers the command that attaches there", async () => {
  const { json } = await inner.taw("pane", "go", second);
  expect(json).toMatchObject({
    result: {
      type: "ok",
      attach: ["tmux", "-u", "-L", inner.name, "attach-session", "-t", second],
    },
  });
  expect(await inner.tmux("display-message", "-p", "-t", "=other:", "#{pane_id}")).toBe(second);
});
