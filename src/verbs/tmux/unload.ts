import { unload } from "../../loader/unload.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tmux", "unload"],
  summary: "Take everything that taw put into a tmux server out of it again",
  grant: "admin",
  args: {},
  run: async (edges) => {
    await requireGrant(edges);
    await unload(edges.tmux, edges.clock);
    return { type: "tmux_unloaded" };
  },
});
