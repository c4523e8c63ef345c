import { loadConfig } from "../../config/load.ts";
import type { Config } from "../../config/schema.ts";
import { peopleOf, personOf } from "../../core/world.ts";
import type { Client, World } from "../../core/world.ts";
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

/**
 * Brings the person's client there, as far as one is attached, and says how it went (plugin spec, `taw session open`).
 *
 * @param client the name of the tmux client to bring there; null for the one that was used last
 */
export async function bringThere(
  edges: Edges,
  opened: OpenedSession,
  client: string | null = null,
) {
  const { world, workspace } = opened;
  const person = client === null ? personOf(world) : clientCalled(world, client);
  await focusOn(edges, world, { workspaceId: workspace.id }, person);
  return sessionAnswer(opened, person !== null);
}

const clientCalled = (world: World, name: string): Client | null =>
  peopleOf(world).find((person) => person.name === name) ?? null;

export function sessionAnswer(opened: OpenedSession, switched: boolean) {
  return {
    type: "session_open" as const,
    session: opened.workspace.name,
    created: opened.isCreated,
    collision: opened.collision,
    switched,
  };
}

/** The command by which a terminal becomes the session's client. */
export const attachCommand = ({ tmux }: Edges, { workspace }: OpenedSession): string[] => [
  "tmux",
  "-u",
  ...tmux.address.flags,
  "attach-session",
  "-t",
  workspace.id,
];
