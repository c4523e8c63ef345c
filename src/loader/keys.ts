import { Failure } from "../core/failure.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { parseBindings } from "../tmux/bindings.ts";
import { POPUP_BODY } from "./popup.ts";

/** The popup's keys. A key that does something already is the user's and stays so (peers/ux.md §1). */

/** In every binding of ours, so that it is known again however it was quoted. */
const MARKER = "#{@agent_wizard_popup}";
const NOTE = "taw: the agents of this tmux";

export interface KeysInUse {
  /** Keys of the prefix table that open the popup. */
  ours: readonly string[];
  /** Keys of the prefix table that do something else. */
  others: ReadonlySet<string>;
}

/** What `list-keys -T prefix` printed. */
export function keysInUse(shown: string): KeysInUse {
  const bindings = parseBindings(shown, "prefix");
  const ours = bindings.filter(({ command }) => command.includes(MARKER));
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
  try {
    const shown = await tmux.run(["list-keys", "-T", "prefix", key]);
    return keysInUse(shown).others.size === 0;
  } catch (error) {
    if (error instanceof Failure && error.message.includes("unknown key")) return true;
    throw error;
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
