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
