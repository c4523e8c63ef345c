import { publicTabId, publicWorkspaceId } from "../../core/ids.ts";
import { layoutRecord, paneLayoutRecord } from "../../core/layout-records.ts";
import { paneRecord, previousIds, tabRecord, workspaceRecord } from "../../core/records.ts";
import { findTab, findWorkspace, tabsOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { focusOn } from "../focus.ts";
import { asLaidOut, changeAsSeen } from "../as-seen.ts";
import { making } from "../launch.ts";
import { planMove } from "../moving.ts";
import type { Destination, MovePlan } from "../moving.ts";
import { SPLIT_ARGS } from "../room.ts";
import { namedPane, placeOf, requirePane, samePane } from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

type Moved = Extract<MovePlan, { commands: unknown }>;
type Stayed = Extract<MovePlan, { reason: unknown }>;

const placeBefore = ({ pane, workspaceId }: PlacedPane) =>
  previousIds({ pane: pane.id, tab: pane.tabId, workspace: workspaceId });

/** What the pane left: the tab's layout, or what closed behind it. */
function leftRecord(world: World, { pane, workspaceId }: PlacedPane) {
  const tab = findTab(world, pane.tabId);
  if (tab && tabsOf(world, workspaceId).includes(tab)) {
    return { source_layout: layoutRecord(world, tab, workspaceId) };
  }
  const isOpen = findWorkspace(world, workspaceId) !== null;
  return {
    ...(!isOpen && { closed_workspace_id: publicWorkspaceId(workspaceId) }),
    closed_tab_id: publicTabId(workspaceId, pane.tabId),
  };
}

/** What was made for the pane. */
function madeRecord(world: World, { pane, workspaceId }: PlacedPane, { made }: Moved) {
  const tab = made && findTab(world, pane.tabId);
  const workspace = made === "workspace" ? findWorkspace(world, workspaceId) : null;
  return {
    ...(workspace && { created_workspace: workspaceRecord(world, workspace) }),
    ...(tab && { created_tab: tabRecord(world, tab, workspaceId) }),
  };
}

function movedRecord(world: World, before: PlacedPane, after: PlacedPane, plan: Moved) {
  const { pane, workspaceId } = after;
  const layout = paneLayoutRecord(world, pane, workspaceId);
  return {
    changed: true,
    ...placeBefore(before),
    pane: paneRecord(world, pane, workspaceId),
    ...leftRecord(world, before),
    target_layout: layout,
    ...madeRecord(world, after, plan),
    focused_pane_id: layout.focused_pane_id,
  };
}

function stayedRecord(world: World, { pane, workspaceId }: PlacedPane, { reason, tab }: Stayed) {
  const layout = layoutRecord(world, tab.tab, tab.workspaceId);
  return {
    changed: false,
    reason,
    ...placeBefore({ pane, workspaceId }),
    pane: paneRecord(world, pane, workspaceId),
    source_layout: paneLayoutRecord(world, pane, workspaceId),
    target_layout: layout,
    focused_pane_id: layout.focused_pane_id,
  };
}

function planFor(edges: Edges, world: World, words: Destination & { paneId: string }) {
  const before = namedPane(edges, world, words.paneId);
  const plan = planMove(edges, world, before, words);
  if ("reason" in plan) return { before, plan, stillSo: null, wish: null };
  const wish = { target: before.pane.id, commands: plan.commands };
  return { before, plan, stillSo: plan.from && asLaidOut(plan.from), wish };
}

export default defineVerb({
  path: ["pane", "move"],
  summary: "Move a pane to another tab or workspace; its program keeps running",
  grant: "admin",
  method: "pane.move",
  result: "pane_move",
  args: {
    paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
    tabId: { kind: "text", flag: "--tab", value: "TAB", doc: "into this tab" },
    split: { ...SPLIT_ARGS.direction, doc: "on which side of the pane there" },
    targetPaneId: {
      kind: "text",
      flag: "--target-pane",
      value: "PANE",
      doc: "beside this pane (without it, the tab's pane in front)",
    },
    ratio: { ...SPLIT_ARGS.ratio, doc: "what the pane there keeps, 0.1 to 0.9 (0.5)" },
    newTab: { kind: "flag", doc: "into a tab of its own" },
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      value: "WORKSPACE",
      doc: "of this workspace (without it, the pane's)",
    },
    newWorkspace: { kind: "flag", doc: "into a workspace of its own" },
    label: { kind: "text", value: "LABEL", doc: "the name of the new tab or workspace" },
    tabLabel: { kind: "text", value: "LABEL", doc: "the name of the new workspace's tab" },
    focus: { kind: "flag", doc: "go there, as without it" },
    noFocus: { kind: "flag", doc: "stay here" },
  },
  rules: [
    { exactlyOne: ["tabId", "newTab", "newWorkspace"] },
    { needs: "split", given: "tabId" },
    { needs: "tabId", given: "split" },
    { needs: "tabId", given: "targetPaneId" },
    { needs: "tabId", given: "ratio" },
    { needs: "newTab", given: "workspaceId" },
    { needs: "newWorkspace", given: "tabLabel" },
    { atMostOne: ["tabId", "label"] },
    { atMostOne: ["focus", "noFocus"] },
  ],
  run: async (edges, args) => {
    const first = await edges.look();
    const {
      seen,
      plan: planned,
      changed: moved,
    } = await making("move", () =>
      changeAsSeen(edges, first, (world) => planFor(edges, world, args)),
    );
    const { before, plan } = planned;
    if ("reason" in plan) {
      return { type: "pane_move", move_result: stayedRecord(seen, before, plan) };
    }
    const home = requirePane(moved.world, before.pane.id);
    const there = { ...home, workspaceId: plan.workspaceId ?? home.workspaceId };
    const world = args.noFocus ? moved.world : await focusOn(edges, moved.world, placeOf(there));
    const after = samePane(world, there);
    return { type: "pane_move", move_result: movedRecord(world, before, after, plan) };
  },
});
