import { publicPaneId } from "../../core/ids.ts";
import { watchStatus } from "../../loader/watchers.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["watch", "status"],
  summary: "Show which panes have a watcher, and which not and why",
  result: "watch_status",
  args: {},
  run: async (edges) => {
    await requireGrant(edges);
    const { watched } = await watchStatus(edges.tmux, edges.clock.nowMs() / 1000);
    return {
      type: "watch_status",
      watchers: watched.map(({ pane, state, pid }) => ({
        pane_id: publicPaneId(pane.workspaceId, pane.id),
        tmux_id: pane.id,
        state,
        pid,
      })),
    };
  },
});
