import { loadConfig } from "../../config/load.ts";
import type { Config } from "../../config/schema.ts";
import { Failure } from "../../core/failure.ts";
import { personOf } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import type { OpenedSession } from "../../session/open.ts";
import { configFolder } from "../../system/env.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { focusOn } from "../focus.ts";

/** What `session open` and `open` share: the config they follow, and the answer. */

export async function configFor({ tmux, environment }: Edges): Promise<Config> {
  return (await loadConfig(await folderFor(tmux, environment))).config;
}

/** The folder that the tmux server's other callers use; without a server, this caller's own. */
async function folderFor(tmux: Edges["tmux"], environment: Edges["environment"]): Promise<string> {
  try {
    return (await serverFolders(tmux, environment)).config;
  } catch (error) {
    if (error instanceof Failure && error.code === "tmux_error") return configFolder(environment);
    throw error;
  }
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
