import { parseTabId } from "../../core/ids.ts";
import { tabRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { focusOn, focusUnseen } from "../focus.ts";
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
    const id = parseTabId(args.tabId);
    const world = (id && (await focusUnseen(edges, id))) ?? (await focusOnTab(edges, args.tabId));
    const { tab, workspaceId } = requireTab(world, args.tabId);
    return { type: "tab_info", tab: tabRecord(world, tab, workspaceId) };
  },
});

async function focusOnTab(edges: Edges, text: string): Promise<World> {
  const seen = await edges.look();
  const { tab, workspaceId } = requireTab(seen, text);
  return focusOn(edges, seen, { workspaceId, tabId: tab.id });
}
