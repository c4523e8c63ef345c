import { shellWord, tmuxString } from "../core/quote.ts";
import { isAtLeast } from "../tmux/version.ts";
import type { TmuxVersion } from "../tmux/version.ts";

/**
 * What the popup's key runs through `run-shell -C`: `taw ui` on the client that pressed the key, told which one that is,
 * because a popup has no pane of its own. Options are put in as they are, so nothing in them is expanded.
 */
export const POPUP_BODY =
  '#{@agent_wizard_popup} -E "TAW_CLIENT=#{q:client_name} exec #{@agent_wizard_ui}"';

/** The whole screen without a frame where tmux can (3.3), framed where a size was asked for (cockpit.md). */
export function popupFrame(version: TmuxVersion, size: { width: string; height: string }): string {
  const isSized = size.width !== "" || size.height !== "";
  const frame = isSized || !isAtLeast(version, [3, 3]) ? [] : ["-B"];
  const full = frame.length > 0 ? "100%" : "90%";
  const words = [...frame, "-w", size.width || full, "-h", size.height || full];
  return `display-popup ${words.map(tmuxString).join(" ")}`;
}

/** The shell line that the popup runs, as it stands inside the double quotes of `POPUP_BODY`. */
export const popupProgram = (launcher: string): string =>
  tmuxString(`${shellWord(launcher)} ui`).slice(1, -1);
