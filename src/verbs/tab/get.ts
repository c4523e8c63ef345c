import { tabRecord } from "../../core/records.ts";
import { readWorld } from "../../tmux/read.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tab", "get"],
  summary: "Show one tab",
  method: "tab.get",
  result: "tab_info",
  args: { tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" } },
  run: async (edges, args) => {
    const world = await readWorld(edges.tmux);
    const { tab, workspaceId } = requireTab(world, args.tabId);
    return { type: "tab_info", tab: tabRecord(world, tab, workspaceId) };
  },
});
