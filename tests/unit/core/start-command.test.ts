import { expect, test } from "bun:test";
import { programOf, startWords, tmuxWordsOf } from "../../../src/core/start-command.ts";

/** What tmux 3.3a printed for a pane that was started with these words. */
const PRINTED = `sh -c cat 'a"b' \\~x \\~ é "#{pid}" a\\\\b "c;" "x{" "\\$x" tab\\tt "a'b" "a\\"'"`;
const WORDS = [
  "sh",
  "-c",
  "cat",
  'a"b',
  "~x",
  "~",
  "é",
  "#{pid}",
  "a\\b",
  "c;",
  "x{",
  "$x",
  "tab\tt",
  "a'b",
  "a\"'",
];

test("the words a pane was started with are read from what tmux prints", () => {
  expect(startWords(PRINTED)).toEqual(WORDS);
  expect(startWords('"sleep 100; echo hi"')).toEqual(["sleep 100; echo hi"]);
  expect(startWords("cat ''")).toEqual(["cat", ""]);
  expect(startWords("a\\nb \\; \\033x")).toEqual(["a\nb", ";", "\u001bx"]);
  expect(startWords("")).toEqual([]);
});

test("text that tmux does not print has no words", () => {
  for (const text of ['"open', "'open", "end\\", " lead", 'a"b"'])
    expect(startWords(text)).toBeNull();
});

test("one word is a line for a shell, several are a program and its words, none is a plain shell", () => {
  expect(programOf("cat")).toEqual(["cat"]);
  expect(programOf('"sleep 100; echo hi"')).toEqual(["sh", "-c", "sleep 100; echo hi"]);
  expect(programOf("sleep 100")).toEqual(["sleep", "100"]);
  expect(programOf("")).toBeNull();
  expect(programOf('"open')).toBeNull();
});

test("tmux starts exactly the argv: a single word that a shell would read is handed to one as data", () => {
  expect(tmuxWordsOf(["cat"])).toEqual(["--", "cat"]);
  expect(tmuxWordsOf(["-x", "a b"])).toEqual(["--", "-x", "a b"]);
  expect(tmuxWordsOf(["/my dir/$x;"])).toEqual(["--", "sh", "-c", 'exec "$0"', "/my dir/$x;"]);
});
