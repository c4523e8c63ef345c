import { parsePaneId } from "../../core/ids.ts";
import { findTab, panesOf } from "../../core/world.ts";
import {
  askBeforeClosing,
  closeUnseen,
  endedBy,
  leaveCommands,
  refuseIfGrouped,
} from "../closing.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** Other panes are in its tab. */
const TAB_STAYS = ["#{!=:#{window_panes},1}"];

/** Who looks at a workspace that ends with the pane is brought to another one. */
export default defineVerb({
  path: ["pane", "close"],
  summary: "Close a pane and end what runs in it; the last one closes its tab",
  grant: "admin",
  method: "pane.close",
  result: "ok",
  args: { paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" } },
  run: async (edges, args) => {
    const named = parsePaneId(args.paneId);
    const unseen = await closeUnseen(edges, named, "kill-pane", TAB_STAYS);
    if ("closed" in unseen) return { type: "ok" };
    const { seen } = unseen;
    const { pane, workspaceId } = namedPane(edges, seen, args.paneId);
    const { id, tabId } = pane;
    const tab = panesOf(seen, tabId).length === 1 ? findTab(seen, tabId) : null;
    const closed = tab === null ? [] : endedBy(seen, tab);
    refuseIfGrouped(seen, closed, "pane");
    await askBeforeClosing(edges, seen, [{ pane: id, tab: tabId, workspace: workspaceId }]);
    const commands = [...leaveCommands(seen, closed), ["kill-pane", "-t", id]];
    await edges.change(seen, { target: id, commands, closes: true });
    return { type: "ok" };
  },
});
