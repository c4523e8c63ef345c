import { afterAll, beforeAll, expect, test } from "bun:test";
import { METHODS } from "../../../src/core/methods.ts";
import { isAnswered, isRefused } from "../../../src/socket/methods.ts";
import { VERBS } from "../../../src/verbs/index.ts";
import { rightFields } from "../../support/fuzz/kinds.ts";
import type { Draw } from "../../support/fuzz/kinds.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrAnswer, HerdrSocket } from "../../support/herdr-socket.ts";
import type { PaneShell } from "../../support/pane-shell.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let socket: HerdrSocket;
let pane: PaneShell;

beforeAll(async () => {
  server = await tmuxServer();
  pane = await paneShell(server);
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  socket = await serveSocket(server);
  await server.taw("grants", "set", "%0", "none");
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

/** "A read needs read. Typing needs write. A create, close, rename or focus needs admin." */
const NEEDS: readonly (readonly [grant: string | null, methods: RegExp])[] = [
  [null, /^(ping|server\.agent_manifests)$/],
  ["own", /\.report_metadata$/],
  ["read", /^notification\.show$/],
  ["write", /^pane\.send_|^pane\.clear$|^agent\.(prompt|send_keys)$/],
  [
    "read",
    /\.(list|get|read|explain|wait|current|edges|layout|neighbor|process_info|wait_for_output|snapshot|export|subscribe)$/,
  ],
  ["admin", /./],
];
const needOf = (method: string): string | null =>
  NEEDS.find(([, methods]) => methods.test(method))?.[0] ?? null;

/** The rules of each method's own: of these fields one is given. */
const GIVEN: Readonly<Record<string, object>> = {
  "pane.report_metadata": { source: "x", title: "t" },
  "pane.swap": { pane_id: "%0", direction: "left" },
  "workspace.report_metadata": { source: "x", tokens: { a: "b" } },
  "worktree.open": { cwd: "/", branch: "x" },
  "events.wait": {
    match_event: { event: "pane_agent_status_changed", pane_id: "%0", agent_status: "idle" },
    timeout_ms: 1,
  },
};

const aim: Draw = (below) => (below === 5 ? 1 : 0);
aim.aims = { pane: ["%0"], tab: ["@0"], workspace: ["$1"] };

const all = Object.keys(METHODS);
const isDone = await Promise.all(all.map(isAnswered));
const done = all.filter((method, at) => isDone[at] && !isRefused(method));
const requests = done.map((method) => ({
  id: method,
  method,
  params: {
    ...rightFields(METHODS[method]?.params ?? {}, aim),
    ...(METHODS[method]?.params["timeout_ms"] ? { timeout_ms: 1 } : {}),
    ...GIVEN[method],
  },
}));

/** Sends each line of a file on a connection of its own, and prints the first line of each answer. */
const CLIENT = `const [path, file] = process.argv.slice(-2);
for (const line of (await Bun.file(file).text()).trim().split("\\n")) await new Promise((over) => Bun.connect({ unix: path, socket: {
  open: (one) => void one.write(line + "\\n"),
  data: (one, bytes) => { process.stdout.write(bytes.toString().split("\\n")[0] + "\\n"); one.terminate(); over(""); },
  close: over, connectError: over } }));`;

async function askedFromPane(): Promise<Map<string, HerdrAnswer>> {
  const file = `${server.box.root}/requests`;
  await Bun.write(file, requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  await Bun.write(`${server.box.root}/client.ts`, CLIENT);
  const ran = await pane.run(
    `'${process.execPath}' '${server.box.root}/client.ts' '${socket.path}' '${file}'`,
  );
  const answers: HerdrAnswer[] = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return new Map(answers.map((answer) => [answer.id, answer]));
}

test.each(["none", "read", "read write"])(
  "on the socket, a pane that holds %p is refused every method that needs more, and no other",
  async (held) => {
    const grants = held.split(" ");
    await server.taw("grants", "set", pane.id, ...grants);
    const answers = await askedFromPane();
    expect([...answers.keys()]).toEqual(done);
    const refused = done.filter((method) => answers.get(method)?.error?.code === "forbidden");
    const lacking = (need: string | null): boolean => need !== null && !grants.includes(need);
    expect(refused).toEqual(done.filter((method) => lacking(needOf(method))));
  },
);

/** Verbs that no method does, as they would be called; those that ask no tmux server stand below. */
const CALLS: readonly string[] = [
  "__ids pane",
  "--face=herdr server reload-config",
  "grants set %0 default",
  "machine feed --once",
  "pane go %0",
  "pane run %0 yes",
  "--face=herdr server reload-agent-manifests",
  "--face=herdr session attach x",
  "socket serve",
  "socket status",
  "socket stop",
  "hooks test pane.created",
  "session folders",
  "session open /",
  "tmux load",
  "tmux unload",
  "ui open",
  "watch attach-all",
  "watch nudge %0",
  "watch status",
];

/** What they show is not of panes, or they only start a program; `app` and `ui` are told by `machine feed`. */
const FREE: ReadonlySet<string> = new Set([
  "__behind",
  "api schema",
  "app",
  "completion",
  "config check",
  "events drain",
  "events expire",
  "grants show",
  "hooks list",
  "hooks log",
  "hooks run",
  "hooks tell",
  "manifest show",
  "program-status",
  "run",
  "server agent-manifests",
  "session delete",
  "session list",
  "session stop",
  "status",
  "status client",
  "status server",
  "ui",
]);

test("every verb that no method does is refused to a pane that holds nothing", async () => {
  const rest: string[] = [];
  for (const { path, load } of VERBS) {
    const { method } = (await load()).default;
    if (method === undefined && !FREE.has(path)) rest.push(path);
  }
  expect(rest.filter((path) => !CALLS.some((call) => ` ${call} `.includes(` ${path} `)))).toEqual(
    [],
  );
  await server.taw("grants", "set", pane.id, "none");
  for (const call of CALLS) {
    const { stdout, stderr } = await pane.run(`taw ${call}`);
    expect([call, stdout, stderr]).toEqual([call, "", expect.stringContaining("forbidden")]);
  }
});
