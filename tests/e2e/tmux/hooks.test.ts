import { expect, test } from "bun:test";
import { attachClient } from "../../support/client.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import type { Recorder } from "../../support/loaded.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const ID = ["-P", "-F", "#{pane_id}"];

/** How often a watcher was started for a pane. */
const starts = (taw: Recorder, paneId: string): number =>
  taw.calls().filter((call) => call.startsWith(`__watch ${paneId} `)).length;

const startedOnce = (taw: Recorder, paneId: string) =>
  until(
    `${paneId} has one watcher`,
    () => starts(taw, paneId),
    (count) => count === 1,
  );

test("a new pane has its watcher before its first byte, however it was made", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const speaks = ["sh", "-c", "printf first; exec cat"];
  const panes = [
    await server.tmux("split-window", "-d", ...ID, ...speaks),
    await server.tmux("split-window", ...ID, ...speaks),
    await server.tmux("new-window", "-d", ...ID, ...speaks),
    await server.tmux("new-window", ...ID, ...speaks),
    await server.tmux("new-session", "-d", "-s", "two", ...ID, ...speaks),
  ];
  for (const pane of panes) {
    await until(
      `${pane} was heard`,
      () => taw.heard(pane),
      (text) => text.startsWith("first"),
    );
    expect(starts(taw, pane)).toBe(1);
    expect(await server.format(pane, "#{pane_pipe}")).toBe("1");
  }
  const key = `${server.socketPath} ${await server.format("main", "#{pid}")}`;
  expect(taw.calls()).toContain(`__watch ${panes[0]} ${key}`);
});

test("panes that no hook announces get their watcher by the sweep: made in a hook, or in a grouped session", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  await server.tmux("set-hook", "-g", "after-rename-window", "split-window -d cat");
  await server.tmux("rename-window", "-t", "main", "split");
  const inHook = await until(
    "the hook made a pane",
    async () =>
      (await server.tmux("list-panes", "-t", "main", "-F", "#{pane_id}")).split("\n")[1] ?? "",
  );
  await startedOnce(taw, inHook);
  await server.tmux("set-hook", "-t", "main", "after-new-window", "display-message hidden");
  await server.tmux("new-session", "-d", "-s", "grouped", "-t", "main");
  const hidden = await server.tmux("new-window", "-d", "-t", "main:", ...ID, "cat");
  await startedOnce(taw, hidden);
});

test("a load opens every pane that is there once, those of grouped sessions too, and no dead one", async () => {
  await using server = await tmuxServer({ conf: "set -gw remain-on-exit on" });
  const dead = await server.pane("false");
  await until("it is dead", async () => (await server.format(dead, "#{pane_dead}")) === "1");
  await server.tmux("new-session", "-d", "-s", "grouped", "-t", "main");
  const shared = await server.pane();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  await startedOnce(taw, shared);
  await loadInto(server, taw.launcher);
  await server.tmux("split-window", "-d", "-t", shared, "cat");
  expect(starts(taw, shared)).toBe(1);
  expect(starts(taw, dead)).toBe(0);
});

test("a load into many panes opens each once, a few at a time, and answers meanwhile", async () => {
  await using server = await tmuxServer({ height: 200 });
  const panes = await Promise.all(
    Array.from({ length: 24 }, () => server.tmux("new-window", "-d", ...ID, "cat")),
  );
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  await until(
    "every pane has a reader",
    () => server.tmux("list-panes", "-a", "-F", "#{pane_pipe}"),
    (shown) => !shown.includes("0"),
  );
  for (const pane of panes) await startedOnce(taw, pane);
  expect(taw.calls()).toContain("watch attach-all");
});

test("a pane that dies at once leaves no reader and no message", async () => {
  await using server = await tmuxServer();
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  await using client = await attachClient(server);
  const gone = await server.tmux("split-window", "-d", ...ID, "false");
  await until(
    "the pane has gone",
    async () => !(await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).includes(gone),
  );
  expect(await server.format("main:", "#{pane_in_mode}")).toBe("0");
  expect(client.drawn()).not.toContain("exited");
});

test("kill-server ends every reader", async () => {
  const server = await tmuxServer();
  try {
    const taw = recorder(server);
    await loadInto(server, taw.launcher);
    await server.pane();
    await until("two watchers run", () => taw.calls().length === 2);
    const server_pid = await server.format("main:", "#{pid}");
    const readers = (await childrenOf(server_pid)).filter(
      (line) => line.comm === "cat" && line.isPipe,
    );
    expect(readers.length).toBe(2);
    await server.tmux("kill-server");
    await until("no reader is left", () => readers.every(({ pid }) => !isAlive(pid)));
  } finally {
    await server.close();
  }
});

