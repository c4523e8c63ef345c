import { Failure } from "../core/failure.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { POPUP_BODY } from "./popup.ts";

/** The popup's keys. A key that does something already is the user's and stays so (peers/ux.md §1). */

/** In every binding of ours, so that it is known again however it was quoted. */
const MARKER = "#{@agent_wizard_popup}";
const NOTE = "taw: the agents of this tmux";

export interface Bindings {
  /** Keys of the prefix table that open the popup. */
  ours: readonly string[];
  /** Keys of the prefix table that do something else. */
  others: ReadonlySet<string>;
}

/** What `list-keys -T prefix` printed. */
export function parseBindings(shown: string): Bindings {
  const ours: string[] = [];
  const others = new Set<string>();
  for (const line of shown.split("\n")) {
    const found = /^bind-key\s+(?:-\S+\s+)*?-T prefix\s+(\S+)\s+(.*)$/.exec(line);
    if (!found) continue;
    const key = (found[1] ?? "").replace(/^(["'])(.+)\1$/, "$2").replace(/\\(.)/g, "$1");
    if (found[2]?.includes(MARKER)) ours.push(key);
    else others.add(key);
  }
  return { ours, others };
}

/** `@agent-wizard-key` as it was printed by `show-options -v`: nothing is unset, several keys stand between blanks. */
export const wantedKeys = (shown: string): string[] =>
  shown === "" ? ["a"] : shown.split(/\s+/).filter(Boolean);

/** A key may be spelled in ways that `list-keys` does not print (`^a`, `c-a`), so tmux is asked about all but one sign. */
async function isFree(tmux: Tmux, key: string, bindings: Bindings): Promise<boolean> {
  if (bindings.others.has(key)) return false;
  if (key.length === 1 || bindings.ours.includes(key)) return true;
  try {
    const shown = await tmux.run(["list-keys", "-T", "prefix", key]);
    return parseBindings(shown).others.size === 0;
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
  bindings: Bindings,
): Promise<KeyPlan> {
  const bound: string[] = [];
  const taken: string[] = [];
  for (const key of new Set(wanted)) {
    ((await isFree(tmux, key, bindings)) ? bound : taken).push(key);
  }
  const unwanted = bindings.ours.filter((key) => !bound.includes(key));
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
