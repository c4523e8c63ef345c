import { runHooks } from "../../hooks/runner.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["hooks", "run"],
  summary: "Run the commands of [hooks] for the events that were handed over",
  args: {},
  isSilent: true,
  run: async (edges) => {
    const folders = await serverFolders(edges.tmux, edges.environment);
    const pid = Number(await edges.tmux.run(["display-message", "-p", "#{pid}"]));
    await runHooks(edges, folders, pid);
    return { type: "ok" };
  },
});
