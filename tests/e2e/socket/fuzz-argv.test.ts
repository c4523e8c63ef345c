import { afterAll, beforeAll, expect, test } from "bun:test";
import { parseArgs } from "../../../src/cli/args.ts";
import { findVerb } from "../../../src/cli/find.ts";
import { parseGlobals } from "../../../src/cli/globals.ts";
import { FAILURES, UsageError } from "../../../src/core/failure.ts";
import { VERBS } from "../../../src/verbs/index.ts";
import { fieldsOf } from "../../support/answer.ts";
import { chance } from "../../support/chance.ts";
import { argvCase } from "../../support/fuzz/argv.ts";
import { fuzzField } from "../../support/fuzz/field.ts";
import type { Field } from "../../support/fuzz/field.ts";

const SEED = 20_261_202;
const PARSED = 6000;
const RUN = 60;

let field: Field;
beforeAll(async () => {
  field = await fuzzField();
  await field.tidy();
});
afterAll(() => field.close());

const verbs = await Promise.all(VERBS.map(async ({ load }) => (await load()).default));

/** Those that last until they are told to end, or become another program; what they are asked is parsed all the same. */
const LASTING = new Set([
  "__behind",
  "agent wait",
  "app",
  "machine feed",
  "open",
  "pane wait-output",
  "run",
  "session attach",
  "session open",
  "socket serve",
  "ui",
  "ui open",
]);

/** What the CLI's own way through the words gives: a call, help, or the words of a usage error. */
async function parsed(argv: readonly string[]): Promise<string> {
  try {
    const globals = parseGlobals(argv, null);
    const found = findVerb(globals.words, globals.face);
    if ("help" in found) return "help";
    const verb = (await found.entry.load()).default;
    return "help" in parseArgs(verb, found.rest, globals.face) ? "help" : "call";
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

test("whatever words stand behind a verb are a call, help or a usage error of one line", async () => {
  const draw = chance(SEED);
  const seen = new Set<string>();
  for (let at = 0; at < PARSED; at += 1) {
    const verb = verbs[draw(verbs.length)];
    if (verb === undefined) continue;
    const argv = argvCase(draw, verb);
    const message = await parsed(argv);
    expect({ argv, message }).toEqual({
      argv,
      message: expect.stringMatching(/^[^\n\u0000\u001b]{1,2000}$/),
    });
    seen.add(message === "call" || message === "help" ? message : "usage");
  }
  expect([...seen].toSorted()).toEqual(["call", "help", "usage"]);
});

const codes = new Set(
  Object.entries(FAILURES).flatMap(([code, { herdr }]) => [code].concat(Object.values(herdr))),
);

test("bin/taw ends with 0, 1 and a code, or 2, whatever it is called with, and runs none of it", async () => {
  const draw = chance(SEED);
  const quick = verbs.filter(({ path }) => !LASTING.has(path.join(" ")));
  for (let at = 0; at < RUN; at += 1) {
    const verb = quick[draw(quick.length)];
    if (verb === undefined) continue;
    // The kernel takes no NUL in a word.
    const argv = argvCase(draw, verb).filter(
      (word) => !word.includes("\0") && !/^(-L|-S|--session)/.test(word),
    );
    const { code, stdout, stderr } = await field.server.taw(...argv);
    const shown = { argv, code, stdout: stdout.slice(0, 200), stderr };
    expect([shown, [0, 1, 2].includes(code), /unexpected error|^ +at /m.test(stderr)]).toEqual([
      shown,
      true,
      false,
    ]);
    if (code === 1 && stderr.startsWith("{")) {
      expect([shown, codes.has(String(fieldsOf(JSON.parse(stderr), "error")["code"]))]).toEqual([
        shown,
        true,
      ]);
    }
  }
  expect(field.harm()).toBe("");
}, 60_000);
