import { parseTabId } from "../../core/ids.ts";
import {
  askBeforeClosing,
  closeUnseen,
  endedBy,
  leaveCommands,
  refuseIfGrouped,
} from "../closing.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** One workspace alone shows it, and others beside it. */
const WORKSPACE_STAYS = ["#{==:#{window_linked_sessions},1}", "#{!=:#{session_windows},1}"];

/** The last tab closes its workspace. A linked tab is closed wherever it is shown, as its programs end. */
export default defineVerb({
  path: ["tab", "close"],
  summary: "Close a tab and everything in it",
  grant: "admin",
  method: "tab.close",
  result: "ok",
  args: { tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" } },
  run: async (edges, args) => {
    const named = parseTabId(args.tabId);
    const unseen = await closeUnseen(edges, named, "kill-window", WORKSPACE_STAYS);
    if ("closed" in unseen) return { type: "ok" };
    const { seen } = unseen;
    const { tab, workspaceId } = requireTab(seen, args.tabId);
    const closed = endedBy(seen, tab);
    refuseIfGrouped(seen, closed, "tab");
    await askBeforeClosing(edges, seen, [{ tab: tab.id, workspace: workspaceId }]);
    const commands = [...leaveCommands(seen, closed), ["kill-window", "-t", tab.id]];
    await edges.change(seen, { target: tab.id, commands, closes: true });
    return { type: "ok" };
  },
});
