import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { parsePaneId } from "../../../src/core/ids.ts";
import { isFields } from "../../../src/core/json.ts";
import { fuzzField } from "../../support/fuzz/field.ts";
import type { Field } from "../../support/fuzz/field.ts";
import { ask } from "../../support/herdr-socket.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { onTerminal } from "../../support/terminal.ts";
import { until } from "../../support/until.ts";

/**
 * Names are data (peers/cases.md 1 to 13): one walk over everything that takes one, with taw's hooks loaded, a person
 * attached whose status line draws them, and a subscriber who is told of each.
 */
const HARM = 'touch "$TAW_HARM"';
const NAMES: readonly string[] = [
  "a b",
  "日本",
  "🙂emoji",
  "q'uote",
  'dq"x',
  `x$(${HARM})`,
  `#(${HARM})`,
  `x#{pid}`,
  "#{session_name}",
  "C#Sharp",
  "##",
  "#[bg=red]",
  "semi;",
  ";",
  "*",
  "{x}",
  "!bang",
  `\`${HARM}\``,
  `'; ${HARM}; '`,
  `"; ${HARM}; "`,
  `$HOME`,
  "back\\slash",
  "-lead",
  "--",
  "=lead",
  "@at",
  "%pc",
  "%1",
  "~",
  "a.b",
  "a:b",
  "}",
  "%H%M",
];

let field: Field;
let events: string;

beforeAll(async () => {
  field = await fuzzField();
  await loadInto(field.server, recorder(field.server).launcher);
  await field.server.tmux("new-session", "-d", "-s", "other", "cat");
  await field.server.tmux("set-option", "-p", "-t", "%0", "@agent_kind", "claude");
  events = "";
  const types = [
    "workspace.created",
    "workspace.renamed",
    "tab.created",
    "tab.renamed",
    "pane.updated",
    "pane.moved",
    "workspace.metadata_updated",
  ];
  const line = JSON.stringify({
    id: "s",
    method: "events.subscribe",
    params: { subscriptions: types.map((type) => ({ type })) },
  });
  const connection = await Bun.connect({
    unix: field.socket.path,
    socket: { data: (_, part) => void (events += part.toString()) },
  });
  connection.write(`${line}\n`);
  await until("the subscription stands", () => events.includes("subscription_started"));
});
afterAll(() => field.close());

/** Everything of an answer that is a text, by the name of its field. */
function textsIn(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, name));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === name && typeof one === "string" ? one : textsIn(one, name),
  );
}

interface Naming {
  method: string;
  params: (name: string) => Record<string, unknown>;
  /** The field that shows the name in the answer, or in the record of the pane that is read then. */
  shows: string;
  read?: readonly [method: string, params: Record<string, unknown>];
}

const PANE = ["pane.get", { pane_id: "%0" }] as const;
const NAMINGS: readonly Naming[] = [
  { method: "workspace.create", params: (label) => ({ label }), shows: "label" },
  {
    method: "workspace.rename",
    params: (label) => ({ workspace_id: "w1", label }),
    shows: "label",
  },
  { method: "tab.create", params: (label) => ({ label }), shows: "label" },
  { method: "tab.rename", params: (label) => ({ tab_id: "w1:t1", label }), shows: "label" },
  { method: "pane.rename", params: (label) => ({ pane_id: "%0", label }), shows: "label" },
  {
    method: "pane.report_metadata",
    params: (title) => ({ pane_id: "%0", source: "t", title }),
    shows: "title",
    read: PANE,
  },
  {
    method: "pane.report_metadata",
    params: (name) => ({ pane_id: "%0", source: "t", display_agent: name }),
    shows: "display_agent",
    read: PANE,
  },
  {
    method: "pane.report_metadata",
    params: (name) => ({ pane_id: "%0", source: "t", tokens: { word: name } }),
    shows: "word",
    read: PANE,
  },
  {
    method: "workspace.report_metadata",
    params: (name) => ({ workspace_id: "w1", source: "t", tokens: { word: name } }),
    shows: "word",
    read: ["workspace.get", { workspace_id: "w1" }],
  },
  {
    method: "layout.apply",
    params: (name) => ({
      workspace_id: "w1",
      tab_label: name,
      root: { type: "pane", label: name },
    }),
    shows: "label",
  },
  { method: "agent.view.set", params: (label) => ({ source: "t", label }), shows: "label" },
];