interface Child {
  pid: number;
  comm: string;
  isPipe: boolean;
}

/** The processes a tmux server started; a reader of a pipe has no terminal of its own. */
async function childrenOf(pid: string): Promise<Child[]> {
  const shown = await Bun.$`ps -o pid=,tty=,comm= --ppid ${pid}`.text();
  return shown
    .trim()
    .split("\n")
    .map((line) => {
      const [id = "", tty, comm = ""] = line.trim().split(/\s+/);
      return { pid: Number(id), comm, isPipe: tty === "?" };
    });
}

/** A pane with an agent that is done, as its watcher would have left it. */
async function markDone(server: TmuxServer, paneId: string): Promise<void> {
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_state_seq", "4");
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_state", "done");
}

const stateOf = (server: TmuxServer, paneId: string) =>
  server.format(paneId, "#{@agent_state} #{@agent_state_seq}");

test("done becomes idle when a person is shown the pane, by each way of showing it, and once", async () => {
  await using server = await tmuxServer({ conf: "set -g focus-events on" });
  await loadInto(server, recorder(server).launcher);
  const first = await server.format("main:", "#{pane_id}");
  const beside = await server.tmux("split-window", "-d", ...ID, "cat");
  const behind = await server.tmux("new-window", "-d", ...ID, "cat");
  const elsewhere = await server.tmux("new-session", "-d", "-s", "two", ...ID, "cat");
  await using client = await attachClient(server);
  const ways: [string, string, () => Promise<unknown>][] = [
    ["select-pane", beside, () => server.tmux("select-pane", "-t", beside)],
    ["last-pane", first, () => server.tmux("last-pane", "-t", "main:")],
    ["select-window", behind, () => server.tmux("select-window", "-t", behind)],
    ["last-window", first, () => server.tmux("last-window", "-t", "main")],
    [
      "switch-client",
      elsewhere,
      () => server.tmux("switch-client", "-c", client.name, "-t", "two"),
    ],
    [
      "kill-session",
      first,
      async () => {
        await server.tmux("set-option", "-g", "detach-on-destroy", "off");
        await server.tmux("kill-session", "-t", "two");
      },
    ],
    ["kill-pane", beside, () => server.tmux("kill-pane", "-t", first)],
  ];
  for (const [way, pane, show] of ways) {
    await markDone(server, pane);
    expect(`${way}: ${await stateOf(server, pane)}`).toBe(`${way}: done 4`);
    await show();
    await until(
      `${way} shows it`,
      () => stateOf(server, pane),
      (state) => state === "idle 5",
    );
  }
  expect(await server.format(beside, "#{@agent_state_since}")).toMatch(/^\d{10}000$/);

  client.type("\x1b[O");
  await until(
    "the terminal is out of focus",
    async () => !(await server.tmux("list-clients", "-F", "#{client_flags}")).includes("focused"),
  );
  await markDone(server, behind);
  await server.tmux("select-window", "-t", behind);
  expect(await stateOf(server, behind)).toBe("done 4");
  client.type("\x1b[I");
  await until(
    "focus shows it",
    () => stateOf(server, behind),
    (state) => state === "idle 5",
  );

  await client.detach();
  await markDone(server, behind);
  await server.tmux("select-window", "-t", beside);
  await server.tmux("select-window", "-t", behind);
  expect(await stateOf(server, behind)).toBe("done 4");
  await using again = await attachClient(server);
  await until(
    `${again.name} shows it`,
    () => stateOf(server, behind),
    (state) => state === "idle 5",
  );
});

test("done stays while nobody but a program looks: an unseen window, a control client", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  const hidden = await server.tmux("split-window", "-d", ...ID, "cat");
  await server.tmux("new-session", "-d", "-s", "two", "cat");
  await markDone(server, hidden);
  await using client = await attachClient(server, { session: "two" });
  await server.tmux("select-pane", "-t", hidden);
  expect(await stateOf(server, hidden)).toBe("done 4");
  const control = Bun.spawn(["tmux", "-L", server.name, "-C", "attach-session", "-t", "main"], {
    env: { ...server.box.env },
    stdin: "pipe",
    stdout: "ignore",
  });
  await until(
    "the control client is there",
    async () => (await server.tmux("list-clients", "-t", "main")) !== "",
  );
  await server.tmux("select-pane", "-t", "main:.0");
  await server.tmux("select-pane", "-t", hidden);
  expect(await stateOf(server, hidden)).toBe("done 4");
  await server.tmux("switch-client", "-c", client.name, "-t", "main");
  await until(
    "the person sees it",
    () => stateOf(server, hidden),
    (state) => state === "idle 5",
  );
  control.kill();
  await control.exited;
});
