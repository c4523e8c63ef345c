import { reloadManifests } from "../manifest-answers.ts";
import { defineVerb } from "../verb.ts";

/** herdr's words for `manifest reload`. */
export default defineVerb({
  path: ["server", "reload-agent-manifests"],
  summary: "Make running watchers read the detection manifests again",
  grant: "admin",
  result: "agent_manifest_reload",
  args: {},
  run: reloadManifests,
});
