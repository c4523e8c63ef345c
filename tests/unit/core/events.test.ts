import { expect, test } from "bun:test";
import { parseEvent } from "../../../src/core/events.ts";

test("an event that another taw wrote is read with the ids it is about", () => {
  const line =
    '{"name":"pane.closed","about":{"pane":"%3","workspace":"$1"},"data":{"pane_id":"w2:p4"}}';
  expect(parseEvent(line)).toEqual({
    name: "pane.closed",
    about: { pane: "%3", workspace: "$1" },
    data: { pane_id: "w2:p4" },
  });
});

test("what is no id is left out of what an event is about", () => {
  const line = '{"name":"changed","about":{"pane":7,"tab":"none","workspace":"$2"},"data":{}}';
  expect(parseEvent(line)?.about).toEqual({ workspace: "$2" });
});

test.each([
  ["an empty line", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["an event that this taw does not know", '{"name":"weather","about":{},"data":{}}'],
  ["a name that every object has", '{"name":"toString","about":{},"data":{}}'],
  ["no data", '{"name":"changed","about":{}}'],
])("%s is no event", (_what, line) => {
  expect(parseEvent(line)).toBeNull();
});
