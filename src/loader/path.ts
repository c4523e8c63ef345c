import type { Command } from "../tmux/client.ts";

/** tmux's global PATH with and without taw's folder (spec, "PATH in the panes"). */

/** `PATH=…` of `show-environment -g`; null where the variable is unset or hidden from new panes. */
export const parsePath = (shown: string): string | null => /^PATH=(.*)$/m.exec(shown)?.[1] ?? null;

/**
 * The command that puts the folder in front, or takes it out, and leaves every other entry as it was. None when there is
 * nothing to change, or no PATH to put it in.
 */
export function pathCommands(path: string | null, folder: string, isWanted: boolean): Command[] {
  if (path === null) return [];
  const others = path.split(":").filter((entry) => entry !== folder);
  const next = (isWanted ? [folder, ...others] : others).join(":");
  return next === path ? [] : [["set-environment", "-g", "PATH", next]];
}
