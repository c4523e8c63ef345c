import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { METHODS } from "../../../src/core/methods.ts";
import { isAnswered, isRefused } from "../../../src/socket/methods.ts";
import { resultMismatches } from "../../contract/herdr.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrAnswer, HerdrSocket } from "../../support/herdr-socket.ts";
import { run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

const page = await Bun.file(join(import.meta.dir, "../../../docs/SOCKET.md")).text();

let server: TmuxServer;
let socket: HerdrSocket;
let repository: string;

beforeAll(async () => {
  server = await tmuxServer({ conf: "set -g default-command 'stty -echo; cat'\n" });
  await server.tmux("respawn-pane", "-k", "-t", "%0", "cat");
  repository = `${server.box.home}/api`;
  for (const words of [
    ["init", "-q", "-b", "main", repository],
    [
      "-C",
      repository,
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@b",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "first",
    ],
  ]) {
    await run(["git", ...words], { env: server.box.env, cwd: server.box.home });
  }
  socket = await serveSocket(server);
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

/** The first line of the answer to a request as it stands on the page. */
async function answerTo(line: string): Promise<HerdrAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const connection = await Bun.connect({
    unix: socket.path,
    socket: {
      data: (_, part) => {
        text += part.toString();
        if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
      },
      close: () => reject(new Error(`no answer to ${line}: ${text}`)),
    },
  });
  connection.write(`${line}\n`);
  const answer = JSON.parse(await promise);
  connection.terminate();
  return answer;
}

const requests = [...page.matchAll(/^\{"id":"[^\n]*"method":[^\n]*\}$/gm)].map(([line]) => line);

test("every request on the page is answered, and with what the page says of its type", async () => {
  expect(requests.length).toBeGreaterThanOrEqual(12);
  for (const line of requests) {
    const { result, error } = await answerTo(line);
    if (line.includes("w9:p9")) expect(error?.code).toBe("pane_not_found");
    else
      expect({ line, error, wrong: result && resultMismatches(result) }).toEqual({
        line,
        error: undefined,
        wrong: [],
      });
  }
});

/** What the page says that a method answers. */
function documented(method: string): string {
  const section = page.slice(page.indexOf(`### ${method}\n`));
  return /answers `(\w+)`\./.exec(section)?.[1] ?? "";
}

/** A call of every method that works, in this order. */
const calls = (): readonly (readonly [method: string, params: Record<string, unknown>])[] => [
  ["agent.list", {}],
  ["agent.get", { target: "%0" }],
  ["agent.rename", { target: "%0", name: "ann" }],
  ["agent.focus", { target: "ann" }],
  ["agent.read", { target: "ann", source: "visible" }],
  ["agent.explain", { target: "ann" }],
  ["agent.wait", { target: "ann", until: ["blocked"], timeout_ms: 1000 }],
  ["agent.view.set", { source: "me", label: "mine" }],
  ["agent.view.clear", {}],
  [
    "events.wait",
    { match_event: { event: "pane_agent_status_changed", pane_id: "%0", agent_status: "blocked" } },
  ],
  ["pane.split", { target_pane_id: "%0", direction: "right" }],
  ["pane.list", {}],
  ["pane.get", { pane_id: "%0" }],
  ["pane.current", {}],
  ["pane.focus", { pane_id: "%0" }],
  ["pane.focus_direction", { pane_id: "%0", direction: "right" }],
  ["pane.rename", { pane_id: "%0", label: "mine" }],
  ["pane.resize", { pane_id: "%0", direction: "right" }],
  ["pane.zoom", { pane_id: "%0", mode: "on" }],
  ["pane.zoom", { pane_id: "%0", mode: "off" }],
  ["pane.swap", { pane_id: "%0", direction: "right" }],
  ["pane.layout", {}],
  ["pane.edges", { pane_id: "%0" }],
  ["pane.neighbor", { pane_id: "%0", direction: "left" }],
  ["pane.process_info", { pane_id: "%0" }],
  ["pane.input.set", { pane_id: "%0", right_click: "pane" }],
  ["pane.report_metadata", { pane_id: "%0", source: "me", title: "a title" }],
  ["pane.send_text", { pane_id: "%0", text: "ready" }],
  ["pane.send_keys", { pane_id: "%0", keys: ["enter"] }],
  ["pane.send_input", { pane_id: "%0", text: "go", keys: ["enter"] }],
  [
    "pane.wait_for_output",
    { pane_id: "%0", source: "recent", match: { type: "regex", value: "rea.y" }, timeout_ms: 5000 },
  ],
  ["pane.read", { pane_id: "%0", source: "recent" }],
  ["pane.clear", { pane_id: "%0" }],
  ["layout.export", {}],
  ["layout.set_split_ratio", { path: [], ratio: 0.3 }],
  [
    "layout.apply",
    {
      root: {
        type: "split",
        direction: "down",
        ratio: 0.5,
        first: { type: "pane" },
        second: { type: "pane" },
      },
    },
  ],
  ["tab.create", { label: "logs" }],
  ["tab.list", {}],
  ["tab.get", { tab_id: "w1:t1" }],
  ["tab.focus", { tab_id: "w1:t1" }],
  ["tab.rename", { tab_id: "w1:t1", label: "first" }],
  ["tab.move", { tab_id: "w1:t1", insert_index: 2 }],
  ["pane.move", { pane_id: "%0", destination: { type: "new_tab" } }],
  ["workspace.create", { label: "docs" }],
  ["workspace.list", {}],
  ["workspace.get", { workspace_id: "w1" }],
  ["workspace.focus", { workspace_id: "w1" }],
  ["workspace.rename", { workspace_id: "w1", label: "one" }],
  ["workspace.report_metadata", { workspace_id: "w1", source: "me", tokens: { ci: "green" } }],
  ["worktree.create", { cwd: repository, branch: "fix", path: `${server.box.home}/fix` }],
  ["worktree.list", { cwd: repository }],
  ["worktree.open", { cwd: repository, branch: "fix" }],
  ["session.snapshot", {}],
  ["server.agent_manifests", {}],
  ["server.reload_agent_manifests", {}],
  ["server.reload_config", {}],
  ["notification.show", { title: "done" }],
  ["client.window_title.set", { title: "mine" }],
  ["client.window_title.clear", {}],
];

/** Those that end something, with the field that names it: each gets what `calls` has made last. */
const ENDS: readonly (readonly [method: string, made: RegExp, id: string])[] = [
  ["worktree.remove", /worktree_(created|opened)/, "workspace_id"],
  ["pane.close", /pane_info/, "pane_id"],
  ["tab.close", /tab_created/, "tab_id"],
  ["workspace.close", /workspace_created/, "workspace_id"],
];
/** Answered by the requests above, or only while a popup is open. */
const ELSEWHERE = ["ping", "events.subscribe", "popup.close"];

test("every method that is answered gives the type and the fields that the page tells", async () => {
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", "%0", "@agent_state", "blocked");
  const asked = [
    ...calls().map(([method]) => method),
    ...ENDS.map(([method]) => method),
    ...ELSEWHERE,
  ];
  const all = Object.keys(METHODS).filter((method) => !isRefused(method));
  const answered = await Promise.all(all.map(isAnswered));
  expect([...new Set(asked)].toSorted()).toEqual(all.filter((_, at) => answered[at]).toSorted());
  const results: { method: string; result: HerdrAnswer["result"] }[] = [];
  for (const [method, params] of calls()) {
    const { result, error } = await socket.ask(method, params);
    expect({
      method,
      error,
      type: result?.type,
      wrong: result && resultMismatches(result),
    }).toEqual({ method, error: undefined, type: documented(method), wrong: [] });
    results.push({ method, result });
  }
  for (const [method, made, id] of ENDS) {
    const last = results.findLast(
      ({ method: by, result }) => by !== "pane.rename" && made.test(result?.type ?? ""),
    );
    const value = new RegExp(`"${id}":"([^"]*)"`).exec(JSON.stringify(last?.result))?.[1];
    const { result, error } = await socket.ask(method, { [id]: value });
    expect({
      method,
      error,
      type: result?.type,
      wrong: result && resultMismatches(result),
    }).toEqual({ method, error: undefined, type: documented(method), wrong: [] });
  }
});

test("every method that is not answered stands on the page as such", async () => {
  const [, list = ""] = /## Not answered\n\n(.*)/.exec(page) ?? [];
  const listed = new Set([...list.matchAll(/`(\w+\.[\w.]+)`/g)].map(([, name]) => name));
  for (const method of Object.keys(METHODS)) {
    const isListed = listed.has(method);
    expect({ method, isListed }).toEqual({
      method,
      isListed: isRefused(method) || !(await isAnswered(method)),
    });
    expect(page.includes(`### ${method}\n`)).toBe(!isListed);
  }
});
