import { snapshotRecord } from "../../core/snapshot-record.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["api", "snapshot"],
  summary: "Show everything at once: workspaces, tabs, panes, layouts and agents",
  method: "session.snapshot",
  result: "session_snapshot",
  args: {},
  run: async (edges) => ({
    type: "session_snapshot",
    snapshot: snapshotRecord(await edges.look()),
  }),
});
