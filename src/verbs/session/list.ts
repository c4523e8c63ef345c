import { defineVerb } from "../verb.ts";
import { sessionsOf } from "./named.ts";

export default defineVerb({
  path: ["session", "list"],
  summary: "List sessions (tmux servers)",
  isBare: true,
  result: "session_list",
  args: { json: { kind: "flag", doc: "print JSON" } },
  run: async (edges) => ({ type: "session_list", sessions: await sessionsOf(edges) }),
  print: ({ sessions }, { json }) => {
    if (json) return `${JSON.stringify({ sessions })}\n`;
    return sessions
      .map(({ name, running, socket_path }) => {
        return `${name}\t${running ? "running" : "stopped"}\t${socket_path}\n`;
      })
      .join("");
  },
});
