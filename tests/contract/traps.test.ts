import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fields } from "../../src/core/json.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../support/answer.ts";
import { serveSocket } from "../support/herdr-socket.ts";
import type { HerdrSocket } from "../support/herdr-socket.ts";
import { repositoryServer } from "../support/repository.ts";
import type { RepositoryServer } from "../support/repository.ts";
import { sandbox } from "../support/sandbox.ts";
import { bin, run } from "../support/taw.ts";
import type { Ran } from "../support/taw.ts";
import { until } from "../support/until.ts";

/** What herdr's plugins and clients rely on without being promised it, on the link named herdr and on the socket. */

let server: RepositoryServer;
let socket: HerdrSocket;
let link: string;

beforeAll(async () => {
  server = await repositoryServer();
  const folder = join(server.box.root, "bin");
  mkdirSync(folder);
  link = join(folder, "herdr");
  symlinkSync(bin, link);
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  await server.tmux("new-window", "-dn", "logs", "-t", "main:", "cat");
  await server.tmux("new-session", "-ds", "api", "sh");
  socket = await serveSocket(server);
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

/** `herdr …` by its link. */
const herdr = (...words: string[]): Promise<Ran> =>
  run([link, "-L", server.name, ...words], { env: server.box.env, cwd: server.box.home });

/** A script as plugins write them: `herdr` is on its PATH, and it cuts text. */
const script = async (text: string): Promise<string> => {
  const env = {
    ...server.box.env,
    PATH: `${dirname(link)}:${server.box.env["PATH"]}`,
    TMUX: `${server.socketPath},0,0`,
  };
  const { code, stdout, stderr } = await run(["sh", "-euc", text], { env, cwd: server.box.home });
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return stdout;
};

/** One of every kind of answer: lists, records, a tree, what was changed. */
const ANSWERS: readonly string[] = [
  "pane list",
  "tab list",
  "workspace list",
  "agent list",
  "worktree list --workspace w1 --json",
  "pane get w1:p1",
  "pane layout --pane w1:p1",
  "pane process-info --pane w1:p1",
  "pane rename w1:p2 side",
  "pane zoom w1:p1 --off",
  "layout export --tab w1:t1",
  "api snapshot",
  "server reload-config",
];

/** The names under which an answer stands. */
const keysOf = (ran: Ran): string[] => Object.keys(resultOf(ran));

/** Every record in a value, however deep. */
function recordsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== "object" || value === null) return [];
  return [fieldsOf(value), ...Object.values(value).flatMap(recordsIn)];
}

