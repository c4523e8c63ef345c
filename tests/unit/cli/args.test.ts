import { describe, expect, test } from "bun:test";
import type { Grammar } from "../../../src/cli/args.ts";
import { parseArgs } from "../../../src/cli/args.ts";
import { FACES } from "../../../src/core/face.ts";
import type { Face } from "../../../src/core/face.ts";
import { UsageError } from "../../../src/core/failure.ts";

const grammar: Grammar = {
  args: {
    paneId: { kind: "word", required: true, value: "PANE", doc: "" },
    workspaceId: { kind: "text", flag: "--workspace", value: "ID", doc: "" },
    label: { kind: "text", value: "TEXT", doc: "", aliases: ["--name"] },
    env: { kind: "list", value: "KEY=VALUE", doc: "" },
    lines: { kind: "number", value: "N", min: 0, max: 10, doc: "" },
    ratio: { kind: "number", value: "R", isFraction: true, doc: "" },
    focus: { kind: "flag", short: "f", doc: "" },
    noFocus: { kind: "flag", doc: "" },
    source: { kind: "choice", choices: ["visible", "recent"], also: { seen: "visible" }, doc: "" },
    until: { kind: "choices", choices: ["idle", "done"], doc: "" },
    agentArgs: { kind: "rest", value: "ARG", doc: "" },
  },
  rules: [{ atMostOne: ["focus", "noFocus"] }, { given: "until", needs: "lines" }],
};

const parse = (argv: readonly string[], face: Face = FACES.taw, by: Grammar = grammar) => {
  const parsed = parseArgs(by, argv, face);
  return "help" in parsed ? "help" : parsed.values;
};

