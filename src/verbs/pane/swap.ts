import { Failure } from "../../core/failure.ts";
import { parsePaneId, publicPaneId } from "../../core/ids.ts";
import type { PaneId } from "../../core/ids.ts";
import { neighborPane, paneLayoutRecord } from "../../core/layout-records.ts";
import { queueAppend } from "../../core/queue.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { whether } from "../../tmux/change.ts";
import type { UnseenChange, Wish } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { BEFORE_SWAP_IS_TOLD } from "../../tmux/version.ts";
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

/** The pane in front stays in front, wherever it goes, and a zoomed tab stays zoomed. */
function swapping(source: PaneId, target: PaneId): Wish {
  const swap: Command = ["swap-pane", "-d", "-Z", "-s", source, "-t", target];
  const back = (id: PaneId): Command[] => [swap, ["select-pane", "-Z", "-t", id]];
  const unlessSource = whether(target, "#{pane_active}", back(target), [swap]);
  return {
    target: source,
    commands: [
      whether(source, "#{pane_active}", back(source), [unlessSource]),
      whether(source, BEFORE_SWAP_IS_TOLD, [queueAppend("layout", source)]),
    ],
    reads: "tab",
  };
}

/** For two panes of one tab by their ids; null where tmux has to be looked at for them. */
function swapUnseen({ sourcePaneId, targetPaneId }: Words): UnseenChange | null {
  const [source, target] = [sourcePaneId, targetPaneId].map((text) => parsePaneId(text ?? ""));
  if (!source || !target || source === target) return null;
  const isBeside = `#{m:*<${target}>*,#{P:<#{pane_id}>}}`;
  return { ...swapping(source, target), only: [isBeside] };
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
    const unseen = await edges.changeUnseen(swapUnseen(args));
    const seen = "seen" in unseen ? unseen.seen : unseen.changed.world;
    const { source, target, reason } = pairOf(edges, seen, args);
    const world =
      "seen" in unseen && source && target && reason === null
        ? (await edges.change(seen, swapping(source.pane.id, target.pane.id))).world
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
