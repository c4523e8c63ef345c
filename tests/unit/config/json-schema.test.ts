import { expect, test } from "bun:test";
import { configSchema } from "../../../src/config/json-schema.ts";

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** What the schema says about a path, by its own properties. */
function schemaAt(path: string): Schema | null {
  let schema: unknown = configSchema();
  for (const name of path.split(".")) {
    const properties = isSchema(schema) ? schema["properties"] : null;
    const known = isSchema(properties) ? properties[name] : undefined;
    schema = known ?? (isSchema(schema) ? schema["additionalProperties"] : null);
  }
  return isSchema(schema) ? schema : null;
}

test("a key has its values, its default and its words", () => {
  expect(schemaAt("ui.depth")).toEqual({
    description: "how deep the list goes: sessions only, their agents too, or every pane",
    enum: ["sessions", "agents", "all"],
    default: "agents",
  });
  expect(schemaAt("hooks.timeout_seconds")).toMatchObject({
    type: "number",
    minimum: 0,
    maximum: 3600,
  });
});

test("an alias is a key too, and says of what", () => {
  expect(schemaAt("keys.goto")?.["description"]).toBe("another name of keys.filter");
  expect(schemaAt("ui.sidebar.spaces.rows")?.["description"]).toBe(
    "another name of ui.sidebar.sessions.rows",
  );
});

test("names of the user's own choice are free, and an unknown key is not", () => {
  expect(schemaAt("machines.studio")?.["anyOf"]).toHaveLength(2);
  expect(schemaAt("hooks.agent")).toMatchObject({ anyOf: [{}, { type: "object" }] });
  expect(schemaAt("ui.depht")).toBeNull();
});
