import { publicPaneId } from "../../core/ids.ts";
import { clearPane } from "../clearing.ts";
import { currentPane, namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "clear"],
  summary: "Clear a pane's history, and its screen where its shell is at its prompt",
  grant: "write",
  method: "pane.clear",
  result: "ok",
  args: {
    paneId: {
      kind: "word",
      value: "PANE",
      doc: "w1:p1 or %0 (without it, the one taw was called from, else the one in front)",
    },
  },
  run: async (edges, { paneId }) => {
    const seen = await edges.look();
    const { pane, workspaceId } =
      paneId === null ? currentPane(edges, seen) : namedPane(edges, seen, paneId);
    const { history, screen, note } = await clearPane(edges, seen, pane);
    return {
      type: "ok",
      pane_id: publicPaneId(workspaceId, pane.id),
      history_cleared: history,
      screen_cleared: screen,
      ...(note !== null && { note }),
    };
  },
});
