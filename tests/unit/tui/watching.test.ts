import { expect, test } from "bun:test";
import { busy, cockpit, Cockpit, hello, screen } from "../../support/cockpit.ts";

const reads = (app: Cockpit): unknown[] => app.cmds.filter(({ type }) => type === "read-pane");

const read = (app: Cockpit, pane: string, text: string | null): Cockpit =>
  app.send({ type: "pane-read", at: app.model.now, pane, text });

/** The first row is claude's. */
const CLAUDE = "w1:p16";

test("a feed that answers watch is never helped out", () => {
  const app = cockpit(120, 40).wait(200).feed(screen(CLAUDE));
  app.wait(5_000).press("j").wait(5_000);
  expect(reads(app)).toEqual([]);
});

test("after a second without an answer the pane is read by the verb, once a second", () => {
  const app = cockpit(120, 40).wait(900);
  expect(reads(app)).toEqual([]);
  app.wait(200);
  expect(reads(app)).toEqual([{ type: "read-pane", pane: CLAUDE }]);
  app.wait(3_000);
  expect(reads(app).length).toBe(1);
  read(app, CLAUDE, "approve Bash?\n");
  expect(app.frame).toContain("approve Bash?");
  app.wait(900);
  expect(reads(app).length).toBe(1);
  app.wait(200);
  expect(reads(app).length).toBe(2);
});

test("only the selected pane is read, and what was read of another is not drawn", () => {
  const app = cockpit(120, 40).wait(1_100).press("j");
  read(app.wait(100), CLAUDE, "too late\n");
  expect(app.frame).not.toContain("too late");
  app.wait(1_100);
  expect(reads(app).at(-1)).toEqual({ type: "read-pane", pane: "w5:p23" });
});

test("a pane that cannot be read is not asked for again", () => {
  const app = cockpit(120, 40).wait(1_100);
  read(app, CLAUDE, null).wait(5_000);
  expect(reads(app).length).toBe(1);
});

test("as soon as the feed answers, the verb rests; a feed of another taw is tried anew", () => {
  const app = cockpit(120, 40).wait(1_100);
  read(app, CLAUDE, "by the verb\n");
  app.feed(screen(CLAUDE)).wait(5_000);
  expect(reads(app).length).toBe(1);
  app.feed(hello({ taw: "0.0.9" }), busy()).wait(1_200);
  expect(reads(app).length).toBe(2);
});

test("without a feed nothing is read", () => {
  const app = cockpit(120, 40);
  app.send({ type: "feed-ended", at: app.model.now, problem: "gone" }).wait(5_000);
  expect(reads(app)).toEqual([]);
});
