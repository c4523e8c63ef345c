import { load } from "../../loader/load.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tmux", "load"],
  summary: "Load taw's hooks, key, PATH entry and watchers into a tmux server",
  args: {},
  run: async (edges) => {
    const loaded = await load(edges.tmux, edges.environment, edges.self.binaryPath);
    return {
      type: "tmux_loaded",
      keys: loaded.keys,
      taken_keys: loaded.takenKeys,
      ...loaded.folders,
    };
  },
});
