import { Failure } from "../core/failure.ts";
import { parseWorkspaceId } from "../core/ids.ts";
import type { WorkspaceId } from "../core/ids.ts";
import { panesInOrder } from "../core/records.ts";
import { findWorkspace, panesOf, tabsOf } from "../core/world.ts";
import type { Pane, Workspace, World } from "../core/world.ts";

/** Words of a verb → things of the World. A word that names nothing is refused, never taken for something else. */

/** The workspace that `text` names. Throws `not_found`. */
export function requireWorkspace(world: World, text: string): Workspace {
  const id = parseWorkspaceId(text);
  const found = id && findWorkspace(world, id);
  if (found) return found;
  throw new Failure("not_found", `workspace ${text} not found; taw workspace list shows them`, {
    subject: "workspace",
  });
}

/** A pane with the workspace whose prefix its id carries. */
export interface PlacedPane {
  pane: Pane;
  workspaceId: WorkspaceId;
}

/** All panes, each once under its home; or those of one workspace, linked tabs included, under that one (decision 3). */
export function panesUnder(world: World, workspace: string | null): PlacedPane[] {
  if (workspace === null) {
    return panesInOrder(world).map((pane) => ({ pane, workspaceId: pane.workspaceId }));
  }
  const { id } = requireWorkspace(world, workspace);
  return tabsOf(world, id)
    .flatMap((tab) => panesOf(world, tab.id))
    .map((pane) => ({ pane, workspaceId: id }));
}
