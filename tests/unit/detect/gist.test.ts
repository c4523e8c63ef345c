import { describe, expect, test } from "bun:test";
import { gistOf } from "../../../src/detect/gist.ts";
import { CAPTURES, cutOff, dialogRows, narrowed, quotedIn } from "./screens.ts";

const LOOP =
  "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo \"step $i of a longer command with many words in it\"; done && ls -la /tmp | head -5 && find . -name '*.js' -print";
const FRUIT = "Which fruit should the mock use?";
const TURN = "The mock turn is complete.";
const REPLY = "Mock reply complete.";

/** What a blocked agent asks, as a person reads it off the screen. */
const ASKED: Readonly<Record<string, string>> = {
  "claude/blocked-01": "Bash: touch hello.txt",
  "claude/blocked-04": `Bash: ${LOOP}`,
  "claude/blocked-06": "Write: add.js",
  "claude/blocked-08": FRUIT,
  "claude/blocked-11": "Bash: touch narrow.txt",
  "claude/blocked-12": "Exit plan mode?",
  "claude/blocked-42": "touch wide.txt",
  "claude/blocked-51": "Fetch: https://example.com/page",
  "claude/blocked-52": "Edit: add.js",
  "claude/blocked-53": 'Web Search("tmux hooks")',
  "claude/login-01": "Select login method:",
  "claude/trust-02": "Quick safety check: Is this a project you created or one you trust?",
  "cline/blocked-04": `run_commands: ${LOOP}`,
  "cline/blocked-05": "editor: /srv/example/lab1/home-cline/proj/new.txt",
  "cline/blocked-08": FRUIT,
  "cline/blocked-42": "run_commands: touch wide.txt",
  "codex/blocked-03": "Shell: timeout 8 tail -f /dev/null; touch slept.txt; seq 1 30",
  "codex/blocked-07": "Edit: /srv/example/lab1/home-codex/proj/new.txt",
  "codex/blocked-10": FRUIT,
  "codex/blocked-12": "Implement this plan?",
  "codex/blocked-42": "Shell: touch wide.txt",
  "codex/login-01": "Choose how you want to use Codex.",
  "command-code/blocked-01": "Shell: touch hello.txt",
  "command-code/blocked-03": "Create: new.txt",
  "command-code/blocked-07": FRUIT,
  "command-code/trust-01": "Do you trust the files in this folder?",
  "copilot/blocked-05": FRUIT,
  "copilot/blocked-07": "Create: new.txt",
  "copilot/blocked-09": "Shell: touch narrow.txt",
  "copilot/blocked-42": "Do you want to run this command?",
  "droid/login-01": "Please login with your Factory account to continue.",
  "gemini/blocked-03": "Shell: timeout 8 tail -f /dev/null; touch slept.txt; seq 1 30",
  "gemini/blocked-05": "WriteFile: new.txt",
  "gemini/blocked-09": `${FRUIT} (Select all that apply)`,
  "gemini/blocked-42": "Shell: touch wide.txt",
  "gemini/blocked-51": "WebFetch: https://example.com/page",
  "gemini/trust-01": "Do you trust the files in this folder?",
  "gemini/working-20": "Enter Plan Mode Initiating Plan Mode",
  "kilo/blocked-01": "Shell: touch hello.txt",
  "kilo/blocked-11": "Edit: add.js",
  "kilo/rejected-01": "Tell Kilo what to do differently",
  "letta/blocked-01": "Shell: touch hello.txt",
  "letta/blocked-04": "Write: add.js",
  "letta/blocked-07": FRUIT,
  "mastracode/blocked-05": "write_file: /srv/example/lab1/home-mastracode/proj/new.txt",
  "mastracode/blocked-07": FRUIT,
  "mastracode/blocked-09": FRUIT,
  "mastracode/blocked-31": `execute_command: ${LOOP.slice(0, LOOP.indexOf(" head -5"))} …`,
  "mastracode/blocked-33": "execute_command: touch wide.txt",
  "omp/blocked-04": `bash: ${LOOP}`,
  "omp/blocked-05": "write: /srv/example/lab1/home-omp/proj/new.txt",
  "omp/blocked-08": FRUIT,
  "omp/blocked-42": "bash: touch wide.txt",
  "opencode/blocked-04": `Shell: ${LOOP}`,
  "opencode/blocked-09": `${FRUIT} (select all that apply)`,
  "opencode/blocked-41": "Shell: touch wide.txt",
  "opencode/blocked-51": "WebFetch: https://example.com/page",
  "pi/blocked-01": "Allow the gated command? touch gated.txt",
  "pi/blocked-31": "Type a reason",
  "qodercli/trust-01": "Do you trust the files in this folder?",
  "qwen/blocked-03": "Shell: timeout 8 tail -f /dev/null; touch slept.txt; seq 1 30",
  "qwen/blocked-06": "WriteFile: add.js",
  "qwen/blocked-09": FRUIT,
  "qwen/blocked-42": "Shell: touch wide.txt",
  "qwen/blocked-51": "WebFetch: https://example.com/page",
};

