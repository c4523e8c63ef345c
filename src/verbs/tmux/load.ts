import { toldOptions } from "../../config/told.ts";
import { tellHooks } from "../../hooks/tell.ts";
import { load } from "../../loader/load.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tmux", "load"],
  summary: "Load taw's hooks, key, PATH entry and watchers into a tmux server",
  result: "tmux_loaded",
  grant: "admin",
  args: {},
  run: async (edges) => {
    const { environment, self, tmux } = edges;
    await requireGrant(edges);
    const loaded = await load(tmux, environment, self.binaryPath, toldOptions);
    await tellHooks(tmux, loaded.folders.config);
    return {
      type: "tmux_loaded",
      keys: loaded.keys,
      taken_keys: loaded.takenKeys,
      ...loaded.folders,
    };
  },
});
