import { expect, test } from "bun:test";
import { errorLine, resultLine } from "../../../src/cli/envelope.ts";
import { FACES } from "../../../src/core/face.ts";
import { Failure } from "../../../src/core/failure.ts";

const answer = {
  type: "pane_info",
  pane: { workspace_id: "w1", agent_status: "idle", sandbox: null, restore_error: null },
};

test("taw's face answers with the spec's tags and nulls", () => {
  expect(resultLine(FACES.taw, "cli:pane:get", answer)).toBe(
    '{"id":"cli:pane:get","result":{"type":"pane","pane":{"workspace_id":"w1","agent_status":"idle","sandbox":null,"restore_error":null}}}',
  );
});

test("herdr's face answers with herdr's tags, absent fields, sorted keys and no spaces", () => {
  expect(resultLine(FACES.herdr, "cli:pane:get", answer)).toBe(
    '{"id":"cli:pane:get","result":{"pane":{"agent_status":"idle","workspace_id":"w1"},"type":"pane_info"}}',
  );
});

test("lists keep their order and inner records lose what is absent", () => {
  const list = { type: "pane_list", panes: [{ b: 2, sandbox: null }, { a: 1 }] };
  expect(resultLine(FACES.herdr, "x", list)).toBe(
    '{"id":"x","result":{"panes":[{"b":2},{"a":1}],"type":"pane_list"}}',
  );
});

test("an answer that promises a null keeps it on both faces", () => {
  const matched = { type: "output_matched", matched_line: null };
  for (const face of [FACES.taw, FACES.herdr]) {
    expect(JSON.parse(resultLine(face, "x", matched))).toEqual({ id: "x", result: matched });
  }
});

test("a failure has the spec's code on taw's face and herdr's, by what is missing, on herdr's", () => {
  const failure = new Failure("not_found", "pane %9 not found", { subject: "pane" });
  expect(errorLine(FACES.taw, "cli:pane:get", failure)).toBe(
    '{"id":"cli:pane:get","error":{"code":"not_found","message":"pane %9 not found"}}',
  );
  expect(errorLine(FACES.herdr, "cli:pane:get", failure)).toBe(
    '{"error":{"code":"pane_not_found","message":"pane %9 not found"},"id":"cli:pane:get"}',
  );
});

test("--version names taw with its version, and on herdr's face the herdr that is answered for", () => {
  expect(FACES.taw.versionLine("1.2.3")).toBe("taw 1.2.3");
  expect(FACES.herdr.versionLine("1.2.3")).toBe("herdr 0.9.3");
});
