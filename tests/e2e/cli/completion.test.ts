import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { bin, run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 100, height: 30 });
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await server.taw("completion", shell);
    await Bun.write(script(shell), stdout);
  }
});
afterAll(() => server.close());

const script = (shell: string) => join(server.box.home, `taw.${shell}`);

/** Of a shell inside the server, with this taw on its PATH. */
const env = () => ({
  ...server.box.env,
  PATH: `${dirname(bin)}:${server.box.env["PATH"]}`,
  TMUX: `${server.socketPath},1,0`,
});

/** What bash offers for a line that ends at the cursor. */
async function bash(...words: string[]): Promise<string[]> {
  const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _taw taw; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ran = await run(
    ["bash", "--norc", "-c", program, "bash", script("bash"), "taw", ...words],
    { env: env(), cwd: server.box.home },
  );
  expect(ran.stderr).toBe("");
  return ran.stdout.split("\n").filter(Boolean);
}

/** What fish offers: words with their descriptions behind a TAB. */
async function fish(line: string): Promise<string[]> {
  const ran = await run(
    [
      "fish",
      "--no-config",
      "-c",
      `source $argv[1]; complete -C $argv[2]`,
      "--",
      script("fish"),
      line,
    ],
    { env: env(), cwd: server.box.home },
  );
  expect(ran.stderr).toBe("");
  return ran.stdout.split("\n").filter(Boolean);
}

/** Types a line and TAB in a real zsh and gives what it made of the line, once that holds. */
async function zsh(typed: string, becomes: string): Promise<string> {
  const path = `PATH=${dirname(bin)}:${server.box.env["PATH"]}`;
  const pane = await server.pane("env", path, "zsh", "-f", "-i");
  const send = (...keys: string[]) => server.tmux("send-keys", "-t", pane, ...keys);
  const shows = (what: string) =>
    until(
      `zsh shows ${what}`,
      () => server.paneText(pane),
      (text) => text.includes(what),
    );
  await send(
    "-l",
    `PS1='ready> '; autoload -Uz compinit; compinit -u; source ${script("zsh")}; echo set-''up`,
  );
  await send("Enter");
  await shows("set-up\n");
  await send("-l", typed);
  await send("Tab");
  const screen = await shows(becomes);
  await server.tmux("kill-pane", "-t", pane);
  return screen;
}

test("bash completes groups, verbs, flags and the words of a flag", async () => {
  expect(await bash("pa")).toEqual(["pane"]);
  expect(await bash("pane", "rea")).toEqual(["read"]);
  expect(await bash("pane", "read", "%1", "--so")).toEqual(["--source"]);
  expect(await bash("pane", "read", "%1", "--source", "rec")).toEqual([
    "recent",
    "recent_unwrapped",
  ]);
  expect(await bash("pane", "read", "--source", "=", "v")).toEqual(["visible"]);
  expect(await bash("completion", "")).toContain("fish");
});

test("bash looks behind the options in front of the verb", async () => {
  expect(await bash("-L", "pane", "--face", "herdr", "agent", "wa")).toEqual(["wait"]);
  expect(await bash("--face", "")).toEqual(["taw", "herdr"]);
});

test("bash offers nothing for a value that can be anything", async () => {
  expect(await bash("pane", "read", "%1", "--lines", "")).toEqual([]);
});

test("fish completes groups, verbs, flags and the words of a flag, with what they do", async () => {
  expect(await fish("taw pan")).toEqual(["pane\tpane commands"]);
  expect(await fish("taw pane rea")).toEqual(["read\tPrint what a pane shows or showed"]);
  expect(await fish("taw pane read %1 --form")).toEqual([
    "--format\tplain, or with colours (text)",
  ]);
  expect(await fish("taw pane read %1 --source vi")).toEqual([
    "visible\tthe screen, or the last lines with what scrolled away (recent)",
  ]);
  expect(await fish("taw -L x agent wai")).toEqual(["wait\tWait until an agent is in a state"]);
  expect(await fish("taw pane list age")).toEqual([]);
});

test("zsh completes groups, verbs, flags and the words of a flag", async () => {
  expect(await zsh("taw pan", "ready> taw pane")).toContain("ready> taw pane");
  await zsh("taw pane pro", "ready> taw pane process-info");
  await zsh("taw -L x pane read --li", "ready> taw -L x pane read --lines");
  await zsh("taw pane read --source v", "ready> taw pane read --source visible");
  await zsh("taw pane read --source=v", "ready> taw pane read --source=visible");
  const listed = await zsh("taw completion ", "fish");
  expect(listed).toContain("bash, zsh or fish");
});

/** Without what they are. */
const words = (lines: readonly string[]) => lines.map((line) => line.split("\t")[0]);

test("behind taw run stands another program's command line", async () => {
  expect(new Set(await bash("run", "mkfif"))).toEqual(new Set(["mkfifo"]));
  expect(new Set(await bash("-L", "x", "run", "--", "mkfif"))).toEqual(new Set(["mkfifo"]));
  expect(await bash("run", "--hel")).toEqual(["--help"]);
  expect(await bash("run", "--", "ls", "--hel")).toEqual([]);
  expect(words(await fish("taw -L x run mkfif"))).toEqual(["mkfifo"]);
  expect(words(await fish("taw run -- mkfif"))).toEqual(["mkfifo"]);
  expect(words(await fish("taw run git rebas"))).toEqual(words(await fish("git rebas")));
  await zsh("taw run mkfif", "ready> taw run mkfifo");
  await zsh("taw run -- kill -TER", "ready> taw run -- kill -TERM");
});

describe("where a pane, tab, workspace or agent is named, those of the server are offered", () => {
  beforeAll(async () => {
    await server.tmux("set-option", "-p", "-t", "%0", "@agent_kind", "claude");
    await server.tmux("set-option", "-p", "-t", "%0", "@agent_state", "blocked");
    await server.tmux("set-option", "-p", "-t", "%0", "@agent_name", "reviewer");
  });

  test("in bash", async () => {
    expect(await bash("agent", "get", "rev")).toEqual(["reviewer"]);
    expect(await bash("pane", "get", "%0")).toEqual(["%0"]);
    expect(await bash("pane", "layout", "--pane", "%0")).toEqual(["%0"]);
    expect(await bash("workspace", "get", "w")).toEqual(["w1"]);
    expect(await bash("tab", "get", "@0")).toEqual(["@0"]);
  });

  test("in fish, with what they are", async () => {
    expect(await fish("taw agent wait rev")).toEqual(["reviewer\tclaude blocked"]);
    expect(await fish("taw pane list --workspace w")).toEqual(["w1\tmain"]);
  });

  test("in zsh", async () => {
    await zsh("taw agent read rev", "ready> taw agent read reviewer");
    await zsh("taw pane list --workspace w", "ready> taw pane list --workspace w1");
  });

  test("a name that a shell could run is not offered", async () => {
    await server.tmux("set-option", "-p", "-t", "%0", "@agent_name", "$(touch PWNED)");
    expect(await bash("agent", "get", "")).not.toContain("PWNED)");
    expect(await Bun.file(join(server.box.home, "PWNED")).exists()).toBe(false);
  });
});

test("a shell that has no script is a usage error", async () => {
  const ran = await server.taw("completion", "fsih");
  expect([ran.code, ran.stdout, ran.stderr.split("\n")[0]]).toEqual([
    2,
    "",
    'taw completion: SHELL is bash, zsh, fish, not "fsih"; did you mean fish?',
  ]);
});
