import { COCKPIT_ARGS, openCockpit } from "./cockpit.ts";
import { defineVerb } from "./verb.ts";

export default defineVerb({
  path: ["app"],
  summary: "Open the cockpit: every agent, who needs you first",
  args: COCKPIT_ARGS,
  rules: [{ needs: "plain", given: "watch" }],
  run: (edges, args) => openCockpit(edges, { mode: "app", newSession: false, ...args }),
});
