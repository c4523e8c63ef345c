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
  const frame = isFrameless(version, size) ? ["-B"] : [];
  const full = frame.length > 0 ? "100%" : "90%";
  const words = [...frame, "-w", size.width || full, "-h", size.height || full];
  return `display-popup ${words.map(tmuxString).join(" ")}`;
}

/** A client's terminal, or a popup's size, in cells. */
export interface Cells {
  width: number;
  height: number;
}

/** Where a popup stands, as `display-popup` takes it: `y` is the row below it. */
export interface PopupPlace {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The same size as `popupFrame`'s, in the middle of that client. */
export function popupPlace(
  client: Cells,
  version: TmuxVersion,
  size: { width: string; height: string },
): PopupPlace {
  const full = isFrameless(version, size) ? "100%" : "90%";
  const w = cellsOf(size.width || full, client.width);
  const h = cellsOf(size.height || full, client.height);
  const top = Math.floor((client.height - h) / 2);
  return { x: Math.floor((client.width - w) / 2), y: top + h, w, h };
}

/** The command that opens the popup there on that client. */
export const popupCommand = (
  client: string,
  isBare: boolean,
  { x, y, w, h }: PopupPlace,
  program: string,
): readonly string[] => [
  "display-popup",
  ...(isBare ? ["-B"] : []),
  ...["-x", x, "-y", y, "-w", w, "-h", h].map(String),
  "-c",
  client,
  "-E",
  `TAW_CLIENT=${shellWord(client)} exec ${program}`,
];

/** Cells, or percent of what there is; never more than there is, which tmux refuses. */
function cellsOf(text: string, all: number): number {
  const number = Number(/^\d+/.exec(text)?.[0] ?? all);
  const cells = text.endsWith("%") ? Math.floor((all * number) / 100) : number;
  return Math.max(1, Math.min(all, cells));
}

/** tmux 3.3 and newer can leave the frame away; it stays where a size was asked for. */
export const isFrameless = (
  version: TmuxVersion,
  { width, height }: { width: string; height: string },
): boolean => width === "" && height === "" && isAtLeast(version, [3, 3]);

/** The shell line that the popup runs, as it stands inside the double quotes of `POPUP_BODY`. */
export const popupProgram = (launcher: string): string =>
  tmuxString(`${shellWord(launcher)} ui`).slice(1, -1);

/** The same shell line as a shell reads it, without tmux's parser in between. */
export const popupLine = (program: string): string =>
  program.replace(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
