import { Failure } from "./failure.ts";
import { hasControl, quoted } from "./inert.ts";
import type { Workspace, World } from "./world.ts";

/** The names that people and tools give to workspaces, tabs and agents. */

/**
 * Label words of a command line as the one label they are (reference/herdr/cli.md §5: joined by a space, empty allowed).
 *
 * @throws Failure `invalid_argument` for a control character: tmux would store another name (peers/cases.md 5)
 */
export function labelOf(words: readonly string[]): string {
  const label = words.join(" ");
  if (!hasControl(label) && label.isWellFormed()) return label;
  throw new Failure(
    "invalid_argument",
    `label ${quoted(label)} holds a control character, or half a one, which tmux keeps in no name: leave it out`,
  );
}

/** `^[a-z][a-z0-9_-]{0,31}$` (reference/herdr/cli.md §3). */
const AGENT_NAME = /^[a-z][a-z0-9_-]{0,31}$/;

/** Throws `invalid_argument`, which herdr calls `invalid_agent_name`, for a name no agent can have. */
export function requireAgentName(name: string): string {
  if (AGENT_NAME.test(name)) return name;
  throw new Failure(
    "invalid_argument",
    `agent name ${quoted(name)} cannot be used: give a-z, 0-9, "_" and "-", a letter first, 32 at most`,
    { subject: "agent name" },
  );
}

/** The name tmux keeps for a session that is to have this one, up to 3.6 (facts.md §1.6; peers/cases.md 2 and 5). */
export const storedName = (name: string): string =>
  name
    .replace(/[.:]/g, "_")
    .replaceAll("\\", "\\\\")
    .replace(/\$(?=[A-Za-z_{])/g, "\\$");

/** The workspace that has the label already, or would have once tmux has stored it. */
export function holderOf({ workspaces }: World, label: string): Workspace | null {
  const stored = storedName(label);
  return workspaces.find(({ name }) => name === label || name === stored) ?? null;
}

/** The label, or with the first number behind it that no workspace has: tmux gives a name to one session only. */
export function freeLabel(world: World, label: string): string {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? label : `${label}-${count}`;
    if (holderOf(world, tried) === null) return tried;
  }
}

/** What a workspace in a folder is called when nobody says: the folder's own name. */
export const folderLabel = (folder: string): string =>
  folder.replace(/\/+$/, "").split("/").at(-1) || "root";
