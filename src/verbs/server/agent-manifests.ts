import { manifestStatus } from "../manifest-answers.ts";
import { defineVerb } from "../verb.ts";

/** herdr's words for `manifest list`: a table unless JSON is asked for (reference/herdr/cli.md §1, "Text verbs"). */
export default defineVerb({
  path: ["server", "agent-manifests"],
  summary: "List the detection manifests that are in use",
  result: "agent_manifest_status",
  args: { json: { kind: "flag", doc: "print the envelope" } },
  run: manifestStatus,
  print: ({ manifests }, { json }) => (json ? null : manifests.map(rowOf).join("")),
});

const rowOf = ({ agent, active_version, source_kind, warning }: Record<string, unknown>): string =>
  `${[agent, active_version ?? "-", source_kind, ...(warning ? [warning] : [])].join("\t")}\n`;
