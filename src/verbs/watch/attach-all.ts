import { publicPaneId } from "../../core/ids.ts";
import type { Watched } from "../../core/watchers.ts";
import { attachAll } from "../../loader/watchers.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

const ids = (watched: readonly Watched[]): string[] =>
  watched.map(({ pane }) => publicPaneId(pane.workspaceId, pane.id));

export default defineVerb({
  path: ["watch", "attach-all"],
  summary: "Start a watcher for every pane that has none",
  result: "watch_attached",
  grant: "admin",
  args: {
    restart: { kind: "flag", doc: "also replace the watchers that run" },
  },
  run: async (edges, args) => {
    await requireGrant(edges);
    const { opened, replaced, foreign } = await attachAll(edges.tmux, edges.clock, args.restart);
    return {
      type: "watch_attached",
      opened: ids(opened),
      replaced: ids(replaced),
      foreign: ids(foreign),
    };
  },
});
