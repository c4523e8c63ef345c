import { apiSchema } from "../../core/api-schema.ts";
import type { MethodNote } from "../../core/api-schema.ts";
import { Failure } from "../../core/failure.ts";
import { quoted } from "../../core/inert.ts";
import type { Edges } from "../../edges.ts";
import { writeTextAtomically } from "../../system/files.ts";
import { fullPath } from "../../system/paths.ts";
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

function fileAt(edges: Edges, path: string): string {
  const full = fullPath(path, edges);
  if (full !== null) return full;
  throw new Failure(
    "invalid_argument",
    `the current directory cannot be read, and ${quoted(path)} starts from it: give a full path`,
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
  run: async (edges, { output }) => {
    const schema = apiSchema(await methodNotes());
    if (output !== null) {
      await writeTextAtomically(fileAt(edges, output), `${JSON.stringify(schema, null, 2)}\n`);
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
