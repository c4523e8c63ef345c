import { Failure } from "../../core/failure.ts";
import { inForeground } from "../../system/process.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";
import { isRunning, NAME_ARG } from "./named.ts";

export default defineVerb({
  path: ["session", "attach"],
  summary: "Attach this terminal to a session",
  grant: "admin",
  isBare: true,
  args: NAME_ARG,
  run: async (edges, { name }) => {
    await requireGrant(edges);
    if (!(await isRunning(edges, name))) {
      throw new Failure("tmux_error", `session ${name} does not run: tmux -L ${name} starts it`);
    }
    const argv = ["tmux", "-u", "-L", name, "attach-session"];
    return { exitCode: await inForeground(argv, edges.environment) };
  },
});
