import { focusOf, panesOf } from "../core/world.ts";
import type { Pane, World } from "../core/world.ts";
import type { WorkspaceId } from "../core/ids.ts";
import { parseWorkspaceId } from "../core/ids.ts";
import type { Command } from "../tmux/client.ts";

/**
 * Where the server's control client may sit so that nobody notices it (decision 22). tmux takes it for a client in focus:
 * it types a focus report into a pane that asked for reports and was not in focus before, keeps `exit-unattached` and
 * `destroy-unattached` from doing their work, and makes its session the one used last (measured on 3.3a).
 */
export interface SeatRules {
  /** Terminals report their focus, so a pane in front may be out of focus and would be told otherwise. */
  hasFocusEvents: boolean;
  exitsUnattached: boolean;
  destroysUnattached: ReadonlySet<WorkspaceId>;
}

/** Asked for along with a World, whose parser leaves these rows out. */
export const SEAT_COMMAND: Command = [
  "list-sessions",
  "-F",
  "A\t#{session_id}\t#{focus-events}\t#{exit-unattached}\t#{destroy-unattached}",
];

/** What `SEAT_COMMAND` printed, among other rows. */
export function parseSeatRules(printed: string): SeatRules {
  const rows = printed.split("\n").flatMap((line) => {
    const [letter, session = "", focus, exit, destroy] = line.split("\t");
    const id = letter === "A" ? parseWorkspaceId(session) : null;
    return id ? [{ id, focus, exit, destroy }] : [];
  });
  return {
    hasFocusEvents: rows.some(({ focus }) => focus === "1" || focus === "on"),
    exitsUnattached: rows.some(({ exit }) => exit === "1" || exit === "on"),
    destroysUnattached: new Set(
      rows.filter(({ destroy }) => destroy !== "0" && destroy !== "off").map(({ id }) => id),
    ),
  };
}

/** Programs that never ask a terminal for focus reports. */
const UNAWARE = new Set([
  "ash",
  "bash",
  "cat",
  "dash",
  "ksh",
  "mksh",
  "sh",
  "sleep",
  "tail",
  "zsh",
]);

const isUnaware = (pane: Pane): boolean =>
  pane.isDead || (UNAWARE.has(pane.command) && !pane.isOnAlternateScreen);

/**
 * The workspace in front, where a person has it before them, or, with nobody attached, where its tab runs nothing that
 * would be told. Null where there is no such seat: questions then go through clients of their own.
 */
export function seatIn(world: World, rules: SeatRules): WorkspaceId | null {
  const focus = focusOf(world);
  if (focus === null || rules.hasFocusEvents || rules.exitsUnattached) return null;
  const { id } = focus.workspace;
  if (rules.destroysUnattached.has(id)) return null;
  const isAttended = world.clients.some((one) => !one.isControl && one.workspaceId === id);
  return isAttended || panesOf(world, focus.tab.id).every(isUnaware) ? id : null;
}
