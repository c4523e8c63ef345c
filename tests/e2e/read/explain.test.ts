import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { failureOf, fieldsOf } from "../../support/answer.ts";
import { cat } from "../../support/cat.ts";
import type { Ran } from "../../support/taw.ts";
import { root, taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const PANES = join(root, "tests/fixtures/panes");
const BLOCKED = join(PANES, "claude/blocked-01");

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 120, height: 40 });
});
afterAll(() => server.close());

const explain = (...words: string[]): Promise<Ran> => server.taw("agent", "explain", ...words);

const fact = (ran: Ran, name: string): string =>
  ran.stdout
    .split("\n")
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length)
    .trim() ?? "";

test("a saved screen is read by the rules of the kind that is named", async () => {
  const ran = await explain("--file", join(BLOCKED, "screen.txt"), "--agent", "claude");
  expect([fact(ran, "kind"), fact(ran, "status")]).toEqual(["claude", "blocked"]);
  expect(fact(ran, "asks")).toBe('"Bash: touch hello.txt"');
  expect(fact(ran, "rule")).toStartWith("dialog (priority ");
  expect(fact(ran, "seen in")).toEndWith(" bytes");
});

test("colours, links and carriage returns in the file change nothing", async () => {
  const text = await Bun.file(join(BLOCKED, "screen.txt")).text();
  const rows = text.split("\n").map((row) => `\u001b[38;5;174;1m${row}\u001b[0m`);
  const link = "\u001b]8;;https://x.test\u001b\\\u001b]8;;\u001b\\";
  const file = join(server.box.home, "coloured.ansi");
  await Bun.write(file, `${link}${rows.join("\r\n")}`);
  const plain = await explain("--file", join(BLOCKED, "screen.txt"), "--agent=claude", "--json");
  const coloured = await explain("--file", file, "--agent=claude", "--json");
  expect(coloured.json).toEqual(plain.json);
});

test("--json prints herdr's explain object alone", async () => {
  const { json } = await explain("--file", BLOCKED, "--json");
  expect(json).toMatchObject({
    agent: "claude",
    state: "blocked",
    manifest_source: "bundled",
    matched_rule: { id: "dialog", state: "blocked" },
    visible_blocker: true,
    fallback_reason: null,
  });
});

test("a capture's folder says its kind and title by itself, and a flag says otherwise", async () => {
  expect(fact(await explain("--file", BLOCKED), "status")).toBe("blocked");
  const idle = join(PANES, "claude/idle-01");
  const own = await explain("--file", idle, "--json");
  expect(own.json).toMatchObject({ state: "idle" });
  const rested = await explain("--file", join(PANES, "claude/done-03"));
  expect(fact(rested, "message")).toBe('"The mock turn is complete."');
  const spinning = await explain("--file", idle, "--title", "⠐ Thinking", "--json");
  expect(spinning.json).toMatchObject({ state: "working", matched_rule: { region: "osc_title" } });
});

test("a folder of captures is read whole, and what was expected is compared", async () => {
  const folder = join(server.box.home, "corpus");
  mkdirSync(folder);
  cpSync(BLOCKED, join(folder, "right"), { recursive: true });
  cpSync(BLOCKED, join(folder, "wrong"), { recursive: true });
  const meta = await Bun.file(join(BLOCKED, "meta.json")).json();
  await Bun.write(join(folder, "wrong/meta.json"), JSON.stringify({ ...meta, accept: ["idle"] }));
  const ran = await explain("--file", folder);
  expect(ran.stdout).toBe(
    [
      `${folder}/right: claude blocked (dialog) right`,
      `${folder}/wrong: claude blocked (dialog) wrong, wanted idle`,
      "1 of 2 as expected, 2 screens",
      "",
    ].join("\n"),
  );
});

test("no tmux is asked about a saved screen", async () => {
  const words = ["-L", "nobody-there", "agent", "explain", "--file", BLOCKED];
  const ran = await taw(words, server.box);
  expect([ran.code, fact(ran, "status")]).toEqual([0, "blocked"]);
});

