import { requireFolderAt } from "../../session/find.ts";
import { openSession } from "../../session/open.ts";
import { defineVerb } from "../verb.ts";
import { bringThere, lookWithConfig } from "./opened.ts";

export default defineVerb({
  path: ["session", "open"],
  summary: "Go to the session of a folder, and make it where there is none",
  grant: "admin",
  result: "session_open",
  args: { path: { kind: "word", required: true, value: "PATH", doc: "the folder" } },
  run: async (edges, { path }) => {
    const folder = await requireFolderAt(path, edges);
    const { seen, config } = await lookWithConfig(edges);
    return bringThere(edges, await openSession(edges, seen, folder, config));
  },
});
