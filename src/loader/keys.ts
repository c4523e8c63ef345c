import { Failure } from "../core/failure.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { CLEAR_PANE, clearsPane, LIST_KEYS, opensPopup, parseBindings } from "../tmux/bindings.ts";
import { POPUP_BODY } from "./popup.ts";

/** taw's keys. A key that does something already is the user's and stays so (peers/ux.md §1). */

/** What a key of taw's does after the prefix. */
interface KeyUse {
  /** The user's option that names the keys. */
  option: "@agent-wizard-key" | "@agent-wizard-clear-key";
  note: string;
  command: Command;
}

const USES = {
  popup: {
    option: "@agent-wizard-key",
    note: "taw: the agents of this tmux",
    command: ["run-shell", "-C", POPUP_BODY],
  },
  clear: {
    option: "@agent-wizard-clear-key",
    note: "taw: clear the pane",
    command: ["run-shell", "-b", `${CLEAR_PANE} >/dev/null 2>&1 || :`],
  },
} as const satisfies Record<string, KeyUse>;

/** A key with what it is to do. */
export interface WantedKey {
  key: string;
  use: keyof typeof USES;
}

export const optionOf = ({ use }: WantedKey): string => USES[use].option;

export interface KeysInUse {
  /** Keys of the prefix table that taw bound. */
  ours: readonly string[];
  /** Keys of the prefix table that do something else. */
  others: ReadonlySet<string>;
}

/** What `LIST_KEYS` printed. */
export function keysInUse(shown: string): KeysInUse {
  const bindings = parseBindings(shown, "prefix");
  const ours = bindings.filter((binding) => opensPopup(binding) || clearsPane(binding));
  const others = bindings.filter((binding) => !ours.includes(binding));
  return { ours: ours.map(({ key }) => key), others: new Set(others.map(({ key }) => key)) };
}

/**
 * `@agent-wizard-key` and `@agent-wizard-clear-key` as `show-options -v` printed them: nothing is unset, several keys
 * stand between blanks. A key that both name opens the popup.
 */
export function wantedKeys(popup: string, clear: string): WantedKey[] {
  const popupKeys = popup === "" ? ["a"] : wordsIn(popup);
  const clearKeys = wordsIn(clear).filter((key) => !popupKeys.includes(key));
  return [
    ...new Set(popupKeys).values().map((key): WantedKey => ({ key, use: "popup" })),
    ...new Set(clearKeys).values().map((key): WantedKey => ({ key, use: "clear" })),
  ];
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** A key may be spelled in ways that `list-keys` does not print (`^a`, `c-a`), so tmux is asked about all but one sign. */
async function isFree(tmux: Tmux, wanted: WantedKey, inUse: KeysInUse): Promise<boolean> {
  const { key } = wanted;
  if (inUse.others.has(key)) return false;
  if (key.length === 1 || inUse.ours.includes(key)) return true;
  return !inUse.others.has(await printedKey(tmux, wanted));
}

/** A key table that is there for the time of one call. */
const SPELLING_TABLE = "agent_wizard_spelling";

/** The key as `list-keys` prints it, by binding it: asked for one key, tmux 3.7 prints none (as for `LIST_KEYS`). */
async function printedKey(tmux: Tmux, wanted: WantedKey): Promise<string> {
  const { key } = wanted;
  try {
    const shown = await tmux.run(
      ["bind-key", "-T", SPELLING_TABLE, "--", key, "display-message"],
      LIST_KEYS,
      ["unbind-key", "-a", "-T", SPELLING_TABLE],
    );
    return parseBindings(shown, SPELLING_TABLE)[0]?.key ?? key;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "invalid_argument") throw error;
    throw new Failure(
      "invalid_argument",
      `tmux has no key ${key}, which ${optionOf(wanted)} names: write it as list-keys does, F5 or C-y`,
      { cause: error },
    );
  }
}

export interface KeyPlan {
  bound: WantedKey[];
  /** Wanted, but the user's already. */
  taken: WantedKey[];
  commands: Command[];
}

/** Which of the wanted keys can be had, and the commands that leave exactly those bound. */
export async function planKeys(
  tmux: Tmux,
  wanted: readonly WantedKey[],
  inUse: KeysInUse,
): Promise<KeyPlan> {
  const bound: WantedKey[] = [];
  const taken: WantedKey[] = [];
  for (const one of wanted) ((await isFree(tmux, one, inUse)) ? bound : taken).push(one);
  const unwanted = inUse.ours.filter((key) => !bound.some((one) => one.key === key));
  return {
    bound,
    taken,
    commands: [
      ...unwanted.map((key): Command => ["unbind-key", "-T", "prefix", "--", key]),
      ...bound.map(bindCommand),
    ],
  };
}

const bindCommand = ({ key, use }: WantedKey): Command => [
  "bind-key",
  "-N",
  USES[use].note,
  "-T",
  "prefix",
  "--",
  key,
  ...USES[use].command,
];
