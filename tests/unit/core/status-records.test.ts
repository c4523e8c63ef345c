import { describe, expect, test } from "bun:test";
import { parseStatusBody } from "../../../src/core/program-status.ts";
import { StatusRecords } from "../../../src/core/status-records.ts";

const after = (...bodies: string[]): StatusRecords =>
  bodies.reduce((records, body) => records.apply(parseStatusBody(body)), StatusRecords.none);

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("the effective status", () => {
  test("is none before the first report", () => {
    expect(StatusRecords.none.fold()).toBeNull();
  });

  test.each([
    ["the root's state", ["state=working"], "working", ""],
    ["done for a turn that failed", ["state=error"], "done", ""],
    [
      "working while a child works after the main turn ended",
      ["state=done", "state=working:id=a"],
      "working",
      "a",
    ],
    [
      "blocked when a child is blocked under a working root",
      ["state=working", "state=blocked:id=a"],
      "blocked",
      "a",
    ],
    [
      "the root's when root and child are blocked",
      ["state=blocked", "state=blocked:id=a"],
      "blocked",
      "",
    ],
    [
      "that of the child reported last among equals",
      ["state=working:id=a", "state=working:id=b"],
      "working",
      "b",
    ],
    ["the root's rest, whatever a child reached", ["state=done:id=a", "state=idle"], "idle", ""],
    [
      "done where only children report and one is done",
      ["state=done:id=a", "state=idle:id=b"],
      "done",
      "a",
    ],
    ["idle where only children report and all rest", ["state=idle:id=a"], "idle", "a"],
  ])("is %s", (_rule, bodies, state, id) => {
    expect(after(...bodies).fold()).toMatchObject({ state, id });
  });

  test("tells what is asked", () => {
    const msg = "approve Bash: touch osc.txt";
    const records = after(
      "state=working:app=claude",
      `state=blocked:id=sub:kind=permission:msg=${base64(msg)}`,
    );
    expect(records.fold()).toMatchObject({
      state: "blocked",
      kind: "permission",
      msg,
      app: "claude",
    });
  });

  test("knows a failed turn from a finished one", () => {
    expect(after("state=error").fold()?.failed).toBe(true);
    expect(after("state=done").fold()?.failed).toBe(false);
  });

  test("has the app of the nearest ancestor that names one", () => {
    const child = "state=working:id=a/b/c";
    expect(after("state=idle:app=root", "state=idle:id=a:app=near", child).fold()?.app).toBe(
      "near",
    );
    expect(after("state=idle:app=root", "state=idle:id=a", child).fold()?.app).toBe("root");
    expect(after(child).fold()?.app).toBeNull();
  });
});

describe("records", () => {
  test("are replaced whole", () => {
    expect(after(`state=working:app=a:msg=${base64("x")}`, "state=working").fold()).toMatchObject({
      app: null,
      msg: null,
    });
  });

  test("are cleared with their descendants, and only with them", () => {
    const records = after(
      "state=idle",
      "state=working:id=a",
      "state=working:id=a/b",
      "state=working:id=ab",
    );
    expect(records.apply(parseStatusBody("state=clear:id=a")).size).toBe(2);
    expect(records.apply(parseStatusBody("state=clear")).size).toBe(0);
  });

  test("stay the same value when a body is rejected or clears nothing", () => {
    const records = after("state=working");
    expect(records.apply(parseStatusBody("state=nonsense"))).toBe(records);
    expect(records.apply(parseStatusBody("state=clear:id=a"))).toBe(records);
    expect(records.apply(parseStatusBody("?"))).toBe(records);
  });

  test("lose working and blocked when the program ends, and keep done and error", () => {
    const records = after(
      "state=done",
      "state=working:id=a",
      "state=blocked:id=b",
      "state=error:id=c",
    );
    expect(records.ended().size).toBe(2);
    expect(records.ended().fold()?.state).toBe("done");
  });

  test("are at most 256, the least recently reported goes first", () => {
    const bodies = Array.from({ length: 256 }, (_, index) => `state=idle:id=c${index}`);
    const records = after(
      "state=done",
      ...bodies.slice(0, 255),
      "state=done",
      "state=idle:id=c255",
    );
    expect(records.size).toBe(256);
    expect(records.fold()).toMatchObject({ state: "done", id: "" });
    expect(records.save()).not.toContain("c0:");
  });
});

describe("saved records", () => {
  test("come back as they were", () => {
    const records = after(
      "state=done:app=claude",
      `state=blocked:id=a/b:kind=question:progress=3:title=${base64("T ✳")}:msg=${base64("which $one?")}`,
      "state=error:id=z",
    );
    const restored = StatusRecords.restore(records.save());
    expect(restored.fold()).toEqual(records.fold());
    expect(restored.save()).toBe(records.save());
    expect(restored.size).toBe(3);
  });

  test("are made of characters that mean nothing to tmux", () => {
    const text = "$HOME #{pane_id} #(id) ; ' \" ~ \\";
    expect(after(`state=blocked:id=a:app=x:msg=${base64(text)}`).save()).toMatch(
      /^[A-Za-z0-9_.+\-/=:,]+$/,
    );
  });

  test("fit in 4000 characters and keep who waits and who works", () => {
    const long = base64("m".repeat(2000));
    const children = Array.from(
      { length: 200 },
      (_, index) => `state=idle:id=child/number-${index}:app=some-program`,
    );
    const records = after(
      `state=blocked:id=first:msg=${long}`,
      "state=working:id=second",
      ...children,
      "state=done",
    );
    const saved = records.save();
    expect(saved.length).toBeLessThanOrEqual(4000);
    const restored = StatusRecords.restore(saved);
    expect(restored.fold()).toMatchObject({ state: "blocked", id: "first", msg: "m".repeat(600) });
    expect(saved).toContain("second:w");
    expect(saved).toContain("child/number-199:");
    expect(saved).not.toContain("child/number-0:");
  });

  test("that were cut or altered give what can still be read", () => {
    expect(StatusRecords.restore("").size).toBe(0);
    expect(StatusRecords.restore(":d:::x::,junk,a:q:::::,b:w:::::").size).toBe(2);
    expect(StatusRecords.restore("a:w:::::,b:d::9:").size).toBe(1);
  });

  test("keep an evil id from becoming another pair", () => {
    expect(StatusRecords.restore("a=b:w:::::").size).toBe(0);
  });
});
