import { Failure } from "../../core/failure.ts";
import { focusOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { namedPane, requireTab } from "../target.ts";
import type { PlacedTab } from "../target.ts";

/** Which tab a layout verb means. */
export const TAB_SELECTOR = {
  tabId: {
    kind: "text",
    flag: "--tab",
    value: "TAB",
    doc: "this tab (without it, the one in front)",
  },
  paneId: { kind: "text", flag: "--pane", value: "PANE", doc: "the tab that holds this pane" },
} as const;

/**
 * The tab of `--tab`, of `--pane`, or in front.
 *
 * @throws Failure `not_found` about the layout, `invalid_argument` when both are given: herdr calls both `layout_not_found`
 */
export function layoutTab(
  edges: Edges,
  world: World,
  { tabId, paneId }: { tabId: string | null; paneId: string | null },
): PlacedTab {
  if (tabId !== null && paneId !== null) {
    throw new Failure("invalid_argument", "a tab and a pane are named: give one of them", {
      subject: "tab or pane",
    });
  }
  try {
    if (tabId !== null) return requireTab(world, tabId);
    if (paneId !== null) return tabOfPane(edges, world, paneId);
  } catch (cause) {
    if (cause instanceof Failure && cause.code === "not_found")
      throw notFound(cause.message, cause);
    throw cause;
  }
  const focus = focusOf(world);
  if (focus) return { tab: focus.tab, workspaceId: focus.workspace.id };
  throw notFound("no tab is open on this tmux server; workspace create makes one");
}

const notFound = (message: string, cause?: unknown): Failure =>
  new Failure("not_found", message, { subject: "layout", cause });

function tabOfPane(edges: Edges, world: World, paneId: string): PlacedTab {
  const { pane, workspaceId } = namedPane(edges, world, paneId);
  return { tab: requireTab(world, pane.tabId).tab, workspaceId };
}
