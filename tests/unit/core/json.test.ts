import { expect, test } from "bun:test";
import { isFields, parseJson, textsIn } from "../../../src/core/json.ts";

test("a text that is no JSON is undefined, and null is a value", () => {
  expect(["", "{", "undefined", "{'a':1}"].map(parseJson)).toEqual(Array(4).fill(undefined));
  expect(parseJson(" null ")).toBeNull();
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
});

test("an object has fields; a list, null and a text have none", () => {
  expect([{}, [], null, "text", undefined].map(isFields)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a field's name may be one that every object has", () => {
  const fields = parseJson('{"__proto__":"a","toString":"b","c":1}');
  const texts = isFields(fields) ? textsIn(fields) : {};
  expect(Object.entries(texts)).toEqual([
    ["__proto__", "a"],
    ["toString", "b"],
  ]);
});
