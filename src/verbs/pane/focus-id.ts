import { paneRecord } from "../../core/records.ts";
import { focusOn } from "../focus.ts";
import { namedPane, placeOf, samePane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** What herdr's socket calls `pane.focus`; on the command line it is `pane focus PANE`. */
export default defineVerb({
  path: ["pane", "focus-id"],
  summary: "Go to a pane",
  grant: "admin",
  method: "pane.focus",
  requestId: "cli:pane:focus",
  result: "pane_info",
  args: { paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" } },
  run: async (edges, args) => {
    const seen = await edges.look();
    const to = namedPane(edges, seen, args.paneId);
    const world = await focusOn(edges, seen, placeOf(to));
    const { pane, workspaceId } = samePane(world, to);
    return { type: "pane_info", pane: paneRecord(world, pane, workspaceId) };
  },
});
