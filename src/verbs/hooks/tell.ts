import { tellHooks } from "../../hooks/tell.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["hooks", "tell"],
  summary: "Tell the tmux server which events [hooks] is hooked to",
  args: {},
  isSilent: true,
  run: async ({ tmux, environment }) => {
    const { config } = await serverFolders(tmux, environment);
    await tellHooks(tmux, config);
    return { type: "ok" };
  },
});
