import type { PaneId, TabId, WorkspaceId } from "../core/ids.ts";
import { focusOf, personOf } from "../core/world.ts";
import type { World } from "../core/world.ts";
import type { Command } from "./client.ts";

const FRONT = "@agent_wizard_front";
/** Newer than a workspace that is made in the same second. */
const frontAt = (nowMs: number): number => Math.floor(nowMs / 1000) + 1;

export const frontCommand = (workspaceId: WorkspaceId, nowMs: number): Command => [
  "set-option",
  "-s",
  FRONT,
  `${frontAt(nowMs)} ${workspaceId.slice(1)}`,
];

/** The same for the workspace of what is there by that id, which need not be known. */
export const frontOfCommand = (id: PaneId | TabId | WorkspaceId, nowMs: number): Command => [
  "set-option",
  "-sF",
  "-t",
  id,
  FRONT,
  `${frontAt(nowMs)} #{s/[$]//:session_id}`,
];

/** With nobody attached a new workspace would be taken for the one in front, so what is there is put there again. */
export function staysInFront(world: World, nowMs: number): Command[] {
  const focus = focusOf(world);
  return focus === null || personOf(world) ? [] : [frontCommand(focus.workspace.id, nowMs)];
}
