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

const IS_ONLY_ONE = "#{==:#{S:x},x}";
const PUT = `#{s/^.* /$/:${FRONT}}`;
const PUT_UNTIL = `#{s/ .*//:${FRONT}}`;

/**
 * tmux's format for whether it can tell, with nobody attached, what is in front (`focusOf`): the one workspace there is, or
 * the one that was put there, while it is open and none was used since.
 */
export const KNOWS_FRONT = `#{||:${IS_ONLY_ONE},#{&&:#{==:#{S:#{?#{>:#{session_activity},${PUT_UNTIL}},x,}},},#{m:*<${PUT}>*,#{S:<#{session_id}>}}}}`;

/** The format for whether a thing's workspace is in front, where `KNOWS_FRONT` holds. */
export const IS_IN_FRONT = `#{||:${IS_ONLY_ONE},#{==:${PUT},#{session_id}}}`;

/** With nobody attached a new workspace would be taken for the one in front, so what is there is put there again. */
export function staysInFront(world: World, nowMs: number): Command[] {
  const focus = focusOf(world);
  return focus === null || personOf(world) ? [] : [frontCommand(focus.workspace.id, nowMs)];
}
