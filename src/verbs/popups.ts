import { terminalPath } from "../core/job.ts";
import type { World } from "../core/world.ts";
import { readChildren } from "../system/proc.ts";

/**
 * Whether somebody has a popup open. tmux does not tell; what runs in one is a process of the server on a terminal that
 * is no pane's.
 */
export async function isPopupOpen({ server, panes }: World): Promise<boolean> {
  const terminals = new Set(panes.map(({ tty }) => tty));
  return (await readChildren(server.pid)).some(({ terminal }) => {
    const path = terminalPath(terminal);
    return path !== "" && !terminals.has(path);
  });
}
