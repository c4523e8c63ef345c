import { Failure } from "../../core/failure.ts";
import { folderLabel, freeLabel, labelOf } from "../../core/labels.ts";
import { literal } from "../../core/quote.ts";
import { paneRecord, tabRecord, workspaceRecord } from "../../core/records.ts";
import { focusOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { homeFolder } from "../../system/env.ts";
import type { Changed } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { Unanswered } from "../../tmux/client.ts";
import { staysInFront } from "../../tmux/front.ts";
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
    ...LAUNCH_ARGS,
    ...FOCUS_ARGS,
  },
  rules: [{ atMostOne: ["focus", "noFocus"] }],
  run: async (edges, args) => {
    const environment = environmentFlags(args.env);
    const label = labelOf(args.label === null ? [] : [args.label]);
    const asked = args.cwd === null ? null : await requireFolder(args.cwd, "new workspace");
    const seen = await lookIfAny(edges);
    const folder = asked ?? (seen && folderInFront(seen)) ?? homeFolder(edges.environment);
    const wish = {
      label: label || folderLabel(folder),
      flags: [...folderFlags(folder), ...environment],
    };
    const made = await making("new workspace", () => make(edges, seen, wish));
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

/** The server as it is, or null where none runs or it holds nothing; one that hangs is none of these. */
async function lookIfAny(edges: Edges): Promise<World | null> {
  try {
    return await edges.look();
  } catch (error) {
    const isAbsent =
      error instanceof Failure && error.code === "tmux_error" && !(error instanceof Unanswered);
    if (!isAbsent) throw error;
    return null;
  }
}

interface Wish {
  label: string;
  flags: readonly string[];
}

const MOST_TRIES = 5;

/** Another may take the same label at the same moment, so tmux's refusal of it is answered with the next one. */
async function make(edges: Edges, first: World | null, wish: Wish): Promise<Changed> {
  for (let tried = 1, seen = first; ; tried += 1, seen = await lookIfAny(edges)) {
    try {
      return await makeOn(edges, seen, wish);
    } catch (error) {
      const isTaken = error instanceof Failure && error.subject === "taken label";
      if (!isTaken || tried === MOST_TRIES) throw error;
    }
  }
}

async function makeOn(edges: Edges, seen: World | null, { label, flags }: Wish): Promise<Changed> {
  const focus = seen && focusOf(seen);
  if (seen === null || focus === null) {
    const printed = await edges.tmux.run(newWorkspace(label, STARTING_SIZE, flags));
    return { world: await edges.look(), printed: printed.trim() };
  }
  const size = { width: focus.tab.width, height: focus.tab.height };
  const { id } = focus.workspace;
  const stays = staysInFront(seen, edges.clock.nowMs());
  const commands = [newWorkspace(freeLabel(seen, label), size, flags), ...stays];
  return edges.change(seen, { target: id, commands });
}

/** herdr's size with nobody there to see it (reference/herdr/keys-config.md §2). */
const STARTING_SIZE = { width: 120, height: 40 };

const NEW_WORKSPACE: Command = ["new-session", "-d", "-P", "-F", "#{session_id}", "-s"];

function newWorkspace(
  label: string,
  { width, height }: { width: number; height: number },
  flags: readonly string[],
): Command {
  return [...NEW_WORKSPACE, literal(label), "-x", `${width}`, "-y", `${height}`, ...flags];
}
