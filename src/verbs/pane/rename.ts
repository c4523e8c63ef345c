import { parsePaneId } from "../../core/ids.ts";
import type { PaneId } from "../../core/ids.ts";
import { labelOf } from "../../core/labels.ts";
import { queueAppend } from "../../core/queue.ts";
import { paneRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { Changed, Wish } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "rename"],
  summary: "Give a pane a label, or take it off",
  grant: "admin",
  method: "pane.rename",
  result: "pane_info",
  args: {
    paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
    label: {
      kind: "words",
      takesDashes: true,
      value: "LABEL",
      doc: "the label, words joined by blanks; blank clears",
    },
    clear: { kind: "flag", doc: "take the label off" },
  },
  rules: [{ atMostOne: ["label", "clear"] }],
  run: async (edges, args) => {
    const label = args.clear ? "" : labelOf(args.label).trim();
    const id = parsePaneId(args.paneId);
    const unseen = await edges.changeUnseen(id && labelling(id, label));
    const { world } =
      "seen" in unseen ? await looked(edges, unseen.seen, args.paneId, label) : unseen.changed;
    const { pane, workspaceId } = namedPane(edges, world, args.paneId);
    return { type: "pane_info", pane: paneRecord(world, pane, workspaceId) };
  },
});

async function looked(edges: Edges, seen: World, text: string, label: string): Promise<Changed> {
  return edges.change(seen, labelling(namedPane(edges, seen, text).pane.id, label));
}

function labelling(id: PaneId, label: string): Wish {
  const set: Command =
    label === ""
      ? ["set-option", "-pu", "-t", id, "@agent_label"]
      : ["set-option", "-p", "-t", id, "@agent_label", label];
  return { target: id, commands: [set, queueAppend("updated", id)], reads: "tab" };
}
