import { parseTabId } from "../../core/ids.ts";
import type { TabId } from "../../core/ids.ts";
import { labelOf } from "../../core/labels.ts";
import { literal } from "../../core/quote.ts";
import { tabRecord } from "../../core/records.ts";
import { tabsOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { Changed, Wish } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { requireTab } from "../target.ts";
import type { PlacedTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** An empty label is nobody's choice again: the tab shows its place, and tmux names it after what runs in it. */
export default defineVerb({
  path: ["tab", "rename"],
  summary: "Rename a tab",
  grant: "admin",
  method: "tab.rename",
  result: "tab_info",
  args: {
    tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" },
    label: { kind: "words", required: true, isVerbatim: true, value: "LABEL", doc: "its new name" },
  },
  run: async (edges, args) => {
    const label = labelOf(args.label);
    const id = label === "" ? null : parseTabId(args.tabId);
    const unseen = await edges.changeUnseen(id && renaming(id, [renamed(id, label)]));
    const { world } =
      "seen" in unseen ? await looked(edges, unseen.seen, args.tabId, label) : unseen.changed;
    const { tab, workspaceId } = requireTab(world, args.tabId);
    return { type: "tab_info", tab: tabRecord(world, tab, workspaceId) };
  },
});

async function looked(edges: Edges, seen: World, text: string, label: string): Promise<Changed> {
  const placed = requireTab(seen, text);
  const commands = label === "" ? unnamed(seen, placed) : [renamed(placed.tab.id, label)];
  return edges.change(seen, renaming(placed.tab.id, commands));
}

const renaming = (target: TabId, commands: Command[]): Wish => ({ target, commands, reads: "tab" });

const renamed = (id: TabId, label: string): Command => [
  "rename-window",
  "-t",
  id,
  "--",
  literal(label),
];

/** Renamed to its place first, so that the event tells the label that is shown from now on. */
function unnamed(world: World, placed: PlacedTab): Command[] {
  const { tab, workspaceId } = placed;
  const place = tabsOf(world, workspaceId).findIndex(({ id }) => id === tab.id) + 1;
  return [
    renamed(tab.id, String(place)),
    ["set-option", "-w", "-t", tab.id, "automatic-rename", "on"],
  ];
}
