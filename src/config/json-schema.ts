import type { JsonSchema } from "./kinds.ts";
import type { Row } from "./row.ts";
import { KEYS } from "./schema.ts";

interface Section {
  type: "object";
  description?: string;
  properties: Record<string, Section | JsonSchema>;
  additionalProperties: boolean | JsonSchema;
}

const newSection = (): Section => ({ type: "object", properties: {}, additionalProperties: false });

/** The JSON schema of config.toml, for editors: made from the table of keys, aliases included. */
export function configSchema(): JsonSchema {
  const top = newSection();
  for (const [path, row] of Object.entries(KEYS)) {
    for (const spelling of [path, ...row.aliases]) addKey(top, spelling.split("."), path, row);
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "config.toml of tmux-agent-wizard",
    ...top,
  };
}

function addKey(top: Section, names: readonly string[], path: string, row: Row<unknown>): void {
  const section = sectionOf(top, names.slice(0, -1));
  const name = names.at(-1) ?? "";
  if (name === "*") section.additionalProperties = anyNameSchema(row);
  else section.properties[name] = keySchema(row, names.join(".") === path ? null : path);
}

function sectionOf(top: Section, names: readonly string[]): Section {
  let section = top;
  for (const name of names) {
    const known = section.properties[name];
    const next = known !== undefined && isSection(known) ? known : newSection();
    section.properties[name] = next;
    section = next;
  }
  return section;
}

const isSection = (schema: Section | JsonSchema): schema is Section => "properties" in schema;

function keySchema(row: Row<unknown>, aliasOf: string | null): JsonSchema {
  const description = aliasOf === null ? row.doc : `another name of ${aliasOf}`;
  return {
    description,
    ...row.kind.json,
    ...(row.initial === null ? {} : { default: row.initial }),
    ...(row.effect === "refused" ? { deprecated: true } : {}),
  };
}

/** Where names hold dots, TOML may have read them as tables in tables. */
function anyNameSchema(row: Row<unknown>): JsonSchema {
  const entry = { description: row.doc, ...row.kind.json };
  if (!row.dotted) return entry;
  return { anyOf: [entry, { type: "object", additionalProperties: entry }] };
}
