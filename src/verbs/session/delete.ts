import { Failure } from "../../core/failure.ts";
import { defineVerb } from "../verb.ts";
import { isRunning, NAME_ARG } from "./named.ts";

/** A tmux server leaves nothing behind that could be deleted. */
export default defineVerb({
  path: ["session", "delete"],
  summary: "Delete a session that does not run",
  grant: "admin",
  isBare: true,
  args: { ...NAME_ARG, json: { kind: "flag", doc: "print JSON" } },
  run: async (edges, { name }) => {
    const why = (await isRunning(edges, name))
      ? `session ${name} runs; stop it first: tmux -L ${name} kill-server`
      : `there is no session ${name}`;
    throw new Failure("session_delete_failed", why);
  },
});
