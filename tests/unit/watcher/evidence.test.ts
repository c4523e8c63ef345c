import { expect, test } from "bun:test";
import { PaneStream } from "../../../src/core/stream.ts";
import { Evidence } from "../../../watcher/evidence.ts";

/** Prints texts at given times; tells for each whether it was news. */
function tell(evidence: Evidence, ...printed: readonly (readonly [ms: number, text: string])[]) {
  const stream = new PaneStream();
  return printed.map(([ms, text]) => {
    stream.feed(text, ms);
    return evidence.take(stream.take(), ms);
  });
}

const report = (pairs: string): string => `\x1b]7501;${pairs}\x07`;

test("title, progress and reports are news once", () => {
  const evidence = new Evidence();
  const title = "\x1b]2;fix it\x07";
  const progress = "\x1b]9;4;1;50\x07";
  const working = report("state=working");
  const news = tell(
    evidence,
    ...([title, title, progress, progress, working].map((text, at) => [at, text]) as [
      number,
      string,
    ][]),
  );
  expect(news).toEqual([true, false, true, false, true]);
  expect([evidence.title, evidence.progress, evidence.program?.state]).toEqual([
    "fix it",
    "4;1;50",
    "working",
  ]);
});

test("the name a program reports itself by is turned into the kind that answers to it", () => {
  const evidence = new Evidence();
  tell(evidence, [0, report("state=idle:app=claude-code")]);
  expect(evidence.program?.app).toBe("claude");
  tell(evidence, [1, report("state=idle:app=somebody")]);
  expect(evidence.program?.app).toBe("somebody");
});

test("states that were over before a look are told in their order, the one that lasts is not among them", () => {
  const evidence = new Evidence();
  const states = ["working", "blocked", "working", "done"];
  tell(evidence, [0, states.map((state) => report(`state=${state}`)).join("")]);
  expect(evidence.takePassed().map(({ state }) => state)).toEqual([
    "working",
    "blocked",
    "working",
  ]);
  expect(evidence.takePassed()).toEqual([]);
  expect(evidence.program?.state).toBe("done");
});

test("what was told before a moment is forgotten, what was told since is kept", () => {
  const evidence = new Evidence();
  tell(evidence, [10, "\x1b]2;zsh\x07"], [20, report("state=working")]);
  evidence.forgetBefore(15);
  expect([evidence.title, evidence.program?.state]).toEqual(["", "working"]);
  evidence.forgetBefore(21);
  expect([evidence.program, evidence.takePassed()]).toEqual([null, []]);
});

test("a reset of the terminal takes every report back", () => {
  const evidence = new Evidence();
  tell(evidence, [0, report("state=working")], [1, "\x1bc"]);
  expect(evidence.program).toBeNull();
});

test("an earlier watcher's title, progress and reports go on", () => {
  const first = new Evidence();
  tell(first, [0, report("state=blocked:kind=question:app=codex")]);
  const second = new Evidence();
  second.restore("a title", "4;3;0", first.records.save(), 5);
  const { state, kind, app } = second.program ?? {};
  const kept = [second.title, second.progress, state, kind, app].join(" ");
  expect(kept).toBe("a title 4;3;0 blocked question codex");
});

test("what an earlier watcher has kept is not another agent's, whenever that one began; the pane's title may be", () => {
  const first = new Evidence();
  tell(first, [0, report("state=working:app=codex")]);
  const second = new Evidence();
  second.restore("a title", "4;3;0", first.records.save(), 5000);
  second.forgetBefore(0);
  expect([second.title, second.progress, second.program]).toEqual(["a title", "", null]);
});

test("what an agent had reached is there when it comes back, its work is not, and what another has told since stays", () => {
  const evidence = new Evidence();
  tell(evidence, [0, report("state=done:app=codex")], [1, report("id=child:state=working")]);
  evidence.end(2);
  expect(evidence.program).toBeNull();
  evidence.comeBack();
  expect([evidence.program?.state, evidence.records.size]).toEqual(["done", 1]);
  evidence.end(3);
  tell(evidence, [4, report("state=working:app=pi")]);
  evidence.comeBack();
  expect(evidence.program).toMatchObject({ state: "working", app: "pi" });
});
