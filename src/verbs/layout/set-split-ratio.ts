import { Failure } from "../../core/failure.ts";
import { quoted } from "../../core/inert.ts";
import { descriptionRecord } from "../../core/layout-description.ts";
import { treeOf } from "../../core/layout-records.ts";
import { splitAt, withRatio } from "../../core/layout-sizes.ts";
import { withinLimits } from "../../core/layout-wish.ts";
import { placeCommands } from "../../layout/resize.ts";
import { asLaidOut, changeAsSeen } from "../as-seen.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { layoutTab, TAB_SELECTOR } from "./tab.ts";

/** `01` → first, second; as the ids of splits spell it. Throws `not_found` about the split. */
function readPath(text: string): boolean[] {
  if (/^[01]*$/.test(text)) return [...text].map((digit) => digit === "1");
  throw missing(text);
}

const missing = (path: string): Failure =>
  new Failure(
    "not_found",
    `path ${quoted(path)} leads to no split of that tab; pane layout lists them, as split_1_0 for 0`,
    { subject: "split of a tab" },
  );

export default defineVerb({
  path: ["layout", "set-split-ratio"],
  summary: "Give one split of a tab another ratio",
  grant: "admin",
  method: "layout.set_split_ratio",
  result: "layout_split_ratio_set",
  args: {
    ...TAB_SELECTOR,
    path: {
      kind: "text",
      value: "PATH",
      doc: "which split, 0 for a first part and 1 for a second: 01 (without it, the outermost)",
    },
    ratio: {
      kind: "number",
      required: true,
      isFraction: true,
      value: "RATIO",
      doc: "the first part's share, as 0.3",
    },
  },
  run: async (edges, args) => {
    if (!Number.isFinite(args.ratio)) {
      throw new Failure("invalid_argument", `the ratio ${args.ratio} is no number from 0 to 1`, {
        subject: "ratio",
      });
    }
    const ratio = withinLimits(args.ratio, edges.face.ratios);
    const first = await edges.look();
    const { plan, changed } = await changeAsSeen(edges, first, (world) => {
      const { tab, workspaceId } = layoutTab(edges, world, args);
      const tree = treeOf(tab);
      const path = readPath(args.path ?? "");
      if (!splitAt(tree, path)) throw missing(args.path ?? "");
      const commands = placeCommands(world, tab, withRatio(tree, path, ratio));
      return { tab, workspaceId, stillSo: asLaidOut(tab), wish: { target: tab.id, commands } };
    });
    const { tab } = requireTab(changed.world, plan.tab.id);
    return {
      type: "layout_split_ratio_set",
      layout: descriptionRecord(changed.world, tab, plan.workspaceId),
    };
  },
});
