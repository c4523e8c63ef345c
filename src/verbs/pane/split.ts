import { paneRecord } from "../../core/records.ts";
import { findTab } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { Command } from "../../tmux/client.ts";
import { focusCommands } from "../focus.ts";
import {
  environmentFlags,
  FOCUS_ARGS,
  folderFlags,
  LAUNCH_ARGS,
  making,
  requireFolder,
} from "../launch.ts";
import { asLaidOut, changeAsSeen } from "../as-seen.ts";
import { cellsBeside, sideFlag, SPLIT_ARGS } from "../room.ts";
import { RIGHT_CLICK, rightClickCommand } from "../right-click.ts";
import {
  placeOf,
  requireActivePane,
  requireCurrentTab,
  requireFocusedPane,
  requirePane,
  requireWorkspace,
  samePane,
  toldPane,
} from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

interface Words {
  pane: string | null;
  targetPaneId: string | null;
  current: boolean;
  workspaceId: string | null;
}

/** The pane that is told, else the one in front, of a workspace where one is told. */
function oldPane(edges: Edges, world: World, words: Words): PlacedPane {
  const told = toldPane(edges, world, { ...words, paneId: words.targetPaneId });
  if (told) return told;
  if (words.workspaceId === null) return requireFocusedPane(world);
  const workspace = requireWorkspace(world, words.workspaceId);
  const pane = requireActivePane(world, requireCurrentTab(world, workspace));
  return { pane, workspaceId: workspace.id };
}

const SPLIT: Command = ["split-window", "-d", "-P", "-F", "#{pane_id}"];

export default defineVerb({
  path: ["pane", "split"],
  summary: "Split a pane in two",
  grant: "admin",
  method: "pane.split",
  result: "pane_info",
  args: {
    pane: { kind: "word", value: "PANE", doc: "the pane to split (without it, the one in front)" },
    targetPaneId: { kind: "text", flag: "--pane", value: "PANE", doc: "the same as a flag" },
    current: { kind: "flag", doc: "the pane taw was called from" },
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      value: "WORKSPACE",
      doc: "the pane in front of this workspace",
    },
    direction: { ...SPLIT_ARGS.direction, required: true },
    ratio: SPLIT_ARGS.ratio,
    cwd: {
      kind: "text",
      value: "FOLDER",
      doc: "the folder to start in (without it, the old pane's)",
    },
    env: LAUNCH_ARGS.env,
    rightClick: RIGHT_CLICK,
    ...FOCUS_ARGS,
  },
  rules: [{ atMostOne: ["pane", "targetPaneId", "current"] }, { atMostOne: ["focus", "noFocus"] }],
  run: async (edges, args) => {
    const environment = environmentFlags(args.env);
    const asked = args.cwd === null ? null : await requireFolder(edges, args.cwd, "split");
    const seen = await edges.look();
    const planSplit = (world: World) => {
      const old = oldPane(edges, world, args);
      const size = cellsBeside(world, old.pane, { ...args, subject: "split" });
      const flags = [...folderFlags(asked ?? (old.pane.cwd || null)), ...environment];
      const split = [...SPLIT, sideFlag(args.direction), "-l", `${size}`, "-t", old.pane.id];
      const wish = { target: old.pane.id, commands: [[...split, ...flags]] };
      const tab = findTab(world, old.pane.tabId);
      return { old, stillSo: tab && asLaidOut(tab), wish };
    };
    const { plan, changed: made } = await making("split", () =>
      changeAsSeen(edges, seen, planSplit),
    );
    const fresh = { ...requirePane(made.world, made.printed), workspaceId: plan.old.workspaceId };
    const then: Command[] = [
      ...(args.rightClick === "pane" ? [rightClickCommand(fresh.pane.id, "pane")] : []),
      ...(args.focus ? focusCommands(edges, made.world, placeOf(fresh)) : []),
    ];
    const { world } =
      then.length === 0
        ? made
        : await edges.change(made.world, { target: fresh.pane.id, commands: then });
    const { pane, workspaceId } = samePane(world, fresh);
    return { type: "pane_info", pane: paneRecord(world, pane, workspaceId) };
  },
});
