import { labelOf } from "../../core/labels.ts";
import { queueAppend } from "../../core/queue.ts";
import { paneRecord } from "../../core/records.ts";
import type { Command } from "../../tmux/client.ts";
import { namedPane, samePane } from "../target.ts";
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
      value: "LABEL",
      doc: "the label, words joined by blanks; blank clears",
    },
    clear: { kind: "flag", doc: "take the label off" },
  },
  rules: [{ atMostOne: ["label", "clear"] }],
  run: async (edges, args) => {
    const seen = await edges.look();
    const placed = namedPane(edges, seen, args.paneId);
    const { id } = placed.pane;
    const label = args.clear ? "" : labelOf(args.label).trim();
    const set: Command =
      label === ""
        ? ["set-option", "-pu", "-t", id, "@agent_label"]
        : ["set-option", "-p", "-t", id, "@agent_label", label];
    const { world } = await edges.change(seen, {
      target: id,
      commands: [set, queueAppend("updated", id)],
    });
    const { pane, workspaceId } = samePane(world, placed);
    return { type: "pane_info", pane: paneRecord(world, pane, workspaceId) };
  },
});