/** What an agent at rest has said last; "" where it has said nothing since the prompt. */
const SAID: Readonly<Record<string, string>> = {
  "claude/background-02": TURN,
  "claude/done-08": "back to normalMock reply complete.",
  "claude/done-10": REPLY,
  "claude/done-51":
    "- second thing that is also a rather long one and has to be wrapped at the margin as well, or so I hope it willMock reply complete.",
  "claude/idle-01": "",
  "claude/idle-02": REPLY,
  "claude/idle-03": "Interrupted",
  "claude/misleading-03": "⠋ Loading… press esc to cancelMock reply complete.",
  "claude/rejected-02": "",
  "cline/done-06": TURN,
  "cline/idle-01": "",
  "cline/interrupted-01":
    "the mock model is still writing its answer and each word of it comes after a short pause so that the agent keeps its",
  "codex/done-04": TURN,
  "codex/done-51":
    "• second thing that is also a rather long one and has to be wrapped at the margin as well, or so I hope it willMock reply complete.",
  "codex/error-02": "Conversation interrupted",
  "codex/idle-02": REPLY,
  "codex/idle-05": "",
  "codex/idle-41": "",
  "codex/retry-05": "exceeded retry limit, last status: 429 Too Many Requests",
  "command-code/error-01": "Interrupted",
  "command-code/misleading-01": "Permission required. Allow once? (y/n)Mock reply complete.",
  "copilot/done-05": TURN,
  "copilot/idle-01": "",
  "copilot/idle-42": "Operation cancelled by user",
  "copilot/picker-01": REPLY,
  "gemini/done-04": TURN,
  "gemini/error-03": "[API Error: terminated]",
  "gemini/idle-01": "",
  "gemini/rejected-02": "Request cancelled.",
  "kilo/done-04": TURN,
  "kilo/idle-01": "",
  "kilo/picker-02": "",
  "letta/done-03": TURN,
  "letta/idle-01": "",
  "mastracode/done-07": TURN,
  "mastracode/error-02":
    "Error: Authentication failed. Please check your API key or login with /login. (mock error 401)",
  "mastracode/idle-01": "",
  "mastracode/idle-42": TURN,
  "omp/done-04": TURN,
  "omp/idle-41": "",
  "omp/rejected-03": "Ask tool was cancelled by the user",
  "opencode/done-06": TURN,
  "opencode/idle-42": "",
  "opencode/misleading-01": "Permission required. Allow once? (y/n)Mock reply complete.",
  "pi/done-08": REPLY,
  "pi/idle-01": "",
  "pi/interrupted-01": "Operation aborted",
  "qwen/done-05": TURN,
  "qwen/error-02": "[API Error: 401 mock error 401]",
  "qwen/idle-01": "",
  "qwen/interrupted-01": "Request cancelled.",
};

function screenOf(id: string): { kind: string; screen: string } {
  const capture = CAPTURES.find((one) => one.id === id);
  if (capture === undefined) throw new Error(`no capture ${id}`);
  return { kind: capture.kind, screen: capture.evidence.screen };
}

test.each(Object.entries(ASKED))("%s asks %p", (id, line) => {
  const { kind, screen } = screenOf(id);
  expect(gistOf(kind, "blocked", screen)).toBe(line);
});

test.each(Object.entries(SAID))("%s has said %p", (id, line) => {
  const { kind, screen } = screenOf(id);
  expect(gistOf(kind, "idle", screen)).toBe(line);
});

