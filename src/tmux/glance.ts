import { Failure } from "../core/failure.ts";
import type { ScreenLook } from "../core/cleared.ts";
import type { PaneId } from "../core/ids.ts";
import type { Tmux } from "./client.ts";
import { SEPARATOR } from "./formats.ts";

/** A pane's screen with what tells how a key would reach it. */
export interface Glance extends ScreenLook {
  column: number;
  isOnAlternateScreen: boolean;
  isSynchronised: boolean;
  /** For how many seconds nothing has been printed in the pane's tab. */
  quietS: number;
}

const FORMAT = [
  "pane_id",
  "history_size",
  "cursor_y",
  "cursor_x",
  "alternate_on",
  "pane_synchronized",
  "window_activity",
].map((name) => `#{${name}}`);

/** One call. Throws `not_found` when the pane has gone. */
export async function glanceAt(tmux: Tmux, paneId: PaneId): Promise<Glance> {
  const printed = await tmux.run(
    ["display-message", "-p", "-t", paneId, [...FORMAT, "%s"].join(SEPARATOR)],
    ["capture-pane", "-p", "-J", "-t", paneId],
  );
  const end = printed.indexOf("\n");
  const [id, history, row, column, alternate, synchronised, activity, now] = printed
    .slice(0, end)
    .split(SEPARATOR);
  if (id !== paneId) {
    throw new Failure("not_found", `pane ${paneId} is gone; pane list shows what is there`, {
      subject: "pane",
    });
  }
  return {
    historySize: Number(history),
    row: Number(row),
    column: Number(column),
    text: printed.slice(end + 1),
    isOnAlternateScreen: alternate === "1",
    isSynchronised: synchronised === "1",
    quietS: Number(now) - Number(activity),
  };
}
