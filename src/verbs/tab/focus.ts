import { parseTabId } from "../../core/ids.ts";
import { tabRecord } from "../../core/records.ts";
import { focusOnId } from "../focus-unseen.ts";
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
    const world = await focusOnId(edges, parseTabId(args.tabId), (seen) => {
      const { tab, workspaceId } = requireTab(seen, args.tabId);
      return { workspaceId, tabId: tab.id };
    });
    const { tab, workspaceId } = requireTab(world, args.tabId);
    return { type: "tab_info", tab: tabRecord(world, tab, workspaceId) };
  },
});
