import { Failure } from "../core/failure.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { LIST_KEYS, opensPopup, parseBindings } from "../tmux/bindings.ts";
import { POPUP_BODY } from "./popup.ts";

/** The popup's keys. A key that does something already is the user's and stays so (peers/ux.md §1). */

const NOTE = "taw: the agents of this tmux";

export interface KeysInUse {
  /** Keys of the prefix table that open the popup. */
  ours: readonly string[];
  /** Keys of the prefix table that do something else. */
  others: ReadonlySet<string>;
}

/** What `LIST_KEYS` printed. */
export function keysInUse(shown: string): KeysInUse {
  const bindings = parseBindings(shown, "prefix");
  const ours = bindings.filter(opensPopup);
  const others = bindings.filter((binding) => !ours.includes(binding));
  return { ours: ours.map(({ key }) => key), others: new Set(others.map(({ key }) => key)) };
}

/** `@agent-wizard-key` as it was printed by `show-options -v`: nothing is unset, several keys stand between blanks. */
export const wantedKeys = (shown: string): string[] =>
  shown === "" ? ["a"] : shown.split(/\s+/).filter(Boolean);

/** A key may be spelled in ways that `list-keys` does not print (`^a`, `c-a`), so tmux is asked about all but one sign. */
async function isFree(tmux: Tmux, key: string, inUse: KeysInUse): Promise<boolean> {
  if (inUse.others.has(key)) return false;
  if (key.length === 1 || inUse.ours.includes(key)) return true;
  return !inUse.others.has(await printedKey(tmux, key));
}

/** A key table that is there for the time of one call. */
const SPELLING_TABLE = "agent_wizard_spelling";

/** The key as `list-keys` prints it, by binding it: asked for one key, tmux 3.7 prints none (as for `LIST_KEYS`). */
async function printedKey(tmux: Tmux, key: string): Promise<string> {
  try {
    const shown = await tmux.run(
      ["bind-key", "-T", SPELLING_TABLE, key, "display-message"],
      LIST_KEYS,
      ["unbind-key", "-a", "-T", SPELLING_TABLE],
    );
    return parseBindings(shown, SPELLING_TABLE)[0]?.key ?? key;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "invalid_argument") throw error;
    throw new Failure(
      "invalid_argument",
      `tmux has no key ${key}, which @agent-wizard-key names: write it as list-keys does, F5 or C-y`,
      { cause: error },
    );
  }
}

export interface KeyPlan {
  bound: string[];
  /** Wanted, but the user's already. */
  taken: string[];
  commands: Command[];
}

/** Which of the wanted keys can be had, and the commands that leave exactly those bound. */
export async function planKeys(
  tmux: Tmux,
  wanted: readonly string[],
  inUse: KeysInUse,
): Promise<KeyPlan> {
  const bound: string[] = [];
  const taken: string[] = [];
  for (const key of new Set(wanted)) {
    ((await isFree(tmux, key, inUse)) ? bound : taken).push(key);
  }
  const unwanted = inUse.ours.filter((key) => !bound.includes(key));
  return {
    bound,
    taken,
    commands: [
      ...unwanted.map((key): Command => ["unbind-key", "-T", "prefix", key]),
      ...bound.map((key): Command => [
        "bind-key",
        "-N",
        NOTE,
        "-T",
        "prefix",
        key,
        "run-shell",
        "-C",
        POPUP_BODY,
      ]),
    ],
  };
}