describe("what the command line prints", () => {
  test.each(ANSWERS)("%s answers in one compact line with its keys in order", async (words) => {
    const { code, stdout, stderr } = await herdr(...words.split(" "));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout))}\n`);
    for (const record of recordsIn(JSON.parse(stdout))) {
      expect(Object.keys(record)).toEqual(Object.keys(record).toSorted());
    }
  });

  test.each([
    ["pane get w9:p9", "pane_not_found"],
    ["tab get w9:t9", "tab_not_found"],
    ["workspace get w9", "workspace_not_found"],
    ["agent get nobody", "agent_not_found"],
    ["pane split w9:p9 --direction right", "pane_not_found"],
    ["pane read w9:p9", "pane_not_found"],
    ["pane close w9:p9", "pane_not_found"],
    ["pane send-keys w1:p1 hyperspace", "invalid_key"],
    ["worktree remove --workspace w1", "not_linked_worktree"],
    ["worktree list --cwd /", "not_git_worktree"],
    ["worktree open --workspace w1 --branch none", "worktree_not_found"],
    ["worktree create --workspace w1 --branch main", "worktree_create_failed"],
    ["workspace create --cwd /none", "workspace_create_failed"],
  ])(
    "%s fails with %s in one compact line on stderr, exit 1, stdout empty",
    async (words, code) => {
      const ran = await herdr(...words.split(" "));
      expect(failureOf(ran)).toMatchObject({ code, exit: 1 });
      expect(ran.stderr).toBe(`${JSON.stringify(JSON.parse(ran.stderr))}\n`);
      expect(ran.stderr).toStartWith(`{"error":{"code":"${code}","message":"`);
    },
  );

  test("what is not there is said to be not found, which some search the text for", async () => {
    for (const [words, id] of [
      ["pane get w9:p9", "pane w9:p9"],
      ["tab focus w9:t9", "tab w9:t9"],
      ["workspace focus w9", "workspace w9"],
      ["agent focus nobody", "agent target nobody"],
    ] as const) {
      expect(failureOf(await herdr(...words.split(" "))).message).toStartWith(`${id} not found`);
    }
  });

  test.each([
    "",
    "pane",
    "nonsense",
    "--nonsense",
    "pane split",
    "pane split --direction up",
    "pane get",
    "pane list --nonsense",
    "worktree open --workspace w1",
    "pane move w1:p1",
  ])("herdr %s is misused: words on stderr without an envelope, exit 2", async (words) => {
    const { code, stdout, stderr } = await herdr(...words.split(" ").filter(Boolean));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toStartWith("{");
    expect(stderr).not.toMatch(/\btaw --help/);
  });

  test("a label is cut out by the comma behind it, and ids by their quotes", async () => {
    await herdr("pane", "rename", "w1:p2", "my label");
    const cut = await script(
      `herdr pane list | tr '{' '\\n' | grep -F '"label":"my label",' | sed 's/.*"pane_id":"\\([^"]*\\)".*/\\1/'`,
    );
    expect(cut).toBe("w1:p2\n");
    const idle = await server.pane("sh", "-i");
    const pids = await script(`herdr pane process-info --pane ${idle} | grep -o '"pid":' | wc -l`);
    expect(Number(pids)).toBe(1);
    const shell = await script(
      `herdr pane process-info --pane ${idle} | sed 's/.*"shell_pid":\\([0-9]*\\).*/\\1/'`,
    );
    expect(shell.trim()).toBe(await server.format(idle, "#{pane_pid}"));
    await server.tmux("kill-pane", "-t", idle);
  });

  test("what a record does not have is left out, never null", async () => {
    const { stdout } = await herdr("api", "snapshot");
    expect(stdout).not.toContain("null");
    expect(stdout).not.toContain('"agent":"');
    expect(
      Object.keys(fieldsOf(resultOf(await herdr("pane", "get", "w1:p1")), "pane")),
    ).not.toContain("label");
  });

  test.each([
    "pane send-text w1:p2 x",
    "pane send-keys w1:p2 enter",
    "pane run w1:p2 true",
    "pane report-metadata w1:p2 --source test --token a=b",
    "workspace report-metadata w1 --source test --token a=b",
  ])("herdr %s prints nothing when it works", async (words) => {
    const { code, stdout, stderr } = await herdr(...words.split(" "));
    expect([code, stdout, stderr]).toEqual([0, "", ""]);
  });

  test("pane read prints the text and nothing else, both spellings of its sources alike", async () => {
    const pane = await server.pane("sh", "-c", "printf 'one\\ntwo'; exec cat");
    await until(
      "it is printed",
      () => server.paneText(pane),
      (text) => text === "one\ntwo",
    );
    for (const source of ["recent-unwrapped", "recent_unwrapped", "recent"]) {
      expect((await herdr("pane", "read", pane, "--source", source)).stdout).toBe("one\ntwo");
    }
    await server.tmux("kill-pane", "-t", pane);
  });

  test("--version is the words herdr and three numbers", async () => {
    const { code, stdout } = await herdr("--version");
    expect([code, stdout]).toEqual([0, "herdr 0.9.3\n"]);
  });

  test("status server tells whether it runs in its first line, exit 0 both ways", async () => {
    const running = await herdr("status", "server");
    expect([running.code, running.stdout.split("\n").slice(0, 5)]).toEqual([
      0,
      [
        "status: running",
        "version: 0.9.3+taw",
        "protocol: 22",
        "compatible: yes",
        `socket: ${socket.path}`,
      ],
    ]);
    await using box = sandbox();
    const absent = await run([link, "status", "server"], { env: box.env, cwd: box.home });
    expect([absent.code, absent.stdout.split("\n")[0]]).toEqual([0, "status: not running"]);
    const told = fieldsOf((await herdr("status", "--json")).json);
    expect(Object.keys(told).toSorted()).toEqual(["client", "server", "update"]);
    expect(fieldsOf(told, "server")).toMatchObject({
      status: "running",
      running: true,
      compatible: true,
      socket: socket.path,
      restart_needed: false,
    });
  });

  test("a tool that puts --session last in every call reaches that server, and types nothing of it", async () => {
    const told = await script(
      `on() { session=$1; shift; herdr "$@" --session "$session"; }
       pane=$(on ${server.name} pane split w1:p2 --direction down --no-focus | tr , '\\n' | sed -n 's/.*"pane_id":"\\(.*\\)"/\\1/p')
       on ${server.name} pane run "$pane" "echo one two"
       on ${server.name} pane wait-output "$pane" --regex '^one two$' --timeout 8000 >/dev/null
       on ${server.name} pane read "$pane" --source visible
       on ${server.name} pane close "$pane" >/dev/null
       on none-of-that-name pane run w1:p1 "echo three" && echo typed || echo "exit $?"`,
    );
    expect(told).toContain("echo one two\n");
    expect(told).not.toContain("--session");
    expect(told).toEndWith("exit 1\n");
  });

  test("session list --json has no envelope, and names the socket of the server that runs", async () => {
    const { stdout, json } = await herdr("session", "list", "--json");
    expect(stdout).toStartWith('{"sessions":[{"');
    const { sessions } = fieldsOf(json);
    expect(sessions).toContainEqual(
      expect.objectContaining({ name: server.name, running: true, socket_path: socket.path }),
    );
    const { stderr, code } = await herdr("session", "stop", "none");
    expect([code, Object.keys(JSON.parse(stderr))]).toEqual([1, ["error"]]);
  });

  test("api schema --json tells at run time which methods are answered", async () => {
    const { schemas } = fieldsOf((await herdr("api", "schema", "--json")).json);
    const { oneOf } = fieldsOf(schemas, "request");
    const methods = recordsIn(oneOf).flatMap((one) => one["const"] ?? []);
    expect(methods).toEqual(expect.arrayContaining(["pane.split", "events.subscribe"]));
    expect(methods).not.toContain("pane.graphics.set");
  });

  test("every worktree verb takes --json and prints the same with it", async () => {
    const plain = await herdr("worktree", "list", "--workspace", "w1");
    expect((await herdr("worktree", "list", "--workspace", "w1", "--json")).stdout).toBe(
      plain.stdout,
    );
    const words = ["--workspace", "w1", "--branch", "json", "--json"];
    const { workspace } = resultOf(await herdr("worktree", "create", ...words));
    const id = String(fieldsOf(workspace)["workspace_id"]);
    const opened = resultOf(await herdr("worktree", "open", ...words));
    expect(opened).toMatchObject({ already_open: true, workspace: { workspace_id: id } });
    const removed = await herdr("worktree", "remove", "--workspace", id, "--json");
    expect(resultOf(removed)).toMatchObject({ type: "worktree_removed", workspace_id: id });
  });
});

