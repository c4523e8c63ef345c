import { askBeforeClosing, endedBy, leaveCommands, refuseIfGrouped } from "../closing.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** The last tab closes its workspace. A linked tab is closed wherever it is shown, as its programs end. */
export default defineVerb({
  path: ["tab", "close"],
  summary: "Close a tab and everything in it",
  grant: "admin",
  method: "tab.close",
  result: "ok",
  args: { tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" } },
  run: async (edges, args) => {
    const seen = await edges.look();
    const { tab, workspaceId } = requireTab(seen, args.tabId);
    const closed = endedBy(seen, tab);
    refuseIfGrouped(seen, closed, "tab");
    await askBeforeClosing(edges, seen, [{ tab: tab.id, workspace: workspaceId }]);
    const commands = [...leaveCommands(seen, closed), ["kill-window", "-t", tab.id]];
    await edges.change(seen, { target: tab.id, commands, closes: true });
    return { type: "ok" };
  },
});
