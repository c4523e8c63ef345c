import type { WorkspaceId } from "../core/ids.ts";
import { focusOf, personOf } from "../core/world.ts";
import type { World } from "../core/world.ts";
import type { Command } from "./client.ts";

/** Newer than a workspace that is made in the same second. */
export const frontCommand = (workspaceId: WorkspaceId, nowMs: number): Command => [
  "set-option",
  "-s",
  "@agent_wizard_front",
  `${Math.floor(nowMs / 1000) + 1} ${workspaceId.slice(1)}`,
];

/** With nobody attached a new workspace would be taken for the one in front, so what is there is put there again. */
export function staysInFront(world: World, nowMs: number): Command[] {
  const focus = focusOf(world);
  return focus === null || personOf(world) ? [] : [frontCommand(focus.workspace.id, nowMs)];
}
