import { requireFolderAt } from "../../session/find.ts";
import { openSession } from "../../session/open.ts";
import { defineVerb } from "../verb.ts";
import { attachCommand, bringThere, lookWithConfig, sessionAnswer } from "./opened.ts";

export default defineVerb({
  path: ["session", "open"],
  summary: "Go to the session of a folder, and make it where there is none",
  grant: "admin",
  result: "session_open",
  args: {
    path: { kind: "word", required: true, value: "PATH", doc: "the folder" },
    client: { kind: "text", value: "NAME", doc: "this tmux client (without it, the one in front)" },
    attach: {
      kind: "flag",
      doc: "bring no client there, and answer the command that attaches a terminal",
    },
  },
  rules: [{ atMostOne: ["client", "attach"] }],
  run: async (edges, { path, client, attach }) => {
    const folder = await requireFolderAt(path, edges);
    const { seen, config } = await lookWithConfig(edges);
    const opened = await openSession(edges, seen, folder, config);
    if (!attach) return bringThere(edges, opened, client);
    return { ...sessionAnswer(opened, false), attach: attachCommand(edges, opened) };
  },
});
