import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../../src/core/version.ts";
import { VERBS } from "../../../src/verbs/index.ts";
import { failureOf } from "../../support/answer.ts";
import { bin, run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

const herdr = (...words: string[]) => server.taw("--face=herdr", ...words);

test("--version is one line on either face", async () => {
  for (const flag of ["--version", "-V"]) {
    expect((await server.taw(flag)).stdout).toBe(`taw ${VERSION}\n`);
    expect((await herdr(flag)).stdout).toBe("herdr 0.9.3\n");
  }
});

test("TAW_FACE overrides, and a link named herdr has herdr's face", async () => {
  const env = { ...server.box.env, TAW_FACE: "herdr" };
  expect((await run([bin, "--version"], { env })).stdout).toBe("herdr 0.9.3\n");
  const link = join(server.box.home, "herdr");
  symlinkSync(bin, link);
  expect((await run([link, "--version"], server.box)).stdout).toBe("herdr 0.9.3\n");
  const back = { ...server.box.env, TAW_FACE: "taw" };
  expect((await run([link, "--version"], { env: back })).stdout).toBe(`taw ${VERSION}\n`);
});

describe("a usage error is plain text on stderr, no envelope, exit 2, on both faces", () => {
  const WRONG: [words: string[], line: string][] = [
    [["pnae"], "unknown command: pnae; did you mean pane?"],
    [["pane", "lst"], "unknown command: pane lst; did you mean pane list?"],
    [["--nope"], "unknown option: --nope"],
    [["pane", "get"], "NAME pane get: missing PANE"],
    [["pane", "get", "%0", "%1"], 'NAME pane get: unexpected argument "%1"'],
    [
      ["pane", "list", "--wrokspace", "w1"],
      "NAME pane list: unknown option: --wrokspace; did you mean --workspace?",
    ],
    [
      ["pane", "list", "-L", "x"],
      "NAME pane list: unknown option: -L; it goes in front of the verb: NAME -L …",
    ],
    [
      ["program-status", "finished"],
      'NAME program-status: STATE is idle, working, blocked, done, error, clear, not "finished"',
    ],
    [["pane", "list", "--workspace"], "NAME pane list: missing value for --workspace"],
    [
      ["pane", "read", "%0", "--lines", "x"],
      'NAME pane read: --lines wants a whole number, not "x"',
    ],
  ];
  for (const [words, line] of WRONG) {
    test(words.join(" "), async () => {
      for (const face of ["taw", "herdr"]) {
        const ran = await server.taw(`--face=${face}`, ...words);
        expect([ran.code, ran.stdout, ran.stderr.split("\n")[0]]).toEqual([
          2,
          "",
          line.replaceAll("NAME", face),
        ]);
      }
    });
  }
});

test("a usage error shows how the command is written", async () => {
  const { stderr } = await server.taw("pane", "neighbor");
  expect(stderr.split("\n")[1]).toBe(
    "usage: taw pane neighbor --direction left|right|up|down [--pane PANE] [--current]",
  );
});

test("every command has help on stdout, exit 0, without a server", async () => {
  for (const { path, face, summary } of VERBS) {
    const words = [`--face=${face ?? "taw"}`, ...path.split(" "), "--help"];
    const ran = await run([bin, "-L", "nobody-there", ...words], server.box);
    expect([path, ran.code, ran.stderr]).toEqual([path, 0, ""]);
    expect(ran.stdout).toStartWith(`${summary} (${face ?? "taw"} ${path})\n`);
    expect(ran.stdout).not.toContain("\u001b");
  }
}, 60_000);

test("a group's help lists what is in it; a group alone is the same on stderr, exit 2", async () => {
  const asked = await server.taw("pane", "--help");
  expect([asked.code, asked.stderr]).toEqual([0, ""]);
  expect(asked.stdout).toContain("read    Print what a pane shows or showed");
  const alone = await server.taw("pane");
  expect([alone.code, alone.stdout, alone.stderr]).toEqual([2, "", asked.stdout]);
});

test("help in front of a command's words is that command's help", async () => {
  const asked = await server.taw("pane", "read", "--help");
  const helped = await server.taw("help", "pane", "read");
  expect([helped.code, helped.stdout]).toEqual([0, asked.stdout]);
  expect((await server.taw("help", "pane", "reed")).code).toBe(2);
});

test("--help behind a command's own words is theirs", async () => {
  const ran = await server.taw("pane", "get", "--", "--help");
  expect([ran.code, ran.stdout]).toEqual([1, ""]);
});

test("what no tmux prints is an error of tmux's, never a crash", async () => {
  const broken = join(server.box.root, "bin");
  mkdirSync(broken);
  await Bun.write(join(broken, "tmux"), "#!/bin/sh\necho garbage\n");
  chmodSync(join(broken, "tmux"), 0o755);
  const env = { ...server.box.env, PATH: `${broken}:${server.box.env["PATH"]}` };
  expect(failureOf(await run([bin, "pane", "list"], { env }))).toEqual({
    code: "tmux_error",
    exit: 1,
    message: "tmux did not say which server it is",
  });
});
