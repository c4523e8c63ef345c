import { load } from "../../loader/load.ts";
import { wantsSupplements } from "../manifests.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tmux", "load"],
  summary: "Load taw's hooks, key, PATH entry and watchers into a tmux server",
  result: "tmux_loaded",
  args: {},
  run: async (edges) => {
    const { environment, self, tmux } = edges;
    const hasSupplements = await wantsSupplements(environment);
    const loaded = await load(tmux, environment, self.binaryPath, hasSupplements);
    return {
      type: "tmux_loaded",
      keys: loaded.keys,
      taken_keys: loaded.takenKeys,
      ...loaded.folders,
    };
  },
});
