import type { Field } from "./field.ts";
import { fieldText } from "./field.ts";
import type { Action, Group } from "./keymap.ts";
import { ACTIONS, bindingOf } from "./keymap.ts";
import type { Keymap } from "./keys.ts";
import { keysOf } from "./keys.ts";

/** One line of the help: its keys as they are bound, its words, and the action that Enter runs. */
export type HelpLine = {
  readonly group: Group;
  readonly keys: string;
  readonly words: string;
  readonly action: Action;
  readonly isChanged: boolean;
};

const KEY_SIGNS: Readonly<Record<string, string>> = {
  Down: "↓",
  Up: "↑",
  Left: "←",
  Right: "→",
};
export const keySign = (key: string): string => KEY_SIGNS[key] ?? key;

/** The first keys of each action of a line, in turn: `j k ↓ ↑`, `g G`, `1-9`. */
function lineKeys(keymap: Keymap, actions: readonly Action[]): string {
  const digits = keysOf(keymap, "choose");
  if (actions[0] === "choose") return digits.length === 9 ? "1-9" : digits.join(" ");
  const most = actions[0] === "move_down" ? 2 : 1;
  const shown: string[] = [];
  for (let at = 0; at < most; at += 1)
    for (const action of actions) {
      const key = keysOf(keymap, action)[at];
      if (key !== undefined) shown.push(keySign(key));
    }
  return shown.join(" ");
}

/** The help, in the table's order. Lines without a key stay: Enter on a line does it all the same. */
export function helpLines(keymap: Keymap): HelpLine[] {
  const lines = new Map<string, Action[]>();
  for (const action of ACTIONS) {
    const words = bindingOf(action).help;
    lines.set(words, [...(lines.get(words) ?? []), action]);
  }
  return [...lines].flatMap(([words, actions]) => {
    const first = actions[0];
    if (first === undefined) return [];
    return {
      group: bindingOf(first).group,
      keys: lineKeys(keymap, actions),
      words,
      action: first,
      isChanged: actions.some((action) => keymap.changed.has(action)),
    };
  });
}
/** The help's lines that hold every word typed into it, in the table's order: it is the palette too. */
export function foundLines(keymap: Keymap, query: Field): HelpLine[] {
  const words = fieldText(query).toLowerCase().split(" ");
  return helpLines(keymap).filter(({ keys, words: says, group, action }) => {
    const hay = `${keys} ${says} ${group} ${action}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}
