import { expect, test } from "bun:test";
import type { Msg } from "../../../tui/msg.ts";
import { attachOf, Runner } from "../../../tui/run.ts";
import { until } from "../../support/until.ts";

function runner(argv: readonly string[], client: string | null = null) {
  const got: Msg[] = [];
  const runs = new Runner({
    taw: { argv, environment: { PATH: process.env["PATH"] ?? "" }, client },
    feed: { send: () => undefined, restart: () => undefined, stop: () => undefined },
    now: () => 7,
    dispatch: (msg) => void got.push(msg),
    handOver: (work) => work(),
    remember: () => undefined,
    redraw: () => undefined,
    stopJob: () => undefined,
    quit: () => undefined,
  });
  return { got, runs };
}

const go = { type: "go", target: "w1:p1", server: "1 2" } as const;
const taw = (script: string): string[] => ["sh", "-c", script, "taw"];

test("Enter runs pane go with the server it was drawn for", async () => {
  const { got, runs } = runner(taw('test "$*" = "pane go w1:p1 --server 1 2" && echo "{}"'));
  runs.run(go);
  await until("the verb ended", () => got.length);
  expect(got[0]).toEqual({ type: "went", at: 7, target: "w1:p1", problem: "", cameBack: false });
});

test("the popup's key binding names the client that goes there", async () => {
  const script = 'test "$*" = "pane go w1:p1 --server 1 2 --client /dev/pts/7" && echo "{}"';
  const { got, runs } = runner(taw(script), "/dev/pts/7");
  runs.run(go);
  await until("the verb ended", () => got.length);
  expect(got[0]).toMatchObject({ problem: "" });
});

test("a refusal is told in the verb's own words", async () => {
  const { got, runs } = runner(
    taw(`echo '{"error":{"code":"not_found","message":"pane w1:p1 is gone"}}' >&2; exit 1`),
  );
  runs.run(go);
  await until("the verb ended", () => got.length);
  expect(got[0]).toMatchObject({ problem: "pane w1:p1 is gone" });
});

test("a taw that is not there is a problem in the footer, not the end of the cockpit", async () => {
  const { got, runs } = runner(["/nowhere/taw"]);
  runs.run(go);
  await until("it was told", () => got.length);
  expect(got[0]).toMatchObject({ type: "went", cameBack: false });
  expect(got[0]?.type === "went" && got[0].problem).toContain("/nowhere/taw");
});

const open = (attaches: boolean) =>
  ({ type: "open-folder", path: "/home/you/a b", attaches }) as const;
const OPENED = '{"result":{"session":"api","created":true,"collision":"taken"}}';

test("a folder is opened by session open, on the popup's own client", async () => {
  const script = `test "$4" = "--client" && test "$1 $2 $3 $5" = "session open /home/you/a b /dev/pts/7" && echo '${OPENED}'`;
  const { got, runs } = runner(taw(script), "/dev/pts/7");
  runs.run(open(false));
  await until("the verb ended", () => got.length);
  const opened = { session: "api", isCreated: true, collision: "taken" };
  expect(got).toEqual([{ type: "opened", at: 7, opened, problem: "", cameBack: false }]);
});

test("a terminal of its own is handed to the client that session open answers", async () => {
  const answer = '{"result":{"session":"api","attach":["true"]}}';
  const { got, runs } = runner(taw(`test "$4" = --attach && echo '${answer}'`));
  runs.run(open(true));
  await until("the verb ended", () => got.length);
  expect(got[0]).toMatchObject({ type: "opened", problem: "", cameBack: true });
});

test("a refusal to open is told in the verb's words, and so is what it warned of when it worked", async () => {
  const refused = runner(
    taw('echo \'{"error":{"code":"hook_refused","message":"no room"}}\' >&2; exit 1'),
  );
  refused.runs.run(open(false));
  await until("the verb ended", () => refused.got.length);
  expect(refused.got[0]).toMatchObject({ opened: null, problem: "no room" });
  const warned = runner(taw(`echo '${OPENED}'; echo "taw: the hook failed" >&2`));
  warned.runs.run(open(false));
  await until("the verb ended", () => warned.got.length);
  expect(warned.got[0]).toMatchObject({ problem: "the hook failed" });
});

test("folders are listed by session folders, and what it cannot list is a problem", async () => {
  const answer = '{"result":{"home":"/h","folders":[{"path":"/h/a","source":"zoxide"}]}}';
  const { got, runs } = runner(
    taw(
      `test "$*" = "session folders --in ~/work/" && echo '${answer}' && exit; echo no >&2; exit 1`,
    ),
  );
  runs.run({ type: "list-folders", within: "~/work/" });
  await until("the verb ended", () => got.length === 1);
  const folder = { path: "/h/a", shown: "~/a", source: "zoxide", session: null, collision: "" };
  expect(got[0]).toMatchObject({ list: { within: "~/work/", folders: [folder], problem: "" } });
  runs.run({ type: "list-folders", within: null });
  await until("the verb ended", () => got.length === 2);
  expect(got[1]).toMatchObject({ list: { within: null, folders: [], problem: "no" } });
});

test("timers of one name replace each other, and none outlives the screen", async () => {
  const { got, runs } = runner([]);
  runs.run({ type: "timer", name: "note", afterMs: 1 });
  runs.run({ type: "timer", name: "note", afterMs: 5 });
  runs.run({ type: "timer", name: "hold", afterMs: 30 });
  await until("the note's timer rang", () => got.length);
  runs.stop();
  const end = performance.now() + 60;
  await until("60 ms have passed", () => performance.now() > end);
  expect(got).toEqual([{ type: "timer", at: 7, name: "note" }]);
});

test("what a verb prints is read with defaults", () => {
  expect(attachOf('{"result":{"attach":["tmux","attach"]}}')).toEqual(["tmux", "attach"]);
  expect(attachOf('{"result":{"attach":null}}')).toEqual([]);
  expect(attachOf("nonsense")).toEqual([]);
});
