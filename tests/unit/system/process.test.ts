import { afterAll, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { Failure } from "../../../src/core/failure.ts";
import { runToEnd } from "../../../src/system/process.ts";
import { sandbox } from "../../support/sandbox.ts";

const box = sandbox();
afterAll(() => box.close());

function script(name: string, text: string, mode: number): string {
  const path = `${box.root}/${name}`;
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const LIMIT_MS = 5_000;

async function failureOf(argv: readonly string[]): Promise<unknown> {
  return runToEnd(argv, box.env, LIMIT_MS).then(
    () => null,
    (error: unknown) => (error instanceof Failure ? [error.code, error.message] : error),
  );
}

test("a program that does not start is named with the reason: not there, not to be run, no program, or its words", async () => {
  const closed = script("closed", "#!/bin/sh\n", 0o644);
  const garbage = script("garbage", "\u007fELF?", 0o755);
  const told = [
    [["taw-is-not-there"], "cannot run taw-is-not-there: it is not there"],
    [[closed], `cannot run ${closed}: it may not be run`],
    [[garbage], `cannot run ${garbage}: it is no program of this machine`],
    [["true", "a".repeat(4_000_000)], "cannot run true: it was given too much at once"],
    [["true", "\0"], "cannot run true: a word that it was given holds a NUL"],
  ] as const;
  for (const [argv, message] of told) expect(await failureOf(argv)).toEqual(["io_error", message]);
});

test("a program that fails is an answer with its exit code and its words, not an error", async () => {
  const ended = await runToEnd(["sh", "-c", "echo out; echo why >&2; exit 3"], box.env, LIMIT_MS);
  expect(ended).toEqual({ code: 3, stdout: "out\n", stderr: "why\n" });
});