test("every captured dialog of a kind that was driven tells what it asks", () => {
  const asking = CAPTURES.filter(({ shows }) => shows === "blocked" || shows === "trust");
  const silent = asking.filter(({ kind, evidence }) => !gistOf(kind, "blocked", evidence.screen));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test("a working agent's screen is not read: its words are gone before they are seen", () => {
  const { kind, screen } = screenOf("claude/done-01");
  expect(gistOf(kind, "working", screen)).toBe("");
  expect(gistOf(kind, "unknown", screen)).toBe("");
});

test("a kind whose screens nobody has seen tells the question above its choices, and no reply", () => {
  const dialog = "Some words before.\n\nMay I delete the lot?\n  > Yes\n    No\n";
  expect(gistOf("somebody", "blocked", dialog)).toBe("May I delete the lot?");
  const long = "one\ntwo\nthree\nMay I?\n❯ 1. Yes\n  2. No\n";
  expect(gistOf("somebody", "blocked", long)).toBe("May I?");
  expect(gistOf("somebody", "blocked", "Some words\nand more of them\n")).toBe("");
  expect(gistOf("somebody", "idle", "All is done.\n\n> \n")).toBe("");
});

const DIALOGS = CAPTURES.filter(({ id }) => /^(?!pi|droid|qoder)\w.*\/blocked-0[1345]$/.test(id));

test.each(DIALOGS.map((capture) => [capture.id, capture] as const))(
  "a dialog quoted in the conversation of %s is not the one that waits",
  (_id, capture) => {
    const { kind, evidence } = capture;
    const line = gistOf(kind, "blocked", evidence.screen);
    for (const other of DIALOGS) {
      const quote = dialogRows(other, 12).map((row) => `  ${row.replaceAll("touch", "shred")}\n`);
      expect(gistOf(kind, "blocked", `${quote.join("")}\n${evidence.screen}`)).toBe(line);
    }
  },
);

test("a dialog quoted in the command that is asked for hides nothing of it", () => {
  const { screen } = screenOf("claude/blocked-01");
  const rule = "─".repeat(100);
  const dashes = "╌".repeat(100);
  const quote = ` ${rule}\n  Bash command\n ${dashes}\n  ls\n ${dashes}\n  Do you want to proceed?\n`;
  const faked = screen.replace(/^ touch hello\.txt\n/m, (row) => row + quote);
  expect(gistOf("claude", "blocked", faked)).toStartWith("Bash: touch hello.txt ───");
});

test("a draft in the prompt box is not what the agent has said", () => {
  const { screen } = screenOf("claude/done-03");
  const box = screen.lastIndexOf("\n❯");
  const typed = `${screen.slice(0, box)}\n❯ I want the docs too${screen.slice(box + 2)}`;
  expect(gistOf("claude", "idle", typed)).toBe(TURN);
});

test("a line that the margin broke is told whole, a list by its last item", () => {
  const rule = "─".repeat(60);
  const say = (...rows: string[]) =>
    gistOf("claude", "idle", ["❯ go", "", ...rows, "", rule, "❯", rule].join("\n"));
  expect(
    say(
      "● I changed the parser so that it reads a nested list, and",
      "  the tests of the whole folder pass. Shall I write the docs",
      "  as well?",
    ),
  ).toBe(
    "I changed the parser so that it reads a nested list, and the tests of the whole folder pass. Shall I write the docs as well?",
  );
  expect(say("● Three things:", "", "  - the parser", "  - the tests", "  - the docs")).toBe(
    "- the docs",
  );
  const wide = "  - an item that takes all the room that there is in a row";
  expect(say("● Two things:", "", wide, "  - another")).toBe("- another");
});

describe("whatever a screen shows, its gist is one inert line of at most 200 characters", () => {
  // oxlint-disable-next-line no-control-regex
  const acts = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;
  const states = ["blocked", "idle"] as const;

  test("of every capture, narrowed, cut off, quoting a dialog, with text that acts", () => {
    const wrong: string[] = [];
    for (const capture of CAPTURES) {
      const { kind, id, evidence } = capture;
      const hostile = evidence.screen.replaceAll("touch", "\u202e\u001b[31m#(id)\u2028\u0007");
      const quotes = quotedIn(capture, ["Do you want to proceed?", "❯ 1. Yes", "  2. No"]);
      for (const screen of [narrowed(capture), cutOff(capture), hostile, ...quotes]) {
        const lines = states.map((state) => gistOf(kind, state, screen));
        const isWrong = lines.some((line) => acts.test(line) || [...line].length > 200);
        if (isWrong) wrong.push(id);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("of a command that is longer, which ends in …", () => {
    const { screen } = screenOf("codex/blocked-01");
    const long = screen.replace("$ touch hello.txt", `$ touch ${"x".repeat(300)}`);
    const line = gistOf("codex", "blocked", long);
    expect(line).toBe(`Shell: touch ${"x".repeat(186)}…`);
  });

  test("of a dialog whose beginning the screen has cut off, which begins with …", () => {
    const { screen } = screenOf("claude/blocked-42");
    const cut = screen.slice(screen.indexOf("\n") + 1);
    expect(gistOf("claude", "blocked", cut)).toBe("… touch wide.txt");
  });
});

test("the largest screen of one character is read in a moment", () => {
  const kinds = [...new Set(CAPTURES.map(({ kind }) => kind))];
  const rows = ["─", "┃", " ", "│ ", "  ┃ a", "a ", "❯ 1. ", "╌"].map((part) =>
    part.repeat(1000).slice(0, 1000),
  );
  const begin = Bun.nanoseconds();
  for (const row of rows) {
    const screen = `${row}\n`.repeat(300);
    for (const kind of kinds) {
      gistOf(kind, "blocked", screen);
      gistOf(kind, "idle", screen);
    }
  }
  const each = (Bun.nanoseconds() - begin) / 1e6 / (rows.length * kinds.length * 2);
  expect(each).toBeLessThan(60);
});
