import { unload } from "../../loader/unload.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tmux", "unload"],
  summary: "Take everything that taw put into a tmux server out of it again",
  args: {},
  run: async (edges) => {
    await unload(edges.tmux);
    return { type: "tmux_unloaded" };
  },
});