/** What tmux itself makes of a name of a session: `.` and `:` are its own, `$` and `\` it escapes (facts.md §1.6). */
const kept = (name: string): readonly string[] => [
  name,
  name.replace(/[.:]/g, "_"),
  // A name that another has by then.
  `${name.replace(/[.:]/g, "_")}-2`,
  name.replaceAll("\\", "\\\\"),
  name.replace(/\$(?=[A-Za-z_{])/g, "\\$"),
];

test.each(NAMINGS)(
  "whatever $method is given as a name is there as it was given, or is refused, and none of it runs",
  async ({ method, params, shows, read }) => {
    await using person = onTerminal(["tmux", "-L", field.server.name, "attach", "-t", "%0"], {
      env: field.server.box.env,
    });
    for (const name of NAMES) {
      const { result, error } = await ask(field.socket.path, method, params(name));
      if (error) {
        expect({ method, name, error }).toEqual({
          method,
          name,
          error: { code: expect.stringMatching(/^invalid_/), message: expect.any(String) },
        });
        continue;
      }
      const answer = read ? (await ask(field.socket.path, ...read)).result : result;
      const shown = textsIn(answer, shows);
      expect({
        method,
        name,
        shown: shown.some((one) => kept(name).includes(one)) ? name : shown,
      }).toEqual({ method, name, shown: name });
    }
    person.close();
    await field.tidy();
    expect(field.harm()).toBe("");
  },
);

test("the events that told of it are whole lines, and each is JSON", async () => {
  const lines = events.trimEnd().split("\n").slice(1);
  expect(lines.length).toBeGreaterThan(NAMES.length);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("event");
  const told = lines.flatMap((line) => textsIn(JSON.parse(line), "label"));
  expect(told).toContain(`#(${HARM})`);
  expect(told).toContain("#{session_name}");
});

/** What starts a program in a folder, and what ends what it has made. */
const STARTS = [
  { method: "tab.create", params: {}, ends: "tab.close", by: "tab_id" },
  {
    method: "pane.split",
    params: { target_pane_id: "%0", direction: "down" },
    ends: "pane.close",
    by: "pane_id",
  },
  { method: "workspace.create", params: {}, ends: "workspace.close", by: "workspace_id" },
] as const;

test("a folder may be called anything: programs are started in it, and nothing in its name runs", async () => {
  for (const [at, name] of NAMES.entries()) {
    const cwd = `${field.server.box.root}/${name}`;
    mkdirSync(cwd, { recursive: true });
    const start = STARTS[at % STARTS.length] ?? STARTS[0];
    const { result } = await ask(field.socket.path, start.method, { ...start.params, cwd });
    const pane = tmuxPane(result);
    const path = () => field.server.format(pane, "#{pane_current_path}");
    await until(`${start.method} in ${name}`, path, (text) => text === cwd);
    await ask(field.socket.path, start.ends, { [start.by]: textsIn(result, start.by)[0] });
  }
  expect(field.harm()).toBe("");
});

/** The pane of an answer, as tmux names it. */
function tmuxPane(result: unknown): string {
  return parsePaneId(textsIn(result, "pane_id")[0] ?? "") ?? "";
}

const hasWord = (entries: string[]) => entries.some((entry) => entry.startsWith("WORD="));

test("a variable may hold anything: a new program has it byte for byte", async () => {
  for (const value of NAMES) {
    const { result } = await ask(field.socket.path, "tab.create", { env: { WORD: value } });
    const pid = await field.server.format(tmuxPane(result), "#{pane_pid}");
    const environ = () => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    expect(await until("the program runs", environ, hasWord)).toContain(`WORD=${value}`);
    await ask(field.socket.path, "tab.close", { tab_id: textsIn(result, "tab_id")[0] });
  }
  expect(field.harm()).toBe("");
});
