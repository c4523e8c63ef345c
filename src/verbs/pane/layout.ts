import { paneLayoutRecord } from "../../core/layout-records.ts";
import { PANE_SELECTOR, selectedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "layout"],
  summary: "Show how the panes of a tab are laid out",
  method: "pane.layout",
  result: "pane_layout",
  args: PANE_SELECTOR,
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } = selectedPane(edges, world, args);
    return { type: "pane_layout", layout: paneLayoutRecord(world, pane, workspaceId) };
  },
});
