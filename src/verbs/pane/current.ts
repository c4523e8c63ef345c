import { paneRecord } from "../../core/records.ts";
import { currentPane, PANE_SELECTOR, namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "current"],
  summary: "Show the pane taw was called from, else the pane in front",
  method: "pane.current",
  result: "pane_current",
  args: PANE_SELECTOR,
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    // A command that a key runs is called from no pane, and means the one in front when it was pressed.
    const named = args.paneId ?? (args.current ? null : edges.self.activePane);
    const { pane, workspaceId } =
      named === null ? currentPane(edges, world) : namedPane(edges, world, named);
    return { type: "pane_current", pane: paneRecord(world, pane, workspaceId) };
  },
});