const refusal = (argv: readonly string[], face: Face = FACES.taw, by: Grammar = grammar) => {
  try {
    return parse(argv, face, by);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

test("what is absent is null, a list that is absent is empty, a flag that is absent is false", () => {
  expect(parse(["%1"])).toEqual({
    paneId: "%1",
    workspaceId: null,
    label: null,
    env: [],
    lines: null,
    ratio: null,
    focus: false,
    noFocus: false,
    source: null,
    until: [],
    agentArgs: null,
  });
});

describe("accepted", () => {
  const accepted: [string, string[], Record<string, unknown>][] = [
    ["a value as a word of its own", ["%1", "--label", "a b"], { label: "a b" }],
    ["a value after =", ["%1", "--label=a=b"], { label: "a=b" }],
    ["an empty value after =", ["%1", "--label="], { label: "" }],
    ["an empty value as a word", ["%1", "--label", ""], { label: "" }],
    ["another spelling of a flag", ["%1", "--name", "x"], { label: "x" }],
    ["a flag before the positional", ["--workspace", "w1", "%1"], { workspaceId: "w1" }],
    ["one letter", ["%1", "-f"], { focus: true }],
    ["a list", ["%1", "--env", "A=1", "--env=B=2"], { env: ["A=1", "B=2"] }],
    ["a negative number as a value", ["%1", "--ratio", "-5"], { ratio: -5 }],
    ["a value that begins with one dash", ["%1", "--label", "-lead"], { label: "-lead" }],
    ["a value that begins with two, after =", ["%1", "--label=--x"], { label: "--x" }],
    ["a negative number as a positional", ["-5"], { paneId: "-5" }],
    ["a lone dash as a positional", ["-"], { paneId: "-" }],
    ["an empty positional", [""], { paneId: "" }],
    ["a choice by another word", ["%1", "--source", "seen"], { source: "visible" }],
    ["choices", ["%1", "--lines=1", "--until=idle", "--until=done"], { until: ["idle", "done"] }],
    [
      "what follows --, untouched",
      ["%1", "--", "-x", "--help", "--"],
      { agentArgs: ["-x", "--help", "--"] },
    ],
    ["nothing after --", ["%1", "--"], { agentArgs: [] }],
  ];
  for (const [what, argv, values] of accepted) {
    test(what, () => expect(parse(argv)).toMatchObject(values));
  }
});

describe("refused", () => {
  const refused: [string, string[], string][] = [
    [
      "an unknown flag, with the near one",
      ["%1", "--lable", "x"],
      "unknown option: --lable; did you mean --label?",
    ],
    ["an unknown flag that is near to none", ["%1", "--qqqqqqqq"], "unknown option: --qqqqqqqq"],
    ["a name of Object", ["%1", "--constructor"], "unknown option: --constructor"],
    ["an unknown letter", ["%1", "-x"], "unknown option: -x; did you mean -f?"],
    [
      "an option that goes in front of the verb",
      ["%1", "-L"],
      "unknown option: -L; it goes in front of the verb: taw -L …",
    ],
    ["a long flag", ["%1", `--${"q".repeat(999)}`], `unknown option: --${"q".repeat(97)}…`],
    ["letters run together", ["%1", "-fx"], "unknown option: -fx; did you mean -f?"],
    ["a flag given twice", ["%1", "--label", "a", "--label", "b"], "--label is given twice"],
    [
      "a flag given twice in two spellings",
      ["%1", "--label", "a", "--name=b"],
      "--name is given twice",
    ],
    ["a switch given twice", ["%1", "-f", "--focus"], "--focus is given twice"],
    ["a missing value at the end", ["%1", "--label"], "missing value for --label"],
    ["a missing value before --", ["%1", "--label", "--", "x"], "missing value for --label"],
    [
      "a missing value before a flag",
      ["%1", "--label", "--focus"],
      "missing value for --label; write --label=--focus if that is its value",
    ],
    ["a value for a switch", ["%1", "--focus=1"], "--focus takes no value"],
    [
      "a word that is no choice",
      ["%1", "--source", "visble"],
      '--source is visible, recent, not "visble"; did you mean visible?',
    ],
    [
      "a word that is no number",
      ["%1", "--lines", "1e3"],
      '--lines wants a whole number, not "1e3"',
    ],
    ["an empty number", ["%1", "--lines="], '--lines wants a whole number, not ""'],
    [
      "a fraction for a whole number",
      ["%1", "--lines", "1.5"],
      '--lines wants a whole number, not "1.5"',
    ],
    ["a number that is none", ["%1", "--ratio", "NaN"], '--ratio wants a number, not "NaN"'],
    ["a number below the range", ["%1", "--lines", "-1"], "--lines is at least 0, not -1"],
    ["a number above the range", ["%1", "--lines", "11"], "--lines is at most 10, not 11"],
    ["a positional too many", ["%1", "%2"], 'unexpected argument "%2"'],
    ["a long one too many", ["%1", "x".repeat(999)], `unexpected argument "${"x".repeat(99)}…"`],
    ["a positional that is missing", ["--focus"], "missing PANE"],
    [
      "two of which one is allowed",
      ["%1", "--focus", "--no-focus"],
      "only one of --focus, --no-focus can be given",
    ],
    [
      "a flag without the one it needs",
      ["%1", "--until", "idle"],
      "--until idle|done needs --lines N",
    ],
  ];
  for (const [what, argv, message] of refused) {
    test(what, () => expect(refusal(argv)).toBe(message));
  }
});

test("help is asked for in a flag's place only, never as a value or after --", () => {
  expect(parse(["--help"])).toBe("help");
  expect(parse(["%1", "-h"])).toBe("help");
  expect(parse(["%1", "--", "claude", "--help"])).toMatchObject({
    agentArgs: ["claude", "--help"],
  });
  expect(parse(["%1", "--label=--help"])).toMatchObject({ label: "--help" });
});

test("without a rest, words after -- are positionals and never flags", () => {
  const rename: Grammar = {
    args: {
      tabId: { kind: "word", required: true, value: "TAB", doc: "" },
      words: { kind: "words", required: true, value: "LABEL", doc: "" },
      focus: { kind: "flag", doc: "" },
    },
  };
  expect(parse(["@1", "--", "-lead", "--focus"], FACES.taw, rename)).toEqual({
    tabId: "@1",
    words: ["-lead", "--focus"],
    focus: false,
  });
  expect(parse(["@1", "a", "--focus", "b"], FACES.taw, rename)).toMatchObject({
    words: ["a", "b"],
  });
  expect(refusal(["@1"], FACES.taw, rename)).toBe("missing LABEL…");
});

test("from the first verbatim word on nothing is a flag", () => {
  const run: Grammar = {
    args: {
      paneId: { kind: "word", required: true, value: "PANE", doc: "" },
      command: { kind: "words", required: true, isVerbatim: true, value: "COMMAND", doc: "" },
      quiet: { kind: "flag", doc: "" },
    },
  };
  expect(parse(["--quiet", "%1", "ls", "--help", "--quiet"], FACES.taw, run)).toEqual({
    paneId: "%1",
    command: ["ls", "--help", "--quiet"],
    quiet: true,
  });
  expect(parse(["%1", "-la"], FACES.taw, run)).toMatchObject({ command: ["-la"] });
  expect(parse(["%1", "ls", "--", "x"], FACES.taw, run)).toMatchObject({
    command: ["ls", "--", "x"],
  });
  expect(parse(["%1", "--", "ls", "--", "x"], FACES.taw, run)).toMatchObject({
    command: ["ls", "--", "x"],
  });
});

test("exactly one of several is asked for", () => {
  const input: Grammar = {
    args: {
      match: { kind: "text", value: "TEXT", doc: "" },
      regex: { kind: "text", value: "PATTERN", doc: "" },
    },
    rules: [{ exactlyOne: ["match", "regex"] }],
  };
  expect(refusal([], FACES.taw, input)).toBe("one of --match TEXT, --regex PATTERN is needed");
  expect(refusal(["--match=a", "--regex=b"], FACES.taw, input)).toBe(
    "only one of --match TEXT, --regex PATTERN can be given",
  );
});

test("herdr's face takes the last of a repeated flag, as herdr does", () => {
  expect(parse(["%1", "--label", "a", "--label", "b"], FACES.herdr)).toMatchObject({ label: "b" });
});
