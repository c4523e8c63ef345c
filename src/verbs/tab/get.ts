import { tabRecord } from "../../core/records.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tab", "get"],
  summary: "Show one tab",
  method: "tab.get",
  result: "tab_info",
  args: { tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" } },
  run: async (edges, args) => {
    const world = await edges.look();
    const { tab, workspaceId } = requireTab(world, args.tabId);
    return { type: "tab_info", tab: tabRecord(world, tab, workspaceId) };
  },
});
