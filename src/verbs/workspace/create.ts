import { folderLabel, freeLabel, labelOf } from "../../core/labels.ts";
import { paneRecord, tabRecord, workspaceRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import { lookIfAny, makeWorkspace } from "../../session/make.ts";
import { homeFolder } from "../../system/env.ts";
import { focusOn } from "../focus.ts";
import {
  environmentFlags,
  FOCUS_ARGS,
  folderFlags,
  folderInFront,
  LAUNCH_ARGS,
  making,
  requireFolder,
} from "../launch.ts";
import { requireCurrentTab, requireWorkspace, rootPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/**
 * Starts a tmux server where none runs. A label that a workspace has already gets a number behind it, since tmux gives a
 * name to one session only; the answer says what it is called.
 */
export default defineVerb({
  path: ["workspace", "create"],
  summary: "Make a workspace",
  grant: "admin",
  method: "workspace.create",
  result: "workspace_created",
  args: {
    label: { kind: "text", value: "LABEL", doc: "its name (without it, its folder's)" },
    sourceWorkspaceId: {
      kind: "text",
      flag: "--source-workspace",
      value: "WORKSPACE",
      doc: "start in the folder of this workspace's pane (without it, of the pane in front)",
    },
    ...LAUNCH_ARGS,
    ...FOCUS_ARGS,
  },
  rules: [{ atMostOne: ["focus", "noFocus"] }],
  run: async (edges, args) => {
    const environment = environmentFlags(args.env);
    const label = labelOf(args.label === null ? [] : [args.label]);
    const asked = args.cwd === null ? null : await requireFolder(edges, args.cwd, "new workspace");
    const seen = await lookIfAny(edges);
    const source = seen && sourceOf(seen, args.sourceWorkspaceId);
    const folder = asked ?? source ?? homeFolder(edges.environment);
    const wanted = label || folderLabel(folder);
    const wish = {
      label: (world: World | null) => (world ? freeLabel(world, wanted) : wanted),
      flags: [...folderFlags(folder), ...environment],
    };
    const made = await making("new workspace", () => makeWorkspace(edges, seen, wish));
    const { id } = requireWorkspace(made.world, made.printed);
    const world = args.focus ? await focusOn(edges, made.world, { workspaceId: id }) : made.world;
    const workspace = requireWorkspace(world, id);
    const tab = requireCurrentTab(world, workspace);
    return {
      type: "workspace_created",
      workspace: workspaceRecord(world, workspace),
      tab: tabRecord(world, tab, id),
      root_pane: paneRecord(world, rootPane(world, tab), id),
    };
  },
});

const sourceOf = (world: World, workspace: string | null): string | null =>
  folderInFront(world, workspace === null ? undefined : requireWorkspace(world, workspace).id);
