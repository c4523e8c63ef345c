import type { WorkspaceId } from "../../core/ids.ts";
import { labelOf } from "../../core/labels.ts";
import { literal } from "../../core/quote.ts";
import { paneRecord, tabRecord } from "../../core/records.ts";
import type { Command } from "../../tmux/client.ts";
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
import { requireFocusedWorkspace, requireTab, requireWorkspace, rootPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["tab", "create"],
  summary: "Make a tab at the end of a workspace",
  grant: "admin",
  method: "tab.create",
  result: "tab_created",
  args: {
    workspaceId: {
      kind: "text",
      flag: "--workspace",
      value: "WORKSPACE",
      doc: "in this workspace (without it, the one in front)",
    },
    label: { kind: "text", value: "LABEL", doc: "its name (without it, it shows its place)" },
    ...LAUNCH_ARGS,
    ...FOCUS_ARGS,
  },
  rules: [{ atMostOne: ["focus", "noFocus"] }],
  run: async (edges, args) => {
    const environment = environmentFlags(args.env);
    const label = labelOf(args.label === null ? [] : [args.label]);
    const asked = args.cwd === null ? null : await requireFolder(edges, args.cwd, "new tab");
    const seen = await edges.look();
    const { id } =
      args.workspaceId === null
        ? requireFocusedWorkspace(seen)
        : requireWorkspace(seen, args.workspaceId);
    const flags = [...folderFlags(asked ?? folderInFront(seen, id)), ...environment];
    const commands = [newTab(id, label, flags)];
    const made = await making("new tab", () => edges.change(seen, { target: id, commands }));
    const { tab } = requireTab(made.world, made.printed);
    const world = args.focus
      ? await focusOn(edges, made.world, { workspaceId: id, tabId: tab.id })
      : made.world;
    return {
      type: "tab_created",
      tab: tabRecord(world, tab, id),
      root_pane: paneRecord(world, rootPane(world, tab), id),
    };
  },
});

const NEW_TAB: Command = ["new-window", "-d", "-a", "-P", "-F", "#{window_id}", "-t"];

/** Behind the last one, where herdr puts it; tmux alone would fill the first gap among the numbers. */
function newTab(id: WorkspaceId, label: string, flags: readonly string[]): Command {
  const name = label === "" ? [] : ["-n", literal(label)];
  return [...NEW_TAB, `${id}:{end}`, ...name, ...flags];
}
