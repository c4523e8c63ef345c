import { Failure } from "../../core/failure.ts";
import { publicPaneId } from "../../core/ids.ts";
import { neighborPane, paneLayoutRecord } from "../../core/layout-records.ts";
import { queueAppend } from "../../core/queue.ts";
import { panesOf } from "../../core/world.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { Command } from "../../tmux/client.ts";
import { isAtLeast, parseVersion } from "../../tmux/version.ts";
import type { TmuxVersion } from "../../tmux/version.ts";
import {
  DIRECTION,
  FRONT_PANE_SELECTOR,
  namedPane,
  paneInFront,
  requireFocusedPane,
} from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

interface Words {
  direction: "left" | "right" | "up" | "down" | null;
  paneId: string | null;
  sourcePaneId: string | null;
  targetPaneId: string | null;
}

/** Both panes, or why they stay where they are (reference/herdr/records.md §3, "swap"). */
interface Pair {
  source: PlacedPane | null;
  target: PlacedPane | null;
  reason: "no_neighbor" | "same_pane" | "not_found" | "cross_tab" | null;
}

function pairOf(edges: Edges, world: World, words: Words): Pair {
  if (words.direction !== null) {
    const source = paneInFront(edges, world, words.paneId);
    const pane = neighborPane(world, source.pane, words.direction);
    const target = pane && { ...source, pane };
    return { source, target, reason: target ? null : "no_neighbor" };
  }
  const source = knownPane(edges, world, words.sourcePaneId ?? "");
  const target = knownPane(edges, world, words.targetPaneId ?? "");
  return { source, target, reason: reasonOf(source?.pane ?? null, target?.pane ?? null) };
}

function reasonOf(source: Pane | null, target: Pane | null): Pair["reason"] {
  if (source === null || target === null) return "not_found";
  if (source.id === target.id) return "same_pane";
  return source.tabId === target.tabId ? null : "cross_tab";
}

/** Ids that name nothing are an answer here, no failure (reference/herdr/socket.md §3, pane.swap). */
function knownPane(edges: Edges, world: World, text: string): PlacedPane | null {
  try {
    return namedPane(edges, world, text);
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return null;
    throw error;
  }
}

/** The first tmux with a hook for it (facts.md §1.2). */
const SWAP_IS_TOLD: TmuxVersion = [3, 3];

/** The pane in front stays in front, wherever it goes, and a zoomed tab stays zoomed. */
function swapCommands(world: World, source: Pane, target: Pane): Command[] {
  const active = panesOf(world, source.tabId).find(({ isActive }) => isActive);
  const moves = active !== undefined && [source.id, target.id].includes(active.id);
  return [
    ["swap-pane", "-d", "-Z", "-s", source.id, "-t", target.id],
    ...(moves ? [["select-pane", "-Z", "-t", active.id]] : []),
    ...(isAtLeast(parseVersion(world.server.version), SWAP_IS_TOLD)
      ? []
      : [queueAppend("layout", source.id)]),
  ];
}

/** What is neither of both forms, or a part of each, has a code of its own (reference/herdr/socket.md §3). */
function requireForm({ direction, paneId, sourcePaneId, targetPaneId }: Words): void {
  const isPair = sourcePaneId !== null && targetPaneId !== null;
  const isMixed = direction !== null && (sourcePaneId !== null || targetPaneId !== null);
  if (!isMixed && (direction !== null || (isPair && paneId === null))) return;
  throw new Failure(
    "invalid_argument",
    "a swap needs a direction, or both panes: --direction, or --source-pane and --target-pane",
    { subject: "swap" },
  );
}

export default defineVerb({
  path: ["pane", "swap"],
  summary: "Let two panes of a tab change places",
  grant: "admin",
  method: "pane.swap",
  result: "pane_swap",
  args: {
    direction: DIRECTION,
    ...FRONT_PANE_SELECTOR,
    sourcePaneId: { kind: "text", flag: "--source-pane", value: "PANE", doc: "one pane" },
    targetPaneId: { kind: "text", flag: "--target-pane", value: "PANE", doc: "the other" },
  },
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    requireForm(args);
    const seen = await edges.look();
    const { source, target, reason } = pairOf(edges, seen, args);
    const world =
      source && target && reason === null
        ? await swapped(edges, seen, source.pane, target.pane)
        : seen;
    const shown = source ?? requireFocusedPane(seen);
    const layout = paneLayoutRecord(world, shown.pane, shown.workspaceId);
    return {
      type: "pane_swap",
      swap: {
        changed: reason === null,
        ...(reason && { reason }),
        source_pane_id: source ? idOf(source) : (args.sourcePaneId ?? ""),
        ...(target && { target_pane_id: idOf(target) }),
        focused_pane_id: layout.focused_pane_id,
        layout,
      },
    };
  },
});

const idOf = ({ pane, workspaceId }: PlacedPane): string => publicPaneId(workspaceId, pane.id);

async function swapped(edges: Edges, seen: World, source: Pane, target: Pane): Promise<World> {
  const commands = swapCommands(seen, source, target);
  return (await edges.change(seen, { target: source.id, commands })).world;
}
