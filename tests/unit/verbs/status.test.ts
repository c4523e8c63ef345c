import { expect, test } from "bun:test";
import type { Facts, ServerFacts } from "../../../src/verbs/status/facts.ts";
import { misreadIn } from "../../../src/verbs/status/misread.ts";
import { problemsOf } from "../../../src/verbs/status/problems.ts";

const server: ServerFacts = {
  server: {
    pid: 7,
    startUnix: 1,
    nowUnix: 1,
    socketPath: "/tmp/s",
    version: "3.3a",
    grantsMode: "standard",
  },
  loaded: "0.1.0",
  lostLauncher: null,
  loadProblem: null,
  takenKeys: [],
  keyProblem: null,
  misread: [],
  watched: [],
  socket: { wish: "auto", pid: null },
};
const well: Facts = {
  version: "0.1.0",
  program: "/opt/taw/bin/taw",
  build: "abc",
  hasOldBuild: false,
  installedTmux: "tmux 3.3a",
  server,
  configProblems: 0,
};
const problems = (facts: Partial<Facts>) => problemsOf({ ...well, ...facts });

const whatOf = (change: Partial<ServerFacts>) =>
  problems({ server: { ...server, ...change } }).map((problem) => problem.what);

test("nothing is wrong where nothing is", () => {
  expect(problems({})).toEqual([]);
});

test("a tmux that is missing, too old, or newer than its server is told with what to do", () => {
  const unreachable = { unreachable: "tmux is not on PATH" };
  expect(problems({ installedTmux: null, server: unreachable })).toEqual([
    { what: "tmux cannot be started", mend: "install tmux 3.2 or newer" },
  ]);
  expect(problems({ installedTmux: "tmux 3.1c", server: { unreachable: "refused" } })).toEqual([
    { what: "tmux 3.1c is too old for taw", mend: "install tmux 3.2 or newer" },
    { what: "refused", mend: null },
  ]);
  expect(problems({ installedTmux: "tmux 3.6b" })).toEqual([
    {
      what: "tmux 3.6b is installed, and the server still runs 3.3a",
      mend: "start the tmux server again when nothing runs in it",
    },
  ]);
});

test("a loader that is missing, of another version, or that failed is told", () => {
  expect(whatOf({ loaded: null })).toEqual([
    "taw is not loaded into this tmux server, so no pane is watched",
  ]);
  expect(whatOf({ loaded: "0.0.9" })).toEqual([
    "taw 0.0.9 is loaded into this tmux server, and this is 0.1.0",
  ]);
  expect(whatOf({ loadProblem: "no bun" })).toEqual(["no bun"]);
});

test("a herdr socket that should be served and is not, and a word that its option does not have, are told", () => {
  expect(whatOf({ socket: { wish: "on", pid: 7 } })).toEqual([]);
  expect(whatOf({ socket: { wish: "auto", pid: null } })).toEqual([]);
  expect(whatOf({ socket: { wish: "on", pid: null } })).toEqual([
    "the herdr socket is on, and nobody serves it",
  ]);
  expect(whatOf({ socket: { wish: null, pid: null } })).toEqual([
    "@agent-wizard-herdr-socket is auto, on or off; what it is set to is read as auto",
  ]);
});

test("an option that is set to a word it does not have is told with how it is read", () => {
  const values = ["80", "50%", "off", "on", "dark"];
  expect(misreadIn(`${values.join("\t")}\n`)).toEqual([]);
  expect(misreadIn("\t\t\t\t\n")).toEqual([]);
  expect(whatOf({ misread: misreadIn("8O\t0\tno\tyes\tblue\n") })).toEqual([
    "@agent-wizard-popup-width is cells or percent; what it is set to, 8O, is read as 90%",
    "@agent-wizard-popup-height is cells or percent; what it is set to, 0, is read as 90%",
    "@agent-wizard-path is on or off; what it is set to, no, is read as on",
    "@agent-wizard-herdr-env is on or off; what it is set to, yes, is read as off",
    "@agent-wizard-theme is dark or light; what it is set to, blue, is read as not set",
  ]);
});

test("a config with problems and an old build are told", () => {
  expect(problems({ configProblems: 2, hasOldBuild: true })).toEqual([
    { what: "config.toml has 2 problems", mend: "taw config check" },
    {
      what: "the build is older than the sources, so the sources run",
      mend: "bun run build",
    },
  ]);
});
