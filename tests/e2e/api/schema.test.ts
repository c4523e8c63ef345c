import { expect, test } from "bun:test";
import { join } from "node:path";
import { fieldsOf } from "../../support/answer.ts";
import { sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";

/** What a tool of herdr's reads to learn which methods there are. */
function methodsIn(schema: unknown): unknown[] {
  const { oneOf } = fieldsOf(fieldsOf(schema, "schemas"), "request");
  if (!Array.isArray(oneOf)) throw new Error("no methods");
  return oneOf.map((one: unknown) => fieldsOf(fieldsOf(one, "properties"), "method")["const"]);
}

test.each(["taw", "herdr"])(
  "the schema names the methods, what they take and what they answer, with no tmux server (%s's face)",
  async (face) => {
    await using box = sandbox();
    const options = { env: box.env, cwd: box.home };
    const ran = await taw(["-L", "nobody", `--face=${face}`, "api", "schema", "--json"], options);
    expect([ran.code, ran.stdout.split("\n").length]).toEqual([0, 2]);
    const schema = fieldsOf(ran.json);
    expect(schema).toMatchObject({ protocol: 22, schema_version: 1 });
    expect(methodsIn(schema)).toEqual(
      expect.arrayContaining(["ping", "pane.split", "session.snapshot", "events.subscribe"]),
    );
    expect(methodsIn(schema)).not.toContain("server.stop");
    const result = fieldsOf(
      fieldsOf(fieldsOf(schema, "schemas"), "success_response"),
      "properties",
    );
    expect(JSON.stringify(result)).toContain('"layout_apply"');
  },
);

test("the schema goes to a file as well, and without either there is a summary", async () => {
  await using box = sandbox();
  const options = { env: box.env, cwd: box.home };
  const summary = await taw(["api", "schema"], options);
  expect(summary.stdout).toBe(
    "protocol: 22\nschema_version: 1\nschemas: error_response, event, request, subscription_event, success_response\n",
  );
  const file = join(box.home, "schema.json");
  const written = await taw(["api", "schema", "--output", "schema.json"], options);
  expect(written.stdout).toBe("wrote schema.json\n");
  const printed = await taw(["api", "schema", "--json"], options);
  expect(await Bun.file(file).json()).toEqual(printed.json);
});
