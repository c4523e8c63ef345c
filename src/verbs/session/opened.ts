import { loadConfig } from "../../config/load.ts";
import type { Config } from "../../config/schema.ts";
import { personOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { lookIfAny } from "../../session/make.ts";
import type { OpenedSession } from "../../session/open.ts";
import { configFolderOf } from "../../system/env.ts";
import { focusOn } from "../focus.ts";

/** What `session open` and `open` share: the config they follow, and the answer. */

/** The server, where one runs, and the config of everybody who speaks to it; without one, this caller's own. */
export async function lookWithConfig(
  edges: Edges,
): Promise<{ seen: World | null; config: Config }> {
  const seen = await lookIfAny(edges);
  const folder = configFolderOf(seen?.server ?? {}, edges.environment);
  return { seen, config: (await loadConfig(folder)).config };
}

/** Brings the person's client there, as far as one is attached, and says how it went (plugin spec, `taw session open`). */
export async function bringThere(edges: Edges, opened: OpenedSession) {
  const { world, workspace, isCreated, collision } = opened;
  const switched = personOf(world) !== null;
  await focusOn(edges, world, { workspaceId: workspace.id });
  return {
    type: "session_open" as const,
    session: workspace.name,
    created: isCreated,
    collision,
    switched,
  };
}
