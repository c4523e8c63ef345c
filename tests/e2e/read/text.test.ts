import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 40, height: 10 });
});
afterAll(() => server.close());

/** A pane that shows what the shell script prints, once `last` is on its screen. */
async function paneThatShows(script: string, last: string): Promise<string> {
  const pane = await server.pane("sh", "-c", `${script}; exec cat`);
  await until(
    `the pane shows ${last}`,
    () => server.paneText(pane),
    (text) => text.includes(last),
  );
  return pane;
}

const longLine = (number: number) => `${number}${"0".repeat(400)}`;

const read = async (...words: string[]) => (await server.taw("pane", "read", ...words)).stdout;

test("recent output is the last lines, history included, as raw text without an added newline", async () => {
  const pane = await paneThatShows("seq 1 50", "50");
  expect(await read(pane, "--lines", "12")).toBe(
    Array.from({ length: 12 }, (_, at) => 39 + at).join("\n"),
  );
  expect(await read(pane)).toBe(Array.from({ length: 50 }, (_, at) => 1 + at).join("\n"));
  expect(await read(pane, "--lines=0")).toBe("");
});

test("80 lines of recent output unless it is said, and never more than 1000", async () => {
  const pane = await paneThatShows("seq 1 1500", "1500");
  expect((await read(pane)).split("\n")).toHaveLength(80);
  const most = (await read(pane, "--lines", "5000")).split("\n");
  expect([most.length, most[0], most.at(-1)]).toEqual([1000, "501", "1500"]);
});

test("the visible screen is read with its blank rows, or its last lines", async () => {
  const pane = await paneThatShows("seq 1 3", "3");
  expect(await read(pane, "--source", "visible")).toBe(`1\n2\n3${"\n".repeat(7)}`);
  expect(await read(pane, "--source", "visible", "--lines", "9")).toBe(`2\n3${"\n".repeat(7)}`);
});

test("unwrapped output has every long line whole, however many rows it took", async () => {
  const script = `for i in 1 2 3; do printf "$i%0400d\\n" 0; done; echo end`;
  const pane = await paneThatShows(script, "end");
  const recent = await read(pane, "--lines", "3");
  expect(recent).toBe(`${"0".repeat(40)}\n0\nend`);
  for (const source of ["recent-unwrapped", "recent_unwrapped"]) {
    expect(await read(pane, "--source", source, "--lines", "2")).toBe(`${longLine(3)}\nend`);
    expect(await read(pane, "--source", source)).toBe([1, 2, 3].map(longLine).join("\n") + "\nend");
  }
});

test("a screen of its own has no history: the shell's lines above are not its output", async () => {
  const pane = await paneThatShows("seq 1 50; printf '\\033[?1049h\\033[Hfull screen'", "full");
  expect(await read(pane)).toBe("full screen");
});

test("colours are kept when they are asked for, and never for detection", async () => {
  const pane = await paneThatShows("printf '\\033[31mred\\033[0m plain\\n'", "plain");
  const coloured = "\u001b[31mred\u001b[39m plain";
  expect(await read(pane)).toBe("red plain");
  for (const flag of [["--format", "ansi"], ["--format=ansi"], ["--ansi"], ["--raw"]]) {
    expect(await read(pane, ...flag)).toBe(coloured);
  }
  expect(await read(pane, "--source", "detection", "--ansi")).toStartWith("red plain\n");
});

test("text is read as it is: wide characters, TABs as drawn, no control character", async () => {
  const pane = await paneThatShows("printf '日本 🙂 é\\n#(id) #{pid}\\n'", "pid");
  expect(await read(pane)).toBe("日本 🙂 é\n#(id) #{pid}");
});

test("both faces print the same text, and herdr's takes the last of a repeated flag", async () => {
  const pane = await paneThatShows("seq 1 5", "5");
  expect(await read(pane, "--lines", "2")).toBe("4\n5");
  const herdr = await server.taw("--face=herdr", "pane", "read", pane, "--lines=9", "--lines", "2");
  expect(herdr.stdout).toBe("4\n5");
  const twice = await server.taw("pane", "read", pane, "--lines=9", "--lines", "2");
  expect([twice.code, twice.stdout]).toEqual([2, ""]);
});

test("what runs in front is told with its words and folder; an idle shell is alone", async () => {
  const pane = await server.pane("sh", "-c", "cd /tmp && sleep 1000 & wait");
  const info = async () =>
    fieldsOf(resultOf(await server.taw("pane", "process-info", "--pane", pane))["process_info"]);
  const record = await until("sleep runs", info, ({ foreground_processes: list }) =>
    JSON.stringify(list).includes('"sleep"'),
  );
  const shellPid = Number(await server.format(pane, "#{pane_pid}"));
  expect(record).toMatchObject({
    shell_pid: shellPid,
    foreground_process_group_id: shellPid,
    tty: await server.format(pane, "#{pane_tty}"),
  });
  const list = record["foreground_processes"];
  const sleep = Array.isArray(list)
    ? list.find((item: unknown) => fieldsOf(item)["name"] === "sleep")
    : null;
  expect(sleep).toMatchObject({
    argv0: "sleep",
    argv: ["sleep", "1000"],
    cmdline: "sleep 1000",
    cwd: "/tmp",
  });
  const shell = await server.pane("sh", "-i");
  const idle = await server.taw("pane", "process-info", "--pane", shell);
  expect(fieldsOf(resultOf(idle)["process_info"])["foreground_processes"]).toMatchObject([
    { pid: Number(await server.format(shell, "#{pane_pid}")), name: "sh" },
  ]);
});

test("a pane whose process has died is read, and has nothing in front", async () => {
  await using keeping = await tmuxServer({ conf: "set -g remain-on-exit on" });
  const pane = await keeping.pane("sh", "-c", "echo last words");
  await until(
    "the pane is dead",
    () => keeping.format(pane, "#{pane_dead}"),
    (dead) => dead === "1",
  );
  expect((await keeping.taw("pane", "read", pane)).stdout).toStartWith("last words");
  const { process_info: info } = resultOf(
    await keeping.taw("pane", "process-info", "--pane", pane),
  );
  expect(info).not.toContainKey("foreground_processes");
});

test("a pane that closes before it is read is not found", async () => {
  const pane = await server.pane();
  await server.tmux("kill-pane", "-t", pane);
  expect(failureOf(await server.taw("pane", "read", pane)).code).toBe("not_found");
});