describe("ids, order and focus", () => {
  test("ids of tabs and panes begin with their workspace's and one colon", async () => {
    for (const pane of listOf(await herdr("pane", "list"), "panes")) {
      const { workspace_id: workspace, tab_id: tab, pane_id: id } = pane;
      expect(String(id)).toMatch(/^w[0-9A-Z]+:p[0-9A-Z]+$/);
      expect(String(tab)).toMatch(/^w[0-9A-Z]+:t[0-9A-Z]+$/);
      expect(String(id)).toStartWith(`${String(workspace)}:`);
      expect(String(tab)).toStartWith(`${String(workspace)}:`);
    }
  });

  test("a pane that moved to another workspace says its new id, answers to its old one, and keeps its terminal", async () => {
    const made = fieldsOf(
      resultOf(await herdr("pane", "split", "w1:p1", "--direction", "down")),
      "pane",
    );
    const before = String(made["pane_id"]);
    const moved = resultOf(
      await herdr("pane", "move", before, "--new-workspace", "--label", "away"),
    );
    const pane = fieldsOf(fieldsOf(moved, "move_result"), "pane");
    expect(pane["pane_id"]).not.toBe(before);
    expect(pane["terminal_id"]).toBe(made["terminal_id"]);
    expect(resultOf(await herdr("pane", "get", before))).toMatchObject({ pane });
    await herdr("pane", "close", before);
    expect(failureOf(await herdr("pane", "get", before)).code).toBe("pane_not_found");
    const next = fieldsOf(
      resultOf(await herdr("pane", "split", "w1:p1", "--direction", "down")),
      "pane",
    );
    expect([before, String(pane["pane_id"])]).not.toContain(String(next["pane_id"]));
    await herdr("pane", "close", String(next["pane_id"]));
  });

  test("a workspace's number is its place, a tab's stays with it while the list is in the order shown", async () => {
    const workspaces = listOf(await herdr("workspace", "list"), "workspaces");
    expect(workspaces.map(({ number }) => number)).toEqual(workspaces.map((_, at) => at + 1));
    const tabs = () => herdr("tab", "list", "--workspace", "w1");
    const before = listOf(await tabs(), "tabs");
    await server.tmux("swap-window", "-d", "-s", "@0", "-t", "@1");
    expect(listOf(await tabs(), "tabs").map((tab) => [tab["tab_id"], tab["number"]])).toEqual(
      before.map((tab) => [tab["tab_id"], tab["number"]]).toReversed(),
    );
    await server.tmux("swap-window", "-d", "-s", "@0", "-t", "@1");
  });

  test("a tab nobody named is labelled with digits, one that somebody named with the name", async () => {
    const labels = listOf(await herdr("tab", "list", "--workspace", "w1"), "tabs").map(
      ({ label }) => label,
    );
    expect(labels).toEqual(["1", "logs"]);
  });

  test("one workspace, one tab and one pane are focused, and one pane in the layout of every tab", async () => {
    const snapshot = fieldsOf(resultOf(await herdr("api", "snapshot")), "snapshot");
    for (const list of ["workspaces", "tabs", "panes"]) {
      expect([list, recordsIn(snapshot[list]).filter((one) => one["focused"] === true)]).toEqual([
        list,
        [expect.anything()],
      ]);
    }
    for (const layout of snapshot["layouts"] as unknown[]) {
      const { panes } = fieldsOf(layout);
      expect(recordsIn(panes).filter((one) => one["focused"] === true)).toHaveLength(1);
    }
  });

  test("what was made stands under the names that tools read", async () => {
    const tab = await herdr("tab", "create", "--workspace", "w1");
    expect(keysOf(tab)).toEqual(["root_pane", "tab", "type"]);
    const workspace = await herdr("workspace", "create", "--label", "made");
    expect(keysOf(workspace)).toEqual(["root_pane", "tab", "type", "workspace"]);
    const split = await herdr("pane", "split", "w1:p1", "--direction", "right");
    expect(keysOf(split)).toEqual(["pane", "type"]);
    const pane = String(fieldsOf(resultOf(split), "pane")["pane_id"]);
    for (const gone of [
      await herdr("pane", "close", pane),
      await herdr("tab", "close", String(fieldsOf(resultOf(tab), "tab")["tab_id"])),
      await herdr(
        "workspace",
        "close",
        String(fieldsOf(resultOf(workspace), "workspace")["workspace_id"]),
      ),
    ]) {
      expect(gone.stdout).toMatch(/^\{"id":"[^"]*","result":\{"type":"ok".*\}\}\n$/);
    }
  });
});

describe("what the socket answers", () => {
  test("an answer has its id first and its type in front of the rest, in one line without blanks", async () => {
    const line = await socket.send('{"id":"7","method":"pane.list","params":{}}\n');
    expect(line).toStartWith('{"id":"7","result":{"type":"pane_list","panes":[{"');
    expect(line).toBe(`${JSON.stringify(JSON.parse(line))}\n`);
  });

  test.each([
    ["pane.get", { pane_id: "w9:p9" }, "pane_not_found", "pane w9:p9 not found"],
    ["tab.get", { tab_id: "w9:t9" }, "tab_not_found", "tab w9:t9 not found"],
    ["workspace.get", { workspace_id: "w9" }, "workspace_not_found", "workspace w9 not found"],
    ["agent.get", { target: "nobody" }, "agent_not_found", "agent target nobody not found"],
    ["pane.send_keys", { pane_id: "w1:p1", keys: ["zap"] }, "invalid_key", "unsupported key zap"],
    ["pane.get", {}, "invalid_request", "missing field `pane_id`"],
    ["pane.split", { direction: "up" }, "invalid_request", "unknown variant `up`"],
    [
      "events.subscribe",
      { subscriptions: [{ type: "x.y" }] },
      "invalid_request",
      "unknown variant",
    ],
    ["pane.graphics.set", {}, "unknown_method", "unknown variant `pane.graphics.set`"],
  ])("%s %j fails with %s, and says %s", async (method, params, code, words) => {
    const { error } = await socket.ask(method, params);
    expect(error).toEqual({ code, message: expect.stringContaining(words) });
  });

  test("only the socket's spelling of a source is taken there", async () => {
    const params = { pane_id: "w1:p1", source: "recent_unwrapped" };
    expect((await socket.ask("pane.read", params)).result?.type).toBe("pane_read");
    const { error } = await socket.ask("pane.read", { ...params, source: "recent-unwrapped" });
    expect(error?.code).toBe("invalid_request");
  });

  test("ping's version reads as a version, and the socket lies as herdr.sock in a folder of its own", async () => {
    const { result } = await socket.ask("ping");
    expect(String(result?.["version"])).toMatch(/^\d+\.\d+\.\d+(\+[0-9A-Za-z.-]+)?$/);
    expect(socket.path).toEndWith("/herdr.sock");
    expect(statSync(socket.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(socket.path)).mode & 0o777).toBe(0o700);
  });

  test("its lists are the command line's", async () => {
    for (const [method, words] of [
      ["pane.list", "pane list"],
      ["tab.list", "tab list"],
      ["workspace.list", "workspace list"],
      ["session.snapshot", "api snapshot"],
    ] as const) {
      const { result } = await socket.ask(method);
      expect<unknown>(result).toEqual(resultOf(await herdr(...words.split(" "))));
    }
  });
});
