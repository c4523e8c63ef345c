import { tabRecord } from "../../core/records.ts";
import { focusOn } from "../focus.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tab", "focus"],
  summary: "Go to a tab",
  grant: "admin",
  method: "tab.focus",
  result: "tab_info",
  args: { tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" } },
  run: async (edges, args) => {
    const seen = await edges.look();
    const { tab, workspaceId } = requireTab(seen, args.tabId);
    const world = await focusOn(edges, seen, { workspaceId, tabId: tab.id });
    return { type: "tab_info", tab: tabRecord(world, requireTab(world, tab.id).tab, workspaceId) };
  },
});
