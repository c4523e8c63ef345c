import { COCKPIT_ARGS, NEW_SESSION_ARG, openCockpit } from "./cockpit.ts";
import { defineVerb } from "./verb.ts";

export default defineVerb({
  path: ["ui"],
  summary: "The cockpit as tmux's popup shows it: it closes after Enter and with Esc",
  args: { ...COCKPIT_ARGS, ...NEW_SESSION_ARG },
  rules: [{ needs: "plain", given: "watch" }, { atMostOne: ["newSession", "go", "plain"] }],
  run: (edges, args) => openCockpit(edges, { mode: "ui", ...args }),
});
