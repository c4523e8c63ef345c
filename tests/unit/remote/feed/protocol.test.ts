import { expect, test } from "bun:test";
import {
  isBadFeedLine,
  parseFeedCommand,
  parseFeedLine,
} from "../../../../remote/feed/protocol.ts";

test("every field of a hello is read with a default", () => {
  expect(parseFeedLine('{"type":"hello"}')).toEqual({
    type: "hello",
    taw: "",
    protocol: 1,
    host: "",
    server: "",
    tmux: {
      socket: "",
      version: "",
      prefix: "",
      prefix2: "",
      popup_key: "",
      notification_key: "",
      root_keys: [],
      theme: "",
      theme_option: "",
      truecolor: false,
      term: "",
    },
  });
});

test("an agent with nothing but an id is an unknown one that is watched", () => {
  const line = parseFeedLine('{"type":"state","agents":[{"pane_id":"w1:p1"}]}');
  const agent = line?.type === "state" ? line.agents[0] : undefined;
  expect(agent?.pane_id).toBe("w1:p1");
  expect(agent?.agent_status).toBe("unknown");
  expect(agent?.watched).toBe(true);
  expect(agent?.since_unix_ms).toBe(0);
});

test("a field of the wrong kind reads as its default and stops nothing", () => {
  const line = parseFeedLine(
    '{"type":"state","spaces":[7,{"label":5,"number":"x","git":[]},null],"panes":"no","now_unix_ms":"soon"}',
  );
  if (line?.type !== "state") throw new Error("no state line");
  expect(line.spaces.map(({ label, number, git }) => ({ label, number, git }))).toEqual([
    { label: "", number: 0, git: null },
  ]);
  expect(line.panes).toEqual([]);
  expect(line.now_unix_ms).toBe(0);
});

test("entries of the wrong kind are left out of lists and of texts by name", () => {
  const line = parseFeedLine(
    '{"type":"state","agents":[[],{"tokens":{"a":"b","c":1},"state_labels":["x"]}],"spaces":{"0":{}}}',
  );
  if (line?.type !== "state") throw new Error("no state line");
  expect(line.agents.map(({ tokens, state_labels: labels }) => [tokens, labels])).toEqual([
    [{ a: "b" }, {}],
  ]);
  expect(line.spaces).toEqual([]);
  const hello = parseFeedLine('{"type":"hello","tmux":[],"protocol":null}');
  expect(hello).toMatchObject({ protocol: 1, tmux: { prefix: "", theme: "", root_keys: [] } });
});

test("a type that this taw does not know is ignored and is not a bad line", () => {
  expect(parseFeedLine('{"type":"weather","sun":true}')).toBeNull();
  expect(parseFeedLine('{"type":"toString"}')).toBeNull();
  expect(isBadFeedLine('{"type":"weather"}')).toBe(false);
});

test("a line that is no JSON object is bad", () => {
  for (const text of ["", "{", "[]", "7", "null", "Warning: something"]) {
    expect(parseFeedLine(text)).toBeNull();
    expect(isBadFeedLine(text)).toBe(true);
  }
});

test("the app's lines are read by the same rule", () => {
  expect(parseFeedCommand('{"type":"watch","pane":"w1:p2"}')).toEqual({
    type: "watch",
    pane: "w1:p2",
    history: 0,
  });
  expect(parseFeedCommand('{"type":"watch","history":-4}')).toEqual({
    type: "watch",
    pane: "",
    history: 0,
  });
  expect(parseFeedCommand('{"type":"walk","you":"studio","stops":["%1",2]}')).toEqual({
    type: "walk",
    you: "studio",
    stops: ["%1"],
  });
  expect(parseFeedCommand('{"type":"state"}')).toBeNull();
});
