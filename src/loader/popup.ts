import { shellWord, tmuxString } from "../core/quote.ts";
import { isAtLeast } from "../tmux/version.ts";
import type { TmuxVersion } from "../tmux/version.ts";

/**
 * What the popup's key runs through `run-shell -C`: `taw ui` on the client that pressed the key, told which one that is,
 * because a popup has no pane of its own. The program is put in as it is, so nothing in it is expanded; the frame is a
 * format, which that client's size goes into. The popup closes with `taw ui`, but stays with what was said where that
 * failed, as when the launcher is gone: a key that does nothing tells nothing.
 */
export const POPUP_BODY =
  '#{E:@agent_wizard_popup} -EE "TAW_CLIENT=#{q:client_name} exec #{@agent_wizard_ui}"';

/** The whole screen without a frame where tmux can (3.3), framed where a size was asked for (cockpit.md). */
export function popupFrame(version: TmuxVersion, size: { width: string; height: string }): string {
  const frame = isFrameless(version, size) ? ["-B"] : [];
  const full = frame.length > 0 ? "100%" : "90%";
  const width = sizeFormat(size.width, full, "client_width");
  const height = sizeFormat(size.height, full, "client_height");
  return ["display-popup", ...frame, "-w", width, "-h", height].join(" ");
}

/** With fewer cells there is no room in the frame, and with more than the terminal has: tmux opens nothing, without a word. */
const LEAST_CELLS = 3;

/** A size as a person writes it. */
export const POPUP_SIZE = /^(?=.*[1-9])(\d{1,5})(%?)$/;

/** What `display-popup` takes for a size on the client that the format is expanded for; `full` where it is none. */
function sizeFormat(text: string, full: string, available: string): string {
  const [, number, isPercent] = POPUP_SIZE.exec(text) ?? [];
  if (number === undefined) return full;
  if (isPercent) return `${Math.min(Number(number), 100)}%`;
  const cells = Math.max(Number(number), LEAST_CELLS);
  return `#{?#{e|<:#{${available}},${cells}},100%,${cells}}`;
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
  const w = cellsOf(size.width, full, client.width);
  const h = cellsOf(size.height, full, client.height);
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

/** Cells, or percent of what there is; never more than there is. */
function cellsOf(text: string, full: string, all: number): number {
  const [, number, isPercent] = POPUP_SIZE.exec(text) ?? POPUP_SIZE.exec(full) ?? [];
  const cells = isPercent ? Math.floor((all * Number(number)) / 100) : Number(number);
  return Math.min(all, Math.max(LEAST_CELLS, cells));
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
