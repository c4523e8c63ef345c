import { Failure } from "../core/failure.ts";
import { parseSentKey } from "../core/keys.ts";
import { inertText } from "../core/inert.ts";
import type { KeyCombo } from "../core/keys.ts";
import { keyBytes } from "../core/keystrokes.ts";
import { checkPasted, checkTyped } from "../core/typed-text.ts";
import { findPane } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { uniqueName } from "../system/unique-name.ts";
import { typeInto } from "../tmux/typing.ts";
import type { Held, TypingPermission } from "../tmux/typing.ts";
import { missing, namedPaneId, shown } from "./named.ts";

/** What the verbs that type share: words → one call → what stood in the way, as a failure. */

/** The word of every verb that types. */
export const TYPED_PANE = {
  paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
} as const;

export interface Input {
  text?: string;
  /** Bracketed where the program asked for that. */
  isPaste?: boolean;
  keys?: readonly string[];
}

/**
 * Types text, then keys, into the pane that `target` names. Everything is decoded before anything is sent, and nothing is
 * sent in part.
 *
 * @throws Failure `not_found`, `invalid_key`, `invalid_argument` for text that cannot be typed, `pane_send_failed` for a
 *   pane that takes no input now, `forbidden` for a caller that may not type there (docs/SECURITY.md)
 */
export async function typeIntoPane(edges: Edges, target: string, input: Input): Promise<void> {
  const { text = "", isPaste = false, keys = [] } = input;
  const { id: pane, serverPid } = namedPaneId(edges, target);
  const combos = keys.map(decoded);
  if (isPaste) checkPasted(text);
  else checkTyped(text);
  const buffer = `taw-${uniqueName()}`;
  const typing = { pane, serverPid, text, isPaste, keys: combos, buffer };
  let permission: TypingPermission = { mayAnswer: false, isPlaced: false };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const held = await typeInto(edges.tmux, { ...typing, permission });
    if (held === null) return;
    if (held.why !== "guarded") throw refusal(target, held);
    const world = await edges.look();
    const found = findPane(world, pane);
    if (found === null) throw missing("pane", target);
    permission = { mayAnswer: await edges.permitTyping(world, found), isPlaced: true };
  }
  throw refusal(target, { why: "guarded" });
}

/** A dialog may come up, or grants change, while they are looked at: once more, then it is said. */
const MOST_TRIES = 3;

/** Of a key in a message, in characters. */
const LONGEST_KEY = 80;

function decoded(key: string): KeyCombo {
  const combo = parseSentKey(key);
  if (combo !== null && keyBytes(combo) !== null) return combo;
  throw new Failure(
    "invalid_key",
    `unsupported key ${inertText(key, LONGEST_KEY)}: nothing was sent; keys are written a, enter, ctrl+c, alt+left, f5`,
  );
}

function refusal(target: string, held: Held): Failure {
  if (held.why === "gone") return missing("pane", target);
  const pane = `pane ${shown(target)}`;
  return new Failure("pane_send_failed", `${pane} ${reasonOf(held)}`, { subject: "pane" });
}

/** The plugin spec's words for a pane that agent start would not type into either. */
function reasonOf(held: Exclude<Held, { why: "gone" }>): string {
  if (held.why === "mode") return `is in ${held.mode.replace("-", " ")}; leave it and try again`;
  return REASONS[held.why];
}

const REASONS = {
  "input-off": "takes no input; turn its input back on and try again",
  dead: "has no program any more: it ended, and the pane was kept; close it, or run tmux respawn-pane",
  guarded: "waits on a prompt, and the keys would answer it",
} as const;
