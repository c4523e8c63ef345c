import { Failure } from "../../core/failure.ts";
import { quoted } from "../../core/inert.ts";
import { labelOf } from "../../core/labels.ts";
import { parseJson } from "../../core/json.ts";
import { descriptionRecord } from "../../core/layout-description.ts";
import { readLayoutWish } from "../../core/layout-wish.ts";
import type { Tab, World } from "../../core/world.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { applyLayout } from "../../layout/apply.ts";
import { readText } from "../../system/files.ts";
import { focusOn } from "../focus.ts";
import { FOCUS_ARGS } from "../launch.ts";
import { requireFocusedWorkspace, requireTab, requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

const MOST_BYTES = 1024 * 1024;

async function jsonOf({ root, file: given }: { root: string | null; file: string | null }) {
  if (root !== null) return jsonIn(root, "the text");
  const file = given ?? "";
  const text = await readText(file, MOST_BYTES);
  if (text !== null) return jsonIn(text, file);
  throw new Failure(
    "not_found",
    `there is no file ${quoted(file)}: give the one that layout export was written to`,
  );
}

function jsonIn(text: string, what: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new Failure("invalid_argument", `the layout cannot be used: ${what} is no JSON`, {
    subject: "layout",
  });
}

interface Place {
  workspaceId: WorkspaceId;
  replaced: Tab | null;
}

/** Throws `not_found` about what was named; `invalid_argument` about the target when two were. */
function placeOf(
  world: World,
  { workspaceId, tabId }: { workspaceId: string | null; tabId: string | null },
): Place {
  if (workspaceId !== null && tabId !== null) {
    const message = "name the tab to replace or the workspace for a new tab, not both";
    throw new Failure("invalid_argument", message, { subject: "target" });
  }
  if (tabId !== null) {
    const { tab, workspaceId: home } = requireTab(world, tabId);
    return { workspaceId: home, replaced: tab };
  }
  if (workspaceId !== null) {
    return { workspaceId: requireWorkspace(world, workspaceId).id, replaced: null };
  }
  return { workspaceId: requireFocusedWorkspace(world).id, replaced: null };
}

/** A label that a person gave stays with the place; an empty one is nobody's choice. */
function labelFor(label: string | null, replaced: Tab | null): string | null {
  if (label !== null) return labelOf([label]) || null;
  return replaced && !replaced.isAutoNamed ? replaced.name : null;
}

export default defineVerb({
  path: ["layout", "apply"],
  summary: "Make a tab with the panes of a tree, or replace one by it",
  grant: "admin",
  method: "layout.apply",
  result: "layout_apply",
  args: {
    root: { kind: "word", value: "JSON", doc: "the tree, as root in what layout export prints" },
    file: { kind: "text", value: "FILE", doc: "read the tree from this file" },
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      value: "WORKSPACE",
      doc: "make the tab here (without it, in the workspace in front)",
    },
    tabId: { kind: "text", flag: "--tab", value: "TAB", doc: "replace this tab" },
    tabLabel: { kind: "text", value: "LABEL", doc: "the new tab's label" },
    ...FOCUS_ARGS,
  },
  rules: [{ exactlyOne: ["root", "file"] }, { atMostOne: ["focus", "noFocus"] }],
  run: async (edges, args) => {
    const root = readLayoutWish(await jsonOf(args), edges.face.ratios);
    const seen = await edges.look();
    const { workspaceId, replaced } = placeOf(seen, args);
    const label = labelFor(args.tabLabel, replaced);
    const { world, tab } = await applyLayout(edges, seen, { root, workspaceId, replaced, label });
    if (args.focus) await focusOn(edges, world, { workspaceId, tabId: tab.id });
    return { type: "layout_apply", layout: descriptionRecord(world, tab, workspaceId) };
  },
});
