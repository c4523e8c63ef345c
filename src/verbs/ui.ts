import { COCKPIT_ARGS, openCockpit } from "./cockpit.ts";
import { defineVerb } from "./verb.ts";

export default defineVerb({
  path: ["ui"],
  summary: "The cockpit as tmux's popup shows it: it closes after Enter and with Esc",
  args: COCKPIT_ARGS,
  rules: [{ needs: "plain", given: "watch" }],
  run: (edges, args) => openCockpit(edges, { mode: "ui", ...args }),
});