test("what cannot be read is refused in one line", async () => {
  const broken = join(server.box.root, "broken");
  await Bun.write(join(broken, "screen.txt"), "");
  await Bun.write(join(broken, "meta.json"), '{"agent":');
  const refusals: [words: string[], code: string, message: string][] = [
    [["--file", "/nowhere/x"], "not_found", 'there is no file or folder "/nowhere/x": name'],
    [["--file", broken], "invalid_argument", `${broken}/meta.json is no JSON object`],
    [["--file", `${server.box.home}/.config`], "not_found", "no screen.txt in"],
    [
      ["--file", join(BLOCKED, "screen.txt"), "--agent", "vim"],
      "not_found",
      "vim is no kind of agent",
    ],
  ];
  for (const [words, code, message] of refusals) {
    const failure = failureOf(await explain(...words));
    expect([failure.code, failure.exit]).toEqual([code, 1]);
    expect(failure.message).toStartWith(message);
  }
  const noKind = await explain("--file", join(BLOCKED, "screen.txt"));
  expect([noKind.code, noKind.stderr.split("\n")[0]]).toEqual([
    2,
    `--agent KIND is needed: ${join(BLOCKED, "screen.txt")} does not say it`,
  ]);
  const live = await explain("%0", "--agent", "claude");
  expect(live.stderr.split("\n")[0]).toBe(
    "taw agent explain: --agent KIND needs --file SCREEN|FOLDER",
  );
});

/** A program called claude that shows a captured screen. */
async function showsScreen(folder: string): Promise<string> {
  const program = join(server.box.home, "claude");
  if (!existsSync(program)) copyFileSync(cat, program);
  const script = 'printf %s "$(cat "$1")"; exec "$2"';
  const pane = await server.pane("sh", "-c", script, "sh", join(folder, "screen.txt"), program);
  await until(
    "it runs",
    () => server.format(pane, "#{pane_current_command}"),
    (name) => name === "claude",
  );
  return pane;
}

test("a live pane shows the whole chain, from the process to what the watcher wrote", async () => {
  const pane = await showsScreen(BLOCKED);
  const before = await explain(pane);
  expect(fact(before, "process")).toMatch(/^\d+ claude, known as claude by its name$/);
  expect(fact(before, "report")).toBe("none, so its state comes from the screen");
  expect(fact(before, "watcher")).toBe("none, has written nothing");
  expect([fact(before, "status"), fact(before, "asks")]).toEqual([
    "blocked",
    '"Bash: touch hello.txt"',
  ]);

  await server.taw("tmux", "load");
  const { json } = await until(
    "the watcher has written what it saw",
    () => explain(pane, "--json"),
    (ran) => ran.stdout.includes('"status":"blocked"'),
    15_000,
  );
  expect(fieldsOf(json, "chain")).toMatchObject({
    tmux_id: pane,
    process: { name: "claude", kind: "claude", known_by: "name" },
    report: null,
    watcher: "running",
    written: {
      status: "blocked",
      source: "screen",
      rule: "dialog",
      message: "Bash: touch hello.txt",
    },
  });
}, 30_000);

test("a live pane is explained by the rules that its watcher has, whatever config folder the caller names", async () => {
  const pane = await showsScreen(BLOCKED);
  await server.taw("tmux", "load");
  const elsewhere = join(server.box.home, "elsewhere");
  await Bun.write(join(elsewhere, "agent-detection/claude.toml"), "[[rules]\n");
  const ran = await taw(["-L", server.name, "agent", "explain", pane, "--json"], {
    env: { ...server.box.env, TAW_CONFIG_DIR: elsewhere },
  });
  expect(ran.json).toMatchObject({ manifest_source: "bundled", warning: null });
});

test("a pane without an agent is refused with what runs there", async () => {
  const pane = await server.pane("cat", "-u");
  const { code, message } = failureOf(await explain(pane));
  expect(code).toBe("agent_explain_unavailable");
  expect(message).toEndWith(
    " runs cat, which is no agent that taw knows: agent list shows the panes with one",
  );
  expect(failureOf(await explain("nobody")).code).toBe("agent_not_found");
});
