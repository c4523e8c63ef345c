import { parseWorkspaceId } from "../core/ids.ts";
import { literal } from "../core/quote.ts";
import { focusOf } from "../core/world.ts";
import type { World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import type { Changed } from "../tmux/change.ts";
import type { Command } from "../tmux/client.ts";
import { carriedOut, Refused } from "../tmux/client.ts";
import { staysInFront } from "../tmux/front.ts";
import { isNoServer } from "../tmux/no-server.ts";
import { keepMade } from "../tmux/unattached.ts";

/** Makes a workspace, on a server of its own where none runs. */

export interface Wish {
  /** What it is called, among the workspaces that are there. */
  label: (world: World | null) => string;
  /** `-c` and `-e` for tmux. */
  flags: readonly string[];
  /** What is done in the same call once it is there, under its name, on a server that runs already. */
  andThen?: (name: string, world: World) => readonly Command[];
}

/** The server as it is, or null where none runs or it holds nothing; one that hangs is none of these. */
export async function lookIfAny(edges: Edges): Promise<World | null> {
  try {
    return await edges.look();
  } catch (error) {
    if (isNoServer(error)) return null;
    throw error;
  }
}

/** How often the same name is tried again: what was looked at may be a moment old. */
const MOST_TRIES = 5;

/**
 * Gives the World with the workspace in it, and its id as `printed`. Others may take the same label at the same moment,
 * however many they are, so tmux's refusal of it is answered with the next one.
 *
 * @throws Failure as `change` does
 */
export async function makeWorkspace(
  edges: Edges,
  first: World | null,
  wish: Wish,
): Promise<Changed> {
  let refused = { name: "", times: 0 };
  for (let seen = first; ; seen = await lookIfAny(edges)) {
    const name = wish.label(seen);
    try {
      return await makeOn(edges, seen, { ...wish, name });
    } catch (error) {
      const isTaken =
        error instanceof Refused && error.subject === "taken label" && !hasMade(error);
      refused = { name, times: refused.name === name ? refused.times + 1 : 1 };
      if (!isTaken || refused.times === MOST_TRIES) throw error;
    }
  }
}

/** It is a hook's command that was refused then. */
const hasMade = ({ printed }: Refused): boolean => /^\$\d+$/m.test(printed);

async function makeOn(
  edges: Edges,
  seen: World | null,
  { name, flags, andThen }: Wish & { name: string },
): Promise<Changed> {
  const focus = seen && focusOf(seen);
  if (seen === null || focus === null) {
    const call = edges.tmux.run(newWorkspace(name, STARTING_SIZE, flags), keepMade(name));
    const printed = await carriedOut(call, (text) => parseWorkspaceId(text.trim()) !== null);
    return { world: await edges.look(), printed: printed.trim() };
  }
  const size = { width: focus.tab.width, height: focus.tab.height };
  const { id } = focus.workspace;
  const stays = staysInFront(seen, edges.clock.nowMs());
  const after = andThen?.(name, seen) ?? [];
  const commands = [newWorkspace(name, size, flags), keepMade(name), ...after, ...stays];
  return edges.change(seen, { target: id, commands });
}

/** herdr's size with nobody there to see it (reference/herdr/keys-config.md §2). */
const STARTING_SIZE = { width: 120, height: 40 };

const NEW_WORKSPACE: Command = ["new-session", "-d", "-P", "-F", "#{session_id}", "-s"];

function newWorkspace(
  label: string,
  { width, height }: { width: number; height: number },
  flags: readonly string[],
): Command {
  return [...NEW_WORKSPACE, literal(label), "-x", `${width}`, "-y", `${height}`, ...flags];
}
