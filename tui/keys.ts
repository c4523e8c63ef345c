import type { KeyCombo } from "../src/core/keys.ts";
import { parseCombo } from "../src/core/keys.ts";
import type { Action, Place } from "./keymap.ts";
import { ACTIONS, bindingOf } from "./keymap.ts";
import type { Preset } from "./settings.ts";

/**
 * Keys in one spelling, tmux's: `j`, `G`, `C-d`, `M-n`, `S-Tab`, `PgDn`. The keyboard, `[keys]` and tmux's options are
 * brought into it at the border.
 */
export type Key = string;

const NAMES: Readonly<Record<string, Key>> = {
  space: "Space",
  enter: "Enter",
  esc: "Esc",
  escape: "Esc",
  tab: "Tab",
  btab: "S-Tab",
  backspace: "Backspace",
  bspace: "Backspace",
  left: "Left",
  right: "Right",
  up: "Up",
  down: "Down",
  home: "Home",
  end: "End",
  pageup: "PgUp",
  ppage: "PgUp",
  pgup: "PgUp",
  pagedown: "PgDn",
  npage: "PgDn",
  pgdn: "PgDn",
  insert: "Insert",
  ic: "Insert",
  delete: "Delete",
  dc: "Delete",
};

const named = (name: string): Key =>
  NAMES[name.toLowerCase()] ?? (/^f\d{1,2}$/i.test(name) ? name.toUpperCase() : name);

/** A key with what was held: a shifted letter is its capital, as a terminal sends it. */
export function keyOf({ key, ctrl, alt, shift }: Omit<KeyCombo, "super" | "hyper">): Key {
  const base = named(key);
  const isLetter = /^[a-z]$/i.test(base);
  const letter = isLetter && !ctrl ? (shift ? base.toUpperCase() : base) : base;
  const shown = isLetter && ctrl ? base.toLowerCase() : letter;
  const held = `${ctrl ? "C-" : ""}${alt ? "M-" : ""}`;
  return shift && !isLetter && base.length > 1 ? `${held}S-${shown}` : held + shown;
}

/** A `[keys]` entry as the config keeps it (`ctrl+shift+a`); null when a terminal cannot send it. */
export function configKey(binding: string): Key | null {
  const combo = parseCombo(binding);
  return combo === null || combo.super || combo.hyper ? null : keyOf(combo);
}

/** A key as tmux's options spell it (`C-b`, `BTab`, `M-Space`); empty for `None`. */
export function tmuxKey(spelled: string): Key {
  if (spelled === "" || spelled === "None") return "";
  const [, held = "", name = ""] = /^((?:[CMS]-)*)(.+)$/.exec(spelled) ?? [];
  const holds = (modifier: string): boolean => held.includes(modifier);
  return keyOf({
    key: name,
    ctrl: holds("C-"),
    alt: holds("M-"),
    shift: holds("S-") || /^[A-Z]$/.test(name),
  });
}

export type Keymap = {
  readonly preset: Preset;
  readonly keys: ReadonlyMap<Action, readonly Key[]>;
  /** Actions whose keys the user set. */
  readonly changed: ReadonlySet<Action>;
  /** One line for each entry of `[keys]` that could not be taken. */
  readonly problems: readonly string[];
};

/** What the user set, in this spelling, with a line for each key that no terminal sends. */
function chosenKeys(set: Readonly<Record<string, readonly string[]>>, problems: string[]) {
  const chosen = new Map<Action, Key[]>();
  for (const action of ACTIONS) {
    const bindings = set[action];
    if (bindings === undefined) continue;
    const keys: Key[] = [];
    for (const binding of bindings) {
      const key = configKey(binding);
      if (key === null) problems.push(`keys.${action}: no terminal sends "${binding}"`);
      else keys.push(key);
    }
    chosen.set(action, keys);
  }
  return chosen;
}

/** The defaults of a preset with `[keys]` laid over them. A key bound twice stays with the first; a line says so. */
export function makeKeymap(
  preset: Preset,
  set: Readonly<Record<string, readonly string[]>>,
): Keymap {
  const problems: string[] = [];
  const chosen = chosenKeys(set, problems);
  const taken = new Map<Key, Action>();
  const keys = new Map<Action, Key[]>();
  for (const action of [...chosen.keys(), ...ACTIONS.filter((one) => !chosen.has(one))]) {
    const free: Key[] = [];
    for (const key of chosen.get(action) ?? bindingOf(action)[preset]) {
      const owner = taken.get(key);
      if (owner === undefined) free.push(key);
      else if (chosen.has(action))
        problems.push(`keys.${action}: ${key} is bound to ${owner} already and stays with it`);
      taken.set(key, owner ?? action);
    }
    keys.set(action, free);
  }
  return { preset, keys, changed: new Set(chosen.keys()), problems };
}

export const keysOf = (keymap: Keymap, action: Action): readonly Key[] =>
  keymap.keys.get(action) ?? [];

/** What a key does there, null when it is not bound there. Modal's peek keys hold in the search preset's peek. */
export function actionOf(keymap: Keymap, place: Place, key: Key): Action | null {
  const bound = ACTIONS.find(
    (action) => keysOf(keymap, action).includes(key) && bindingOf(action).where.includes(place),
  );
  if (bound !== undefined) return bound;
  if (place !== "peek" || keymap.preset === "modal") return null;
  const ofPeek = ACTIONS.filter((action) => bindingOf(action).group === "agent");
  return ofPeek.find((action) => bindingOf(action).modal.includes(key)) ?? null;
}
