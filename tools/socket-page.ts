import eventData from "../third_party/herdr/reference/event-data.json";
import recordFields from "../third_party/herdr/reference/record-fields.json";
import resultFields from "../third_party/herdr/reference/result-fields.json";
import { METHODS } from "../src/core/methods.ts";
import { DEFINITIONS } from "../src/core/methods/kinds.ts";
import { LIFECYCLE_SUBSCRIPTIONS } from "../src/core/methods/server.ts";
import type { MethodRow } from "../src/core/methods/row.ts";
import type { Field, Fields, Kind } from "../src/core/schema.ts";
import { ANSWERING_VERSION, HERDR_PROTOCOL } from "../src/core/version.ts";
import { entryOf, isAnswered, isRefused } from "../src/socket/methods.ts";
import { CLOSING, OPENING, PARAMETERS, PUSHED } from "./socket-words.ts";

/**
 * docs/SOCKET.md: words (`socket-words.ts`) around what the tables say of methods, results, records and events. What it
 * says of results and records is what the contract tests hold taw's answers to.
 */

type Shapes = Readonly<Record<string, Readonly<Record<string, string>>>>;

const results: Shapes = resultFields.results;
const records: Shapes = recordFields.records;
const events: Shapes = eventData.events;

/** What the server's own methods answer, since no verb says it. */
const OWN: Readonly<Record<string, { summary: string; result: string }>> = {
  "events.subscribe": {
    summary: "Be told of what happens, on this connection",
    result: "subscription_started",
  },
  "events.wait": { summary: "Wait until an agent has a status", result: "wait_matched" },
  ping: { summary: "Ask who answers", result: "pong" },
};

interface MethodDoc {
  method: string;
  row: MethodRow;
  summary: string;
  result: string;
  grant: string;
}

async function methodDocs(): Promise<MethodDoc[]> {
  const docs: MethodDoc[] = [];
  for (const [method, row] of Object.entries(METHODS)) {
    if (isRefused(method) || !(await isAnswered(method))) continue;
    const verb = (await entryOf(method)?.load())?.default;
    const { summary, result = "ok" } = OWN[method] ?? verb ?? { summary: "" };
    const grant = method === "ping" ? "none" : (verb?.grant ?? "read");
    docs.push({ method, row, summary, result, grant });
  }
  return docs.toSorted((one, other) => (one.method < other.method ? -1 : 1));
}

/** A kind as a reader of JSON would say it. */
function typeOf(kind: Kind): string {
  switch (kind.kind) {
    case "string":
    case "boolean":
    case "number":
      return kind.kind;
    case "integer":
      return kind.max > 0xffff_ffff ? "integer" : `integer, at most ${kind.max}`;
    case "enum":
      return kind.words.map((word) => `"${word}"`).join(" or ");
    case "list":
      return `list of (${typeOf(kind.of)})`;
    case "map":
      return `object of (${typeOf(kind.of)})`;
    case "nullable":
      return `${typeOf(kind.of)} or null`;
    case "record":
      return `{${fieldsOf(kind.fields)}}`;
    case "tagged":
      return Object.entries(kind.variants)
        .map(
          ([word, fields]) =>
            `{${[`${kind.tag}: "${word}"`, fieldsOf(fields)].filter(Boolean).join(", ")}}`,
        )
        .join(" or ");
    case "either":
      return kind.of.map(typeOf).join(" or ");
    case "json":
      return "anything";
    case "named":
      return kind.name;
  }
}

const fieldsOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, field]) => `${name}${field.optional ? "?" : ""}: ${typeOf(field)}`)
    .join(", ");

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll("|", "\\|");

function methodSection({ method, row, summary, result, grant }: MethodDoc): string {
  const parts = [`### ${method}`, `${summary}. Needs ${code(grant)}, answers ${code(result)}.`];
  const rows = Object.entries(row.params).map(([name, field]) => parameterRow(method, name, field));
  if (rows.length > 0)
    parts.push(["| parameter | type | |", "| --- | --- | --- |", ...rows].join("\n"));
  if (row.xor) parts.push(`At most one of ${row.xor.map(code).join(" and ")}.`);
  if (row.exactlyOne) parts.push(`Exactly one of ${row.exactlyOne.map(code).join(" and ")}.`);
  return parts.join("\n\n");
}

function parameterRow(method: string, name: string, field: Field): string {
  const known = PARAMETERS[`${method} ${name}`] ?? PARAMETERS[name];
  if (known === undefined)
    throw new Error(`tools/socket-words.ts says nothing of ${method} ${name}`);
  const presence = field.optional ? "may be left out" : "";
  const initial = field.default === undefined ? "" : `without it ${JSON.stringify(field.default)}`;
  const type = name === "subscriptions" || name === "match_event" ? "see Events" : typeOf(field);
  return `| ${code(name)} | ${cell(type)} | ${cell([known, presence, initial].filter(Boolean).join("; "))} |`;
}

/** `name?: type` for each field, as the lists of third_party spell it. */
const shape = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, type]) =>
      type.endsWith("?") ? `${name}?: ${type.slice(0, -1)}` : `${name}: ${type}`,
    )
    .join(", ");

function shapeTable(title: string, shapes: Shapes, names: readonly string[]): string {
  const rows = names.map((name) => {
    const text = shape(shapes[name] ?? {});
    return `| ${code(name)} | ${text === "" ? (name === "ok" ? "perhaps more of what was done" : "nothing more") : cell(code(text))} |`;
  });
  return [`| ${title} | fields |`, "| --- | --- |", ...rows].join("\n");
}

const definitions = (): string =>
  Object.entries(DEFINITIONS)
    .map(([name, kind]) => `- ${code(name)}: ${code(typeOf(kind))}`)
    .join("\n");

const words = (): string =>
  Object.entries(recordFields.enums)
    .map(([name, list]) => `- ${code(name)}: ${list.map(code).join(", ")}`)
    .join("\n");

/** Of the lifecycle events, those that tmux has nothing for are taken and never told. */
const lifecycle = (): string => {
  const told = LIFECYCLE_SUBSCRIPTIONS.filter((name) => !NEVER_TOLD.includes(name));
  return [
    shapeTable("event", events, told),
    `${NEVER_TOLD.map(code).join(" and ")} can be subscribed to and are never told: tmux keeps its sessions in no order.`,
  ].join("\n\n");
};

const NEVER_TOLD: readonly string[] = ["workspace.moved", "workspace.reordered"];

export async function socketPage(): Promise<string> {
  const methods = await methodDocs();
  const refused = Object.keys(METHODS).filter(
    (method) => !methods.some((doc) => doc.method === method),
  );
  const tags = [...new Set(methods.map(({ result }) => result))].toSorted();
  return [
    OPENING(ANSWERING_VERSION, HERDR_PROTOCOL),
    "## Events",
    PUSHED,
    lifecycle(),
    "## Results",
    "What stands in `result` beside `type`. A `?` marks a field that is left out when it has no value; a name with a capital letter is a record or a list of words, below.",
    shapeTable("type", results, tags),
    "## Records",
    shapeTable("record", records, Object.keys(records)),
    words(),
    "Parameters of these names are trees:",
    definitions(),
    "## Methods",
    ...methods.map(methodSection),
    "## Not answered",
    `These answer \`unsupported\`, whatever they are asked with: ${refused.toSorted().map(code).join(", ")}.`,
    CLOSING,
    "",
  ].join("\n\n");
}
