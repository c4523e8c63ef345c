import { watchersOf } from "../../loader/watchers.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["watch", "nudge"],
  summary: "Make the watcher of a pane look at it now",
  args: { paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" } },
  isSilent: true,
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane } = namedPane(edges, world, args.paneId);
    await watchersOf(world, [pane], edges.clock.nowMs() / 1000);
    return { type: "ok" };
  },
});
