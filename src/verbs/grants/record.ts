import { grantsOf } from "../../core/grants.ts";
import { publicPaneId } from "../../core/ids.ts";
import type { World } from "../../core/world.ts";
import type { PlacedPane } from "../target.ts";

/** What a pane holds, as `grants show` and `grants set` answer it. */
export const grantsRecord = (world: World, { pane, workspaceId }: PlacedPane) => ({
  pane_id: publicPaneId(workspaceId, pane.id),
  grants: grantsOf(world, pane),
  is_default: pane.grants === null,
});
