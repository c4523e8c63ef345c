import { expect, test } from "bun:test";
import { answeredMethods, apiSchema, kindSchema } from "../../../src/core/api-schema.ts";
import {
  listOf,
  mapOf,
  maybe,
  oneOf,
  orElse,
  recordOf,
  text,
  u16,
} from "../../../src/core/schema.ts";

test("every kind of value has its schema", () => {
  expect(kindSchema(u16)).toEqual({ type: "integer", minimum: 0, maximum: 65535 });
  expect(kindSchema(listOf(oneOf("a", "b")))).toEqual({
    type: "array",
    items: { type: "string", enum: ["a", "b"] },
  });
  expect(kindSchema(mapOf({ kind: "nullable", of: text }))).toEqual({
    type: "object",
    additionalProperties: { anyOf: [{ type: "string" }, { type: "null" }] },
  });
  expect(kindSchema({ kind: "either", of: [text, { kind: "json" }] })).toEqual({
    anyOf: [{ type: "string" }, {}],
  });
  expect(kindSchema({ kind: "named", name: "LayoutNode" })).toEqual({
    $ref: "#/schemas/request/$defs/LayoutNode",
  });
  expect(kindSchema({ kind: "tagged", tag: "type", variants: { x: { value: text } } })).toEqual({
    oneOf: [
      {
        type: "object",
        properties: { type: { type: "string", enum: ["x"] }, value: { type: "string" } },
        required: ["type", "value"],
      },
    ],
  });
});

test("a field that may be left out may be null, and says what it is then", () => {
  const fields = recordOf({ a: text, b: maybe(text), c: orElse({ kind: "boolean" }, false) });
  expect(kindSchema(fields)).toEqual({
    type: "object",
    properties: {
      a: { type: "string" },
      b: { anyOf: [{ type: "string" }, { type: "null" }] },
      c: { anyOf: [{ type: "boolean" }, { type: "null" }], default: false },
    },
    required: ["a"],
  });
});

test("what is answered unsupported is no method of the schema", () => {
  expect(answeredMethods()).toContain("layout.apply");
  expect(answeredMethods()).not.toContain("server.stop");
  const { schemas } = apiSchema(new Map([["ping", { summary: "Answer", result: "pong" }]]));
  const { oneOf: methods } = schemas["request"] ?? {};
  if (!Array.isArray(methods)) throw new Error("no methods");
  expect(methods).toHaveLength(answeredMethods().length);
  expect(methods).toContainEqual({
    description: "Answer",
    type: "object",
    properties: {
      method: { type: "string", const: "ping" },
      params: { type: "object", properties: {}, required: [] },
    },
    required: ["method", "params"],
  });
});
