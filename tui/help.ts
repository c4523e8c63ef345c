import { go } from "fuzzysort";
import type { Field } from "./field.ts";
import { fieldText } from "./field.ts";
import type { Action, Group } from "./keymap.ts";
import { ACTIONS, bindingOf } from "./keymap.ts";
import type { Key, Keymap } from "./keys.ts";
import { keysOf, tmuxKey } from "./keys.ts";
import type { Model } from "./model.ts";

/** One line of the help: its keys as they are bound, its words, and the action that Enter runs. */
export type HelpLine = {
  readonly group: Group;
  readonly keys: string;
  readonly words: string;
  readonly action: Action;
  readonly isChanged: boolean;
  /** tmux's root table takes one of its keys before a program in a pane sees it. */
  readonly isTaken: boolean;
};

const KEY_SIGNS: Readonly<Record<string, string>> = {
  Down: "↓",
  Up: "↑",
  Left: "←",
  Right: "→",
};
const keySign = (key: string): string => KEY_SIGNS[key] ?? key;

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
export function helpLines(keymap: Keymap, rootKeys: readonly Key[] = []): HelpLine[] {
  const taken = new Set(rootKeys);
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
      isTaken: actions.some((action) => keysOf(keymap, action).some((key) => taken.has(key))),
    };
  });
}

/** The help's lines, those that a search finds with the best first: it is the palette too. */
export function foundLines(model: Model, query: Field): HelpLine[] {
  const isPane = model.home.kind === "pane";
  const rootKeys = isPane ? (model.machine.hello?.tmux.root_keys ?? []) : [];
  const lines = helpLines(model.keymap, rootKeys.map(tmuxKey));
  const search = fieldText(query).trim();
  if (search === "") return lines;
  const options = { keys: ["words", "keys", "action", "group"], limit: 0 };
  return go(search, lines, options).map(({ obj }) => obj);
}
