import type { Pane } from "./world.ts";

type Look = Pick<Pane, "drawn" | "historySize" | "isOnAlternateScreen" | "title">;

/** What fits behind the seconds in a whole number that every JSON reader keeps: 2^53 allows for a century of them. */
const WITHIN_A_SECOND = 2 ** 20;

/**
 * A number that is another one once a pane has drawn, and grows (reference/herdr/records.md, `revision`): pollers read a
 * pane again, or take its agent for busy, when it moved. tmux counts no output, so it is made of the second in which a
 * program last wrote into the tab, counted from the server's start, and of what the pane shows of itself within that
 * second. Output of a neighbour in the same tab moves it as well, which costs a reader one read; two frames of one second
 * that leave cursor, history and title as they were have one number.
 */
export function revisionOf(startUnix: number, pane: Look): number {
  const seconds = Math.max(0, pane.drawn.atUnix - startUnix);
  return seconds * WITHIN_A_SECOND + looksOf(pane);
}

/** What a pane looks like from outside, in 20 bits. */
function looksOf({ drawn, historySize, isOnAlternateScreen, title }: Look): number {
  let hash = mixed(historySize, isOnAlternateScreen ? 1 : 0);
  hash = mixed(hash, drawn.cursorX);
  hash = mixed(hash, drawn.cursorY);
  for (let at = 0; at < title.length; at += 1) hash = mixed(hash, title.charCodeAt(at));
  return (hash ^ (hash >>> 12)) & (WITHIN_A_SECOND - 1);
}

/** One step of FNV-1a, of whole numbers. */
const mixed = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193) >>> 0;
