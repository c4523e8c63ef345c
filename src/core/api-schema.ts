import { DEFINITIONS } from "./methods/kinds.ts";
import { LIFECYCLE_SUBSCRIPTIONS } from "./methods/server.ts";
import { METHODS, NEVER_SUPPORTED, NOT_SUPPORTED_YET } from "./methods.ts";
import type { Definitions, Field, Fields, Kind } from "./schema.ts";
import { snakeName } from "./snake-name.ts";
import { HERDR_PROTOCOL } from "./version.ts";

/**
 * The socket's API as JSON Schema, in the outer shape of herdr's own file (plugins/traps.md 10): its tools look in
 * `schemas.request.oneOf` which methods there are. All of it is made from the tables that requests are checked by.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is known of a method beside what it takes. */
export interface MethodNote {
  summary: string;
  /** The tag of its result. */
  result: string | null;
}

export interface ApiSchema {
  $schema: string;
  title: string;
  protocol: number;
  schema_version: number;
  schemas: Readonly<Record<string, JsonSchema>>;
}

const DRAFT = "https://json-schema.org/draft/2020-12/schema";
const TEXT = { type: "string" };

/** Methods that this taw answers with more than `unsupported`, sorted. */
export const answeredMethods = (): string[] =>
  Object.keys(METHODS)
    .filter((method) => !NEVER_SUPPORTED.has(method) && !NOT_SUPPORTED_YET.has(method))
    .toSorted();

export function apiSchema(notes: ReadonlyMap<string, MethodNote>): ApiSchema {
  return {
    $schema: DRAFT,
    title: "The herdr socket as tmux-agent-wizard answers it",
    protocol: HERDR_PROTOCOL,
    schema_version: 1,
    schemas: {
      error_response: response("ErrorResponse", "error", record({ code: TEXT, message: TEXT })),
      event: pushed("EventEnvelope", LIFECYCLE_SUBSCRIPTIONS.map(snakeName), ["type"]),
      request: requestSchema(notes),
      subscription_event: pushed(
        "SubscriptionEventEnvelope",
        ["pane.output_matched", "pane.agent_status_changed", "pane.scroll_changed"],
        [],
      ),
      success_response: response("SuccessResponse", "result", resultSchema(notes)),
    },
  };
}

const record = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const response = (title: string, name: string, schema: JsonSchema): JsonSchema => ({
  $schema: DRAFT,
  title,
  ...record({ id: TEXT, [name]: schema }),
});

/** A line that a subscriber is sent. The data's fields are those of docs/SOCKET.md. */
const pushed = (title: string, names: readonly string[], required: readonly string[]) => ({
  $schema: DRAFT,
  title,
  ...record({
    event: { type: "string", enum: names },
    data: { type: "object", properties: { type: TEXT }, required },
  }),
});

function resultSchema(notes: ReadonlyMap<string, MethodNote>): JsonSchema {
  const tags = [...notes.values()].flatMap(({ result }) => result ?? []);
  return record({ type: { type: "string", enum: [...new Set(tags)].toSorted() } });
}

function requestSchema(notes: ReadonlyMap<string, MethodNote>): JsonSchema {
  return {
    $schema: DRAFT,
    title: "Request",
    ...record({ id: TEXT }),
    oneOf: answeredMethods().map((method) => methodSchema(method, notes.get(method))),
    $defs: definitionSchemas(DEFINITIONS),
  };
}

function methodSchema(method: string, note: MethodNote | undefined): JsonSchema {
  const schema = record({
    method: { type: "string", const: method },
    params: fieldsSchema(METHODS[method]?.params ?? {}),
  });
  return note ? { description: note.summary, ...schema } : schema;
}

const definitionSchemas = (definitions: Definitions): JsonSchema =>
  Object.fromEntries(Object.entries(definitions).map(([name, kind]) => [name, kindSchema(kind)]));

function fieldsSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    required: entries.flatMap(([name, field]) => (field.optional ? [] : name)),
  };
}

/** Null is as absent where a field may be absent. */
const fieldSchema = (field: Field): JsonSchema => ({
  ...(field.optional ? orNull(kindSchema(field)) : kindSchema(field)),
  ...(field.default !== undefined && { default: field.default }),
});

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });

/** One kind of value as JSON Schema. */
export function kindSchema(kind: Kind): JsonSchema {
  switch (kind.kind) {
    case "string":
    case "boolean":
    case "number":
      return { type: kind.kind };
    case "integer":
      return { type: "integer", minimum: kind.min, maximum: kind.max };
    case "enum":
      return { type: "string", enum: kind.words };
    case "list":
      return { type: "array", items: kindSchema(kind.of) };
    case "map":
      return { type: "object", additionalProperties: kindSchema(kind.of) };
    case "nullable":
      return orNull(kindSchema(kind.of));
    case "record":
      return fieldsSchema(kind.fields);
    case "tagged":
      return taggedSchema(kind);
    case "either":
      return { anyOf: kind.of.map(kindSchema) };
    case "json":
      return {};
    case "named":
      return { $ref: `#/schemas/request/$defs/${kind.name}` };
  }
}

function taggedSchema({ tag, variants }: Extract<Kind, { kind: "tagged" }>): JsonSchema {
  return {
    oneOf: Object.entries(variants).map(([word, fields]) =>
      fieldsSchema({ [tag]: { kind: "enum", words: [word] }, ...fields }),
    ),
  };
}
