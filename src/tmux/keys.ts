import type { PaneId } from "../core/ids.ts";
import type { KeyCombo } from "../core/keys.ts";
import { keyBytes } from "../core/keystrokes.ts";
import type { CursorMode } from "../core/keystrokes.ts";
import { commandText } from "./change.ts";
import { BEFORE_EXTENDED_KEYS } from "./version.ts";

/**
 * The text of a choice that tmux makes when it runs it. The branches are texts, of which it reads the one that it takes:
 * those in braces are all read, refused for a flag that an older tmux does not know, and written out anew at every level,
 * in a time that grows with the square of their length (tried on 3.3a).
 */
export const ifText = (pane: PaneId, format: string, then: string, otherwise: string): string =>
  commandText([["if-shell", "-F", "-t", pane, format, then, otherwise]]);

/**
 * The text of the commands that press keys in a pane. They go as bytes, those of the cursor keys as the program asked for
 * them, so that tmux, which types a name it does not know letter by letter, has no name to misread. Where tmux can tell
 * the program more than the bytes can, a key goes by its name, from the release on that knows it.
 */
export function keysText(pane: PaneId, keys: readonly KeyCombo[]): string {
  const bytes = bytesText(pane, keys);
  if (keys.every((combo) => extendedName(combo) === null)) return bytes;
  const runs = runsOf(keys).map((run) => runText(pane, run));
  return ifText(pane, BEFORE_EXTENDED_KEYS, bytes, runs.join(" ; "));
}

function bytesText(pane: PaneId, keys: readonly KeyCombo[]): string {
  const send = (mode: CursorMode): string => `send-keys -t ${pane} -H ${hexOf(keys, mode)}`;
  const [normal, application] = [send("normal"), send("application")];
  if (normal === application) return normal;
  return ifText(pane, "#{keypad_cursor_flag}", application, normal);
}

const hexOf = (keys: readonly KeyCombo[], mode: CursorMode): string =>
  keys
    .flatMap((combo) => keyBytes(combo, mode) ?? [])
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join(" ");

/** Keys in a row that go the same way: by names, or as bytes. */
interface Run {
  names: string[];
  unnamed: KeyCombo[];
}

function runsOf(keys: readonly KeyCombo[]): Run[] {
  const runs: Run[] = [];
  for (const combo of keys) {
    const name = extendedName(combo);
    const last = runs.at(-1);
    const isSame = last !== undefined && last.names.length > 0 === (name !== null);
    const run = isSame ? last : { names: [], unnamed: [] };
    if (!isSame) runs.push(run);
    if (name === null) run.unnamed.push(combo);
    else run.names.push(name);
  }
  return runs;
}

const runText = (pane: PaneId, { names, unnamed }: Run): string =>
  names.length > 0 ? `send-keys -t ${pane} ${names.join(" ")}` : bytesText(pane, unnamed);

/**
 * tmux's name of a key whose bytes hide a modifier (shift+enter, ctrl+tab, ctrl+i): from 3.5 on it sends the longer form
 * to a program that asked for it, and the same bytes to the others. Earlier ones type some of these names as text
 * (facts.md §6.1, §6.3). Only names that were tried are used.
 */
function extendedName(combo: KeyCombo): string | null {
  const { key, ctrl, alt, shift } = combo;
  if (combo.super || combo.hyper || !(ctrl || alt || shift)) return null;
  const prefix = `${ctrl ? "C-" : ""}${alt ? "M-" : ""}${shift ? "S-" : ""}`;
  if (key === "enter") return `${prefix}Enter`;
  if (key === "tab" && ctrl && !shift) return `${prefix}Tab`;
  const isLetter = /^[a-z]$/.test(key);
  return isLetter && !shift && (ctrl || alt) ? `${prefix}${key}` : null;
}
