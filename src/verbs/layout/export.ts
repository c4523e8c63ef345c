import { descriptionRecord } from "../../core/layout-description.ts";
import { defineVerb } from "../verb.ts";
import { layoutTab, TAB_SELECTOR } from "./tab.ts";

export default defineVerb({
  path: ["layout", "export"],
  summary: "Show a tab as the tree of splits that layout apply makes again",
  method: "layout.export",
  result: "layout_export",
  args: TAB_SELECTOR,
  run: async (edges, args) => {
    const world = await edges.look();
    const { tab, workspaceId } = layoutTab(edges, world, args);
    return { type: "layout_export", layout: descriptionRecord(world, tab, workspaceId) };
  },
});
