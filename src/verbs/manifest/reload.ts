import { reloadManifests } from "../manifest-answers.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["manifest", "reload"],
  summary: "Make running watchers read the detection manifests again",
  method: "server.reload_agent_manifests",
  result: "agent_manifest_reload",
  grant: "admin",
  args: {},
  run: reloadManifests,
});
