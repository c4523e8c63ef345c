import type { Action } from "./keymap.ts";
import { actionOf } from "./keys.ts";
import type { Model } from "./model.ts";
import { placeOf } from "./model.ts";
import type { Cmd, KeyPress } from "./msg.ts";

/** The keys that the first-run line names, with their words where there is room and where there is none. */
export const HINTS = [
  { action: "next_up", words: "goes to who needs you", short: "next" },
  { action: "go", words: "goes there", short: "go" },
  { action: "help", words: "shows every key", short: "every key" },
] as const satisfies readonly { action: Action; words: string; short: string }[];

/** So many different keys of the line tell that it was read. */
const ENOUGH = 3;

/** Whether the first-run line stands above the footer (cockpit.md §6.7). */
export function showsHints({ usedHints }: Model): boolean {
  return usedHints !== null && usedHints.size < ENOUGH && !usedHints.has("help");
}

/** The line's key that this press is, null for any other and once the line has left. */
export function hintOf(model: Model, { key, typed }: KeyPress): Action | null {
  if (!showsHints(model)) return null;
  const place = placeOf(model);
  if (place === "picker") return null;
  const isText = typed !== "" && (place === "filter" || place === "query");
  const action = isText ? null : actionOf(model.keymap, place, key);
  const isNamed = HINTS.some((hint) => hint.action === action);
  return isNamed && !model.usedHints?.has(action ?? "") ? action : null;
}

/** A used key is kept in the model at once and for the next cockpit. */
export function useHint(model: Model, action: Action): readonly [Model, Cmd] {
  const usedHints = new Set(model.usedHints).add(action);
  return [
    { ...model, usedHints },
    { type: "remember", fact: { what: "hint", action } },
  ];
}
