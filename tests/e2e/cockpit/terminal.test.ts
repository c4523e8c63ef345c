import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Socket } from "bun";
import { busy, hello } from "../../support/cockpit.ts";
import { run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** The real program, in a pane of a real tmux, with a made-up machine behind it. */
const program = join(import.meta.dir, "../../support/run-cockpit.ts");
const server = await tmuxServer({ conf: "set -g escape-time 10\nset -g remain-on-exit on" });
afterAll(() => server.close());

const bun = [process.execPath, "--no-env-file", "--config=/dev/null", program];

interface Opened {
  readonly pane: string;
  readonly pid: number;
  keys(...keys: string[]): Promise<string>;
  shows(text: string): Promise<string>;
  /** Exit code, and whether alternate screen and mouse are off again. */
  ended(): Promise<{ code: number; isRestored: boolean; text: string }>;
}

async function open(settings: object, environment: Record<string, string> = {}): Promise<Opened> {
  const variables = { COCKPIT: JSON.stringify(settings), ...environment };
  const assigned = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const script = 'env "$@"; printf "%s" "rc=$?"; cat';
  const pane = await server.pane("sh", "-c", script, "sh", ...assigned, ...bun);
  const shows = (text: string): Promise<string> =>
    until(
      `the screen shows ${text}`,
      () => server.paneText(pane),
      (screen) => screen.includes(text),
    );
  await shows("● codex");
  const pid = Number(
    (await run(["pgrep", "-P", await server.format(pane, "#{pane_pid}")], { env: server.box.env }))
      .stdout,
  );
  return {
    pane,
    pid,
    keys: (...keys) => server.tmux("send-keys", "-t", pane, ...keys),
    shows,
    ended: async () => {
      const text = await shows("rc=");
      const flags = await server.format(pane, "#{alternate_on} #{mouse_any_flag} #{cursor_flag}");
      const code = Number(/rc=(\d+)/.exec(text)?.[1]);
      return { code, isRestored: flags === "0 0 1", text };
    },
  };
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** A feed that says what the test says, from the busy machine on. */
async function madeUpMachine() {
  const path = join(server.box.root, "feed.sock");
  const sockets: Socket[] = [];
  const listener = Bun.listen({
    unix: path,
    socket: {
      open: (socket) => {
        sockets.push(socket);
        socket.write(line(hello()) + line(busy()));
      },
      data: () => undefined,
    },
  });
  return {
    path,
    says: (value: unknown) => {
      for (const socket of sockets) socket.write(line(value));
    },
    [Symbol.asyncDispose]: async () => listener.stop(true),
  };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("the cockpit draws the machine and obeys keys", async () => {
  const app = await open({});
  await app.shows("▲ claude  server");
  await app.keys("Tab");
  await app.shows("▲ codex  tf");
  await app.keys("/", "l", "o", "g");
  await app.shows("3 of 23");
  await app.keys("Escape");
  await app.shows("25");
  await app.keys("q");
  expect(await app.ended()).toMatchObject({ code: 0, isRestored: true });
});

test("the terminal is as it was after every signal, with its code", async () => {
  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const) {
    const app = await open({});
    process.kill(app.pid, signal);
    expect(await app.ended()).toMatchObject({ code, isRestored: true });
  }
});

test("after a bug the terminal is as it was, and the message is printed on it", async () => {
  const app = await open({ throwsAfterMs: 900 });
  const { code, isRestored, text } = await app.ended();
  expect({ code, isRestored }).toEqual({ code: 1, isRestored: true });
  expect(text).toContain("boom in a timer");
});

test("nothing is left running after its session is killed", async () => {
  await server.tmux("new-session", "-d", "-s", "doomed", ...bun);
  const pane = await server.tmux("list-panes", "-t", "=doomed:", "-F", "#{pane_id}");
  await until(
    "the program runs",
    () => server.paneText(pane),
    (text) => text.includes("codex"),
  );
  const pid = Number(await server.format(pane, "#{pane_pid}"));
  const feed = Number((await run(["pgrep", "-P", String(pid)], { env: server.box.env })).stdout);
  expect([isAlive(pid), isAlive(feed)]).toEqual([true, true]);
  await server.tmux("kill-session", "-t", "=doomed");
  await until("program and feed have ended", () => !isAlive(pid) && !isAlive(feed));
});

test("a machine whose feed does not know watch is read by the verb", async () => {
  const app = await open({}, { OLD_FEED: "1" });
  await app.shows("read: w1:p16 --source visible --format ansi");
  await app.keys("q");
  await app.ended();
});

test("33: a steady screen writes no byte", async () => {
  const app = await open({});
  await app.shows("38% context left");
  const log = join(server.box.root, "bytes");
  await server.tmux("pipe-pane", "-t", app.pane, `cat >> ${log}`);
  const end = performance.now() + 2_500;
  await until("two and a half seconds have passed", () => performance.now() > end);
  expect(await Bun.file(log).text()).toBe("");
  await app.keys("j");
  await until("the key was drawn", () => Bun.file(log).size > 0);
  await app.keys("q");
  await app.ended();
});

test("28: Esc closes the popup's program, and Enter goes there and closes it too", async () => {
  const log = join(server.box.root, "verbs");
  const closed = await open({ home: { kind: "popup" } });
  await closed.keys("Escape");
  expect(await closed.ended()).toMatchObject({ code: 0, isRestored: true });
  const went = await open({ home: { kind: "popup" } }, { VERB_LOG: log });
  await went.keys("Enter");
  expect(await went.ended()).toMatchObject({ code: 0, isRestored: true });
  expect(await Bun.file(log).text()).toBe("pane go w1:p16 --server 4711 1799990000\n");
});

test("outside tmux Enter hands the screen over, and the list is back at once after", async () => {
  const attach = JSON.stringify(["sh", "-c", "echo HANDED over; read answer"]);
  const app = await open({ home: { kind: "terminal" } }, { ATTACH: attach });
  await app.keys("Enter");
  await app.shows("HANDED over");
  expect(await server.format(app.pane, "#{alternate_on} #{mouse_any_flag}")).toBe("0 0");
  await app.keys("Enter");
  await app.shows("back from claude server");
  expect(await server.format(app.pane, "#{alternate_on} #{mouse_any_flag}")).toBe("1 1");
  await app.keys("q");
  expect(await app.ended()).toMatchObject({ code: 0, isRestored: true });
});

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run(["pgrep", "-P", String(pid)], { env: server.box.env });
  return stdout.trim().split("\n").map(Number);
}

/** A pane that runs `argv`, a cockpit in a terminal of its own among it. */
async function terminalWith(...argv: readonly string[]) {
  const pane = await server.pane("env", `COCKPIT={"home":{"kind":"terminal"}}`, ...argv);
  return {
    type: (...keys: string[]) => server.tmux("send-keys", "-t", pane, ...keys),
    format: (format: string) => server.format(pane, format),
    shows: (text: string) =>
      until(
        `the screen shows ${text}`,
        () => server.paneText(pane),
        (screen) => screen.includes(text),
      ),
    /** Whether the alternate screen is on, mouse reports are, and the program has ended. */
    flags: (wanted: string) =>
      until(
        `the flags are ${wanted}`,
        () => server.format(pane, "#{alternate_on} #{mouse_any_flag} #{pane_dead}"),
        (flags) => flags === wanted,
      ),
  };
}

test("C-z stops the cockpit and what started it, as one job of the shell, and fg draws it again", async () => {
  for (const command of [bun.join(" "), `sh -c '"$@"; echo' sh ${bun.join(" ")}`]) {
    const terminal = await terminalWith("sh", "-i");
    await terminal.type(command, "Enter");
    await terminal.shows("● codex");
    await terminal.type("C-z");
    await terminal.shows("Stopped");
    await terminal.flags("0 0 0");
    await terminal.type("fg", "Enter");
    await terminal.shows("● codex");
    await terminal.type("q");
    await terminal.flags("0 0 0");
  }
});

test("a cockpit whose starter was killed leaves the terminal to the shell that took it back, without a word", async () => {
  const terminal = await terminalWith("sh", "-i");
  await terminal.type(`sh -c '"$@"; echo' starter ${bun.join(" ")}`, "Enter");
  await terminal.shows("● codex");
  const [starter = 0] = await childrenOf(Number(await terminal.format("#{pane_pid}")));
  const [cockpit = 0] = await childrenOf(starter);
  process.kill(starter, "SIGKILL");
  process.kill(cockpit, "SIGTERM");
  await until("it has ended", () => !isAlive(cockpit));
  await terminal.type("echo $((40 + 2))", "Enter");
  expect(await terminal.shows("42")).not.toContain("rror");
});

test("C-z where no shell would ever continue it stops nothing, and says so", async () => {
  const terminal = await terminalWith(...bun);
  await terminal.shows("● codex");
  await terminal.type("C-z");
  await terminal.shows("it cannot stop: q leaves");
  await terminal.type("q");
  await terminal.flags("0 0 1");
});

test("39: resized while the help is open, the box fits the screen and everything comes back", async () => {
  const app = await open({});
  await app.keys("?");
  await app.shows("type to search");
  await server.tmux("resize-window", "-t", app.pane, "-x", "60", "-y", "20");
  await app.shows("1–15 of");
  await server.tmux("resize-window", "-t", app.pane, "-x", "120", "-y", "40");
  await app.keys("Escape");
  await app.shows("38% context left");
  await app.keys("C-c");
  expect(await app.ended()).toMatchObject({ code: 0, isRestored: true });
});

test("35: twenty agents changing fifty times a second are drawn at most ten times a second", async () => {
  await using machine = await madeUpMachine();
  const app = await open({}, { FEED_SOCKET: machine.path });
  const log = join(server.box.root, "storm");
  await server.tmux("pipe-pane", "-t", app.pane, `cat >> ${log}`);
  const start = performance.now();
  for (let step = 0; performance.now() - start < 2_000; step += 1) {
    const text = String.fromCharCode(97 + (step % 26)).repeat(60);
    const { agents, ...rest } = busy();
    machine.says({ ...rest, agents: agents.map((one) => Object.assign(one, { text })) });
    await until("20 ms have passed", () => performance.now() - start > step * 20);
  }
  const seconds = (performance.now() - start) / 1000;
  await app.keys("?");
  await app.shows("type to search");
  const drawn = (await Bun.file(log).text()).match(/([a-z])\1{15,}/g) ?? [];
  const frames = drawn.filter((text, at) => text[0] !== drawn[at - 1]?.[0]);
  expect(frames.length).toBeLessThanOrEqual(seconds * 10 + 2);
  expect(frames.length).toBeGreaterThan(seconds * 4);
  await app.keys("Escape", "C-c");
});

test("40: piped, plain mode is sentences only, without an escape", async () => {
  const { code, stdout } = await run(bun, {
    env: { ...server.box.env, TERM: "dumb", COCKPIT: '{"plain":true}' },
  });
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toBe("2 need you, 2 done, 3 working, 5 idle");
  expect(stdout).not.toMatch(/\u001b/);
});
