/** What a pane's screen shows while its shell is asked to clear it (spec, "pane clear"). */
export interface ScreenLook {
  historySize: number;
  /** The cursor's row, from 0. */
  row: number;
  /** The visible screen, rows ended by newlines, wrapped lines joined. */
  text: string;
}

/** How a terminal echoes Ctrl-L that nobody took for a command. */
const ECHOED = "^L";

const countEchoes = ({ text }: ScreenLook): number => text.split(ECHOED).length - 1;

/** The prompt at the top, and nothing else. */
export const isClear = ({ row, text }: ScreenLook): boolean =>
  row === 0 && !/\n[^\n]*\S/.test(text.trimEnd());

/**
 * What has come of Ctrl-L since `before`: the screen was cleared (the old one went into the history, or the cursor's row
 * moved up) and the prompt is drawn again; it stands there as text; or nothing shows yet.
 */
export function clearedSince(
  before: ScreenLook,
  now: ScreenLook,
): "cleared" | "echoed" | "nothing" {
  const hasMoved = now.historySize > before.historySize || now.row < before.row;
  if (hasMoved) return now.text.trim() === "" ? "nothing" : "cleared";
  return countEchoes(now) > countEchoes(before) ? "echoed" : "nothing";
}
