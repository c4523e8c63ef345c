import { homeFolder } from "../../system/env.ts";
import { foldersIn, knownFolders } from "../../session/folders.ts";
import { defineVerb } from "../verb.ts";
import { lookWithConfig } from "./opened.ts";

/** For the cockpit's picker, which reads no folder itself. `home` is what `~` stands for in what it shows. */
export default defineVerb({
  path: ["session", "folders"],
  summary: "List the folders that a session can be opened in, and what it would be called",
  result: "session_folders",
  args: {
    in: {
      kind: "text",
      value: "PATH",
      doc: "this folder and those in it, instead of the known ones",
    },
  },
  run: async (edges, args) => {
    const { seen, config } = await lookWithConfig(edges);
    const folders =
      args.in === null
        ? await knownFolders(seen, config, edges)
        : await foldersIn(args.in, seen, config, edges);
    return { type: "session_folders", home: homeFolder(edges.environment), folders };
  },
});
