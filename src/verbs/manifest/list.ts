import { manifestStatus } from "../manifest-answers.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["manifest", "list"],
  summary: "List the detection manifests that are in use, and what is wrong with yours",
  method: "server.agent_manifests",
  result: "agent_manifest_status",
  args: {},
  run: manifestStatus,
});
