import { expect, test } from "bun:test";
import { parseGlobals } from "../../../src/cli/globals.ts";
import { UsageError } from "../../../src/core/failure.ts";

const refusal = (argv: readonly string[], faceVariable: string | null = null) => {
  try {
    parseGlobals(argv, faceVariable);
    return "accepted";
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

test("options in front of the verb are taw's, the rest is the verb's", () => {
  const globals = parseGlobals(["-L", "x", "-S", "/t/s", "pane", "list", "-L", "y"], null);
  expect(globals).toMatchObject({ socketName: "x", socketPath: "/t/s", wants: null });
  expect(globals.words).toEqual(["pane", "list", "-L", "y"]);
});

test("--help and --version are asked for in both spellings", () => {
  expect(parseGlobals(["--help"], null).wants).toBe("help");
  expect(parseGlobals(["-h"], null).wants).toBe("help");
  expect(parseGlobals(["--version"], null).wants).toBe("version");
  expect(parseGlobals(["-V"], null).wants).toBe("version");
});

test("the face is taw's, unless the option says herdr's, unless TAW_FACE says otherwise", () => {
  expect(parseGlobals(["pane"], null).face.name).toBe("taw");
  expect(parseGlobals(["--face=herdr", "pane"], null).face.name).toBe("herdr");
  expect(parseGlobals(["--face", "herdr", "pane"], null).face.name).toBe("herdr");
  expect(parseGlobals(["--face=herdr", "pane"], "taw").face.name).toBe("taw");
});

test("an option that is unknown, incomplete or of no face is refused by name", () => {
  expect(refusal(["--fcae=taw"])).toBe("unknown option: --fcae; did you mean --face?");
  expect(refusal(["-L"])).toBe("missing value for -L");
  expect(refusal(["--machine="])).toBe("missing value for --machine");
  expect(refusal(["--face=x"])).toBe('--face is taw, herdr, not "x"');
  expect(refusal(["pane"], "x")).toBe('TAW_FACE is taw or herdr, not "x"');
  expect(refusal(["--help=1"])).toBe("--help takes no value");
});

test("an option given twice is refused on taw's face, and the last one counts on herdr's", () => {
  expect(refusal(["-L", "a", "-L", "b", "pane"])).toBe("-L is given twice");
  expect(parseGlobals(["-L", "a", "-L", "b", "pane"], "herdr").socketName).toBe("b");
});

test("on herdr's face --session names the server wherever it stands in front of --, and the words are without it", () => {
  for (const [argv, words] of [
    [
      ["pane", "list", "--session", "lab"],
      ["pane", "list"],
    ],
    [
      ["pane", "list", "--session=lab", "--workspace", "w1"],
      ["pane", "list", "--workspace", "w1"],
    ],
    [
      ["pane", "run", "w1:p1", "make test", "--session", "lab"],
      ["pane", "run", "w1:p1", "make test"],
    ],
    [
      ["--session", "other", "status", "--json", "--session", "lab"],
      ["status", "--json"],
    ],
    [
      ["tab", "list", "--session", "a", "--session", "lab"],
      ["tab", "list"],
    ],
  ] as const) {
    expect(parseGlobals(argv, "herdr")).toMatchObject({ socketName: "lab", words });
  }
  const typed = ["pane", "run", "w1:p1", "--", "agent", "--session", "lab"];
  expect(parseGlobals(typed, "herdr")).toMatchObject({ socketName: null, words: typed });
  expect(parseGlobals(["pane", "run", "w1:p1", "agent", "--session", "lab"], null).words).toEqual([
    "pane",
    "run",
    "w1:p1",
    "agent",
    "--session",
    "lab",
  ]);
  for (const argv of [
    ["pane", "list", "--session"],
    ["pane", "list", "--session="],
    ["pane", "run", "w1:p1", "--session", "--", "x"],
  ]) {
    expect(refusal(argv, "herdr")).toBe("missing value for --session");
  }
});

const nextOf = (argv: readonly string[]) => {
  try {
    parseGlobals(argv, null);
    return null;
  } catch (error) {
    return error instanceof UsageError ? error.next : null;
  }
};

test("who is refused an option is told where to look by the name of their own face", () => {
  for (const wrong of ["--foo", "-L", "--help=1"]) {
    expect(nextOf([wrong])).toBe("run 'taw --help' for usage");
    expect(nextOf(["--face=herdr", wrong])).toBe("run 'herdr --help' for usage");
    expect(nextOf(["--face", "herdr", wrong])).toBe("run 'herdr --help' for usage");
  }
});
