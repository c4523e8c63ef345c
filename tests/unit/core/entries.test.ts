import { expect, test } from "bun:test";
import { entryFormat, parseEntries } from "../../../src/core/entries.ts";

test("an entry's format quotes every value", () => {
  expect(entryFormat("tab-name")).toBe(
    "tab-name tab=#{q:window_id} workspace=#{q:session_id} label=#{q:window_name}",
  );
  expect(entryFormat("gone")).toBe("gone");
});

test("entries come back in order, names byte for byte, absent values left out", () => {
  const queue = [
    "tab-name tab=@1 workspace=\\$2 label=a\\ b\\=c\\\\\\'\\;é",
    "status pane=\\%3 state=done kind= seq=7",
    "gone",
    "",
  ].join("\n");
  expect(parseEntries(queue)).toEqual([
    { kind: "tab-name", fields: { tab: "@1", workspace: "$2", label: "a b=c\\';é" } },
    { kind: "status", fields: { pane: "%3", state: "done", seq: "7" } },
    { kind: "gone", fields: {} },
  ]);
});

test("a line of a newer taw is left out", () => {
  expect(parseEntries("from-tomorrow x=1\n\\broken\ntoString a=1\n")).toEqual([]);
});
