import { afterAll, describe, expect, test } from "bun:test";
import { sandbox } from "../../support/sandbox.ts";
import { bin, run, taw } from "../../support/taw.ts";

const box = sandbox({ NODE_OPTIONS: "--title=kept", BUN_OPTIONS: "--title=kept-too" });
afterAll(() => box.close());
const options = { env: box.env, cwd: box.home };

describe("without a terminal taw run becomes the program", () => {
  test("which reads stdin, writes stdout and stderr, and gives its exit code", async () => {
    const ran = await taw(["run", "--", "sh", "-c", "cat; echo told >&2; exit 6"], {
      ...options,
      stdin: "given\n",
    });
    expect(ran).toMatchObject({ code: 6, stdout: "given\n", stderr: "told\n" });
  });

  test("in the same process, so that whoever started taw knows its pid", async () => {
    const child = Bun.spawn([bin, "run", "sh", "-c", "echo $$"], {
      ...options,
      stdin: "ignore",
      stdout: "pipe",
    });
    expect(Number(await child.stdout.text())).toBe(child.pid);
    expect(await child.exited).toBe(0);
  });

  test("in the folder and with the variables of the caller, those that taw itself may not see among them", async () => {
    const { stdout } = await taw(["run", "sh", "-c", "pwd; env"], options);
    const [folder, ...variables] = stdout.trim().split("\n");
    expect(folder).toBe(box.home);
    expect(variables).toContain("NODE_OPTIONS=--title=kept");
    expect(variables).toContain("BUN_OPTIONS=--title=kept-too");
    expect(stdout).not.toMatch(/^(TAW_|BUN_RUNTIME)/m);
  });

  test("and a script without a first line that names its shell runs as a shell's", async () => {
    const script = `${box.home}/plain-script`;
    await Bun.write(script, 'echo "$0 $1"\n');
    await run(["chmod", "+x", script], options);
    expect((await taw(["run", script, "word"], options)).stdout).toBe(`${script} word\n`);
  });
});

describe("every word after the command is the command's", () => {
  test.each([
    ["with --", ["run", "--"]],
    ["without --", ["run"]],
  ])("%s", async (_how, words) => {
    const command = ["sh", "-c", 'printf "%s|" "$@"', "sh", "--help", "--", "-L", "x", ""];
    expect((await taw([...words, ...command], options)).stdout).toBe("--help|--|-L|x||");
  });
});

describe("what cannot be run is told in one line, with a shell's exit code", () => {
  test.each([
    ["no-such-command-here", 127, "command not found"],
    ["./no-such-file", 127, "no such file or directory"],
    ["/etc/passwd", 126, "permission denied"],
    ["/etc", 126, "is a directory"],
    ["", 127, "command not found"],
  ])("%p", async (command, code, reason) => {
    const ran = await taw(["run", "--", command, "word"], options);
    expect(ran).toMatchObject({ code, stdout: "", stderr: `taw run: ${command}: ${reason}\n` });
  });

  test("and taw run without a command is a usage error", async () => {
    const ran = await taw(["run"], options);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toStartWith("taw run: missing COMMAND");
  });
});

describe("taw program-status", () => {
  test("without any terminal says where to run it", async () => {
    const ran = await run(["setsid", "-w", bin, "program-status", "working"], options);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("there is no terminal to report to");
  });

  test("refuses what a reader would not take, before anything is sent", async () => {
    const ran = await taw(["program-status", "busy"], options);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("working, blocked, done, error");
  });
});
