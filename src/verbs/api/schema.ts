import { apiSchema } from "../../core/api-schema.ts";
import type { MethodNote } from "../../core/api-schema.ts";
import { fullPath, writeTextAtomically } from "../../system/files.ts";
import { VERBS } from "../index.ts";
import { defineVerb } from "../verb.ts";

/** What the verbs say of the methods that they do. */
async function methodNotes(): Promise<Map<string, MethodNote>> {
  const verbs = await Promise.all(VERBS.map(async ({ load }) => (await load()).default));
  return new Map(
    verbs.flatMap(({ method, summary, result = null }) =>
      method === undefined ? [] : [[method, { summary, result }]],
    ),
  );
}

export default defineVerb({
  path: ["api", "schema"],
  summary: "Show the socket's methods and what they take, as JSON Schema",
  result: "api_schema",
  args: {
    json: { kind: "flag", doc: "print the schema (without it, a summary)" },
    output: { kind: "text", value: "FILE", doc: "write the schema to this file" },
  },
  run: async (_edges, { output }) => {
    const schema = apiSchema(await methodNotes());
    if (output !== null) {
      await writeTextAtomically(fullPath(output), `${JSON.stringify(schema, null, 2)}\n`);
    }
    return { type: "api_schema", schema };
  },
  print: ({ schema }, { json, output }) => {
    if (json) return `${JSON.stringify(schema)}\n`;
    if (output !== null) return `wrote ${output}\n`;
    const names = Object.keys(schema.schemas).join(", ");
    return `protocol: ${schema.protocol}\nschema_version: ${schema.schema_version}\nschemas: ${names}\n`;
  },
});
