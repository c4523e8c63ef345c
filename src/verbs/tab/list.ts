import { tabRecord } from "../../core/records.ts";
import { tabsUnder } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tab", "list"],
  summary: "List tabs (tmux windows)",
  method: "tab.list",
  result: "tab_list",
  args: {
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      value: "WORKSPACE",
      doc: "only the tabs of this workspace",
    },
  },
  run: async (edges, args) => {
    const world = await edges.look();
    const tabs = tabsUnder(world, args.workspaceId);
    return {
      type: "tab_list",
      tabs: tabs.map(({ tab, workspaceId }) => tabRecord(world, tab, workspaceId)),
    };
  },
});
