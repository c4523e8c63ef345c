import { Failure } from "../../core/failure.ts";
import { defineVerb } from "../verb.ts";
import { isRunning, NAME_ARG } from "./named.ts";

/** A tmux server is its person's: taw ends none (decision 8). */
export default defineVerb({
  path: ["session", "stop"],
  summary: "Stop a session",
  grant: "admin",
  isBare: true,
  args: { ...NAME_ARG, json: { kind: "flag", doc: "print JSON" } },
  run: async (edges, { name }) => {
    const why = (await isRunning(edges, name))
      ? `tmux servers are stopped by tmux: tmux -L ${name} kill-server`
      : `session ${name} does not run`;
    throw new Failure("session_stop_failed", why);
  },
});
