import { expect, test } from "bun:test";
import { join } from "node:path";
import { FACES } from "../../src/core/face.ts";
import { NEVER_SUPPORTED, NOT_SUPPORTED_YET } from "../../src/core/methods.ts";
import { verbsOf } from "../../src/verbs/index.ts";
import { lines } from "./herdr.ts";

const parity = await Bun.file(join(import.meta.dir, "../../docs/PARITY.md")).text();

/** What each word of a table's first column gets, by the heading the table stands under. */
function answersUnder(heading: string): Map<string, string> {
  const section = parity.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((row) => {
      const [, words = "", answer = ""] = row.split("|");
      return [...words.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => [word, answer.trim()]);
    }),
  );
}

test("every verb of herdr's command line has a row that tells the truth about it", async () => {
  const verbs = (await lines("cli-verbs.txt")).filter((line) => !line.startsWith("#"));
  const answers = answersUnder("herdr's command line");
  expect([...answers.keys()].toSorted()).toEqual(verbs.toSorted());
  const here = new Set(verbsOf(FACES.herdr).map(({ path }) => path));
  const said = (word: string) => [...answers].filter(([, answer]) => answer === word);
  expect(said("yes").flatMap(([verb]) => (here.has(verb) ? [] : verb))).toEqual([]);
  const absent = [...said("not yet"), ...said("never")];
  expect(absent.flatMap(([verb]) => (here.has(verb) ? verb : []))).toEqual([]);
  expect(said("yes").length + absent.length).toBe(verbs.length);
});

test("every method of herdr's socket has a row that tells the truth about it", async () => {
  const methods = await lines("socket-methods.txt");
  const expected = methods.map((method): [string, string] => [
    method,
    NEVER_SUPPORTED.has(method) ? "never" : NOT_SUPPORTED_YET.has(method) ? "not yet" : "yes",
  ]);
  const answers = answersUnder("herdr's socket");
  expect([...answers].toSorted()).toEqual(expected.toSorted());
});

test("no row of the page is without an answer", () => {
  const rows = parity
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| -+ \|/.test(line));
  const answers = rows.map((row) => row.split("|")[2]?.trim() ?? "");
  const known = new Set(["here", "yes", "not yet", "never", "differs"]);
  expect(answers.filter((answer) => !known.has(answer))).toEqual([]);
  expect(rows.length).toBeGreaterThan(60);
});
