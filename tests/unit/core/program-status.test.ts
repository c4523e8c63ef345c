import { describe, expect, test } from "bun:test";
import {
  buildStatusReport,
  parseStatusBody,
  type StatusReport,
} from "../../../src/core/program-status.ts";

const silent: StatusReport = {
  id: "",
  state: "idle",
  kind: null,
  progress: null,
  app: null,
  title: null,
  msg: null,
};

const reportOf = (body: string): StatusReport | string => {
  const read = parseStatusBody(body);
  if (read.type === "report") return read.report;
  return read.type === "rejected" ? read.reason : read.type;
};

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString("base64");

describe("a report is read", () => {
  test("with every key it may have", () => {
    const title = base64("Fix the build ✳");
    const msg = base64("approve Bash: touch osc.txt");
    const body = `state=blocked:id=a/b.1:kind=permission:progress=40:app=claude:title=${title}:msg=${msg}`;
    expect(reportOf(body)).toEqual({
      id: "a/b.1",
      state: "blocked",
      kind: "permission",
      progress: 40,
      app: "claude",
      title: "Fix the build ✳",
      msg: "approve Bash: touch osc.txt",
    });
  });

  test("as Codex prints it", () => {
    expect(reportOf("state=blocked:app=codex:kind=permission")).toEqual({
      ...silent,
      state: "blocked",
      app: "codex",
      kind: "permission",
    });
  });

  test.each([
    ["a malformed pair is skipped", "state=working:oops:=x:App=y:a b=c:app=p"],
    ["an unknown key is ignored", "state=working:zeta=1:app=p"],
    ["the last duplicate wins", "state=idle:app=q:state=working:app=p"],
    ["a value with a foreign character is skipped", "state=working:app=p:app=q$(id)"],
    ["an unknown kind of question counts as none", "state=working:app=p:kind=riddle"],
    ["progress out of range counts as none", "state=working:app=p:progress=101"],
    ["progress that is no number counts as none", "state=working:app=p:progress=-1"],
    ["kind counts with blocked only", "state=working:app=p:kind=permission"],
    ["an empty text counts as none", "state=working:app=p:title=:msg="],
  ])("%s", (_rule, body) => {
    expect(reportOf(body)).toEqual({ ...silent, state: "working", app: "p" });
  });

  test("progress counts with working and blocked only", () => {
    expect(reportOf("state=done:progress=100")).toEqual({ ...silent, state: "done" });
    expect(reportOf("state=working:progress=100")).toMatchObject({ progress: 100 });
  });

  test("invisible and direction characters are dropped from its texts", () => {
    expect(reportOf(`state=idle:title=${base64("a\u202eb\u200bc")}`)).toMatchObject({
      title: "abc",
    });
  });

  test("the question whether anybody reads reports is no report", () => {
    expect(parseStatusBody("?")).toEqual({ type: "query" });
  });

  test("clear names the record that goes, without an id all", () => {
    expect(parseStatusBody("state=clear")).toEqual({ type: "clear", id: "" });
    expect(parseStatusBody("state=clear:id=a/b")).toEqual({ type: "clear", id: "a/b" });
  });
});

describe("a report is rejected as a whole", () => {
  test.each([
    ["without a state", "app=codex"],
    ["with an unknown state", "state=thinking"],
    ["with an empty body", ""],
    ["with a key over 16 bytes", `state=idle:${"k".repeat(17)}=1`],
    ["with an app over 32 bytes", `state=idle:app=${"a".repeat(33)}`],
    ["with an id over 128 bytes", `state=idle:id=${Array(5).fill("a".repeat(26)).join("/")}`],
    ["with an id of 9 levels", `state=idle:id=${Array(9).fill("a").join("/")}`],
    ["with a segment over 32 bytes", `state=idle:id=${"a".repeat(33)}`],
    ["with an empty segment", "state=idle:id=a//b"],
    ["with an empty id", "state=idle:id="],
    ["with a title that is no base64", "state=idle:title=abc"],
    ["with base64 that is no UTF-8", `state=idle:msg=${base64(new Uint8Array([0xff, 0xfe]))}`],
    ["with an escape in a text", `state=idle:msg=${base64("a\x1b[31m")}`],
    ["with a second line in a text", `state=idle:msg=${base64("a\nb")}`],
    ["with a C1 control in a text", `state=idle:title=${base64("a\u009bb")}`],
    ["with a title over 192 bytes", `state=idle:title=${base64("t".repeat(193))}`],
    ["with a message over 2048 bytes", `state=idle:msg=${base64("m".repeat(2049))}`],
    ["when the sequence is over 4096 bytes", `state=idle:${"x=1:".repeat(1100)}`],
  ])("%s", (_rule, body) => {
    expect(parseStatusBody(body).type).toBe("rejected");
  });

  test("and at exactly the limits it is read", () => {
    expect(reportOf(`state=idle:title=${base64("t".repeat(192))}`)).toMatchObject({
      title: "t".repeat(192),
    });
    expect(reportOf(`state=idle:msg=${base64("m".repeat(2048))}`)).toMatchObject({
      msg: "m".repeat(2048),
    });
    expect(reportOf(`state=idle:id=${Array(8).fill("a").join("/")}`)).toMatchObject({
      id: "a/a/a/a/a/a/a/a",
    });
    expect(reportOf(`state=idle:${"k".repeat(16)}=1:app=${"a".repeat(32)}`)).toMatchObject({
      app: "a".repeat(32),
    });
  });
});

describe("a report that a script sends", () => {
  test("is what a reader reads", () => {
    const sent = buildStatusReport({
      state: "blocked",
      id: "deploy",
      kind: "question",
      progress: "7",
      app: "ship",
      title: "Ship it",
      msg: "go on? ✓",
    });
    expect(sent).toStartWith("\x1b]7501;");
    expect(sent).toEndWith("\x1b\\");
    expect(reportOf(sent.slice(7, -2))).toEqual({
      id: "deploy",
      state: "blocked",
      kind: "question",
      progress: 7,
      app: "ship",
      title: "Ship it",
      msg: "go on? ✓",
    });
  });

  test("may clear a record", () => {
    expect(buildStatusReport({ state: "clear", id: "a" })).toBe("\x1b]7501;state=clear:id=a\x1b\\");
  });

  test.each([
    [
      "an unknown state",
      { state: "busy" },
      "the report cannot be sent: state is missing or unknown",
    ],
    ["words smuggled into the state", { state: "idle:app=x" }, 'state "idle:app=x" cannot be sent'],
    ["a kind without blocked", { state: "working", kind: "auth" }, '--kind "auth" cannot be sent'],
    ["an app with a colon", { state: "idle", app: "a:b" }, '--app "a:b" cannot be sent'],
    ["progress over 100", { state: "working", progress: "101" }, '--progress "101" cannot be sent'],
    ["an app with clear", { state: "clear", app: "a" }, '--app "a" cannot be sent'],
    [
      "a title that is too long",
      { state: "idle", title: "t".repeat(300) },
      "title is over 256 bytes",
    ],
    ["a message of two lines", { state: "idle", msg: "a\nb" }, "msg holds a control character"],
  ])("is refused for %s", (_what, words, message) => {
    expect(() => buildStatusReport(words)).toThrow(message);
  });
});
