import type { Config } from "../config/schema.ts";
import { Failure } from "../core/failure.ts";
import { hasControl, quoted } from "../core/inert.ts";
import { literal } from "../core/quote.ts";
import { parseWorkspaceId } from "../core/ids.ts";
import { chooseName, namesFor } from "../core/session-name.ts";
import type { ChosenName } from "../core/session-name.ts";
import { findWorkspace } from "../core/world.ts";
import type { Workspace, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { homeFolder } from "../system/env.ts";
import { realPath } from "../system/real-path.ts";
import { printWarning } from "../system/output.ts";
import { askPreCreateHook, createHookTrouble } from "./hook.ts";
import { makeWorkspace } from "./make.ts";
import { addToZoxide } from "./zoxide.ts";

/** One session for a folder: the one that is there, or a new one under a name that is free. */

export interface OpenedSession {
  world: World;
  workspace: Workspace;
  isCreated: boolean;
  collision: string | null;
}

/**
 * @param seen null where no tmux server runs
 * @param folder a full path of a folder that is there
 * @throws Failure `hook_refused`, with nothing made; `invalid_argument` for a folder no session can be named after
 */
export async function openSession(
  edges: Edges,
  seen: World | null,
  folder: string,
  config: Config,
): Promise<OpenedSession> {
  const home = homeFolder(edges.environment);
  const names = namesFor(config["sessions.name"], folder, home);
  if (names.some((name) => hasControl(name))) throw unnameable(folder);
  const there = seen && sessionsOf(seen)(folder, names);
  const opened =
    seen && there
      ? { world: seen, workspace: there, isCreated: false, collision: null }
      : await create(edges, seen, { folder, config, names, home });
  if (config["sessions.zoxide"]) await addToZoxide(folder, edges.environment);
  return opened;
}

const unnameable = (folder: string): Failure =>
  new Failure(
    "invalid_argument",
    `no session can be named after ${quoted(folder)}, which holds a control character: rename it`,
  );

/** Finds the session of that very folder, however it is spelled; of several, one that is named after it. */
export function sessionsOf({ workspaces }: World) {
  const byFolder = new Map<string, Workspace[]>();
  for (const workspace of workspaces) {
    const { path } = workspace;
    if (path === "") continue;
    const folder = realPath(path) ?? path;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), workspace]);
  }
  return (folder: string, names: readonly string[]): Workspace | null => {
    const inFolder = byFolder.get(realPath(folder) ?? folder) ?? [];
    return inFolder.find(({ name }) => names.includes(name)) ?? inFolder[0] ?? null;
  };
}

/** What a new session is called, among those that are there. */
export const chosenName = (
  seen: World | null,
  names: readonly string[],
  home: string,
): ChosenName =>
  seen ? chooseName(seen, names, home) : { name: names[0] ?? "/", collision: null };

interface Creation {
  folder: string;
  config: Config;
  names: readonly string[];
  home: string;
}

async function create(
  edges: Edges,
  seen: World | null,
  { folder, config, names, home }: Creation,
): Promise<OpenedSession> {
  const { environment } = edges;
  let chosen = chosenName(seen, names, home);
  await askPreCreateHook({ config, environment, folder, session: chosen.name });
  const { world, printed } = await makeWorkspace(edges, seen, {
    label: (now) => {
      chosen = chosenName(now, names, home);
      return chosen.name;
    },
    flags: ["-c", literal(folder)],
  });
  const id = parseWorkspaceId(printed);
  const workspace = id && findWorkspace(world, id);
  if (!workspace) {
    throw new Failure(
      "tmux_error",
      `session ${chosen.name} closed as it was made: see that a shell stays open in ${quoted(folder)}`,
    );
  }
  const call = { config, environment, folder, session: workspace.name };
  const trouble = await createHookTrouble("sessions.post_create_hook", call);
  if (trouble !== null) printWarning(`the session is open, but the ${trouble}`);
  return { world, workspace, isCreated: true, collision: chosen.collision };
}
