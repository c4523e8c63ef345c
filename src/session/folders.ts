import type { Config } from "../config/schema.ts";
import { Failure } from "../core/failure.ts";
import { hasControl } from "../core/inert.ts";
import { namesFor } from "../core/session-name.ts";
import type { World } from "../core/world.ts";
import { homeFolder, withoutEndSlash } from "../system/env.ts";
import { listFolders } from "../system/folders.ts";
import { typedPath } from "../system/paths.ts";
import type { PathGiver } from "../system/paths.ts";
import { requireFolderAt } from "./find.ts";
import { chosenName, sessionsOf } from "./open.ts";
import { zoxideFolders } from "./zoxide.ts";

/** The folders that a session can be opened in, each with what the session is or would be called. */

export interface SessionFolder {
  path: string;
  /** `open`: a session has it already. `path`: it was asked for by a path. */
  source: "open" | "zoxide" | "project_dirs" | "path";
  /** The session that has the folder, else the one that would be made; null when none can be named after it. */
  session: string | null;
  /** Why the session would not get the shorter name; null when it would, or is there. */
  collision: string | null;
}

type Found = Pick<SessionFolder, "path" | "source">;

/**
 * Every folder that is known without a path being typed: those of the sessions in the server's order, zoxide's with the
 * best first, those in [sessions] project_dirs by name. Each once, under the first of these.
 *
 * @param seen null where no tmux server runs
 */
export async function knownFolders(
  seen: World | null,
  config: Config,
  giver: PathGiver,
): Promise<SessionFolder[]> {
  const { environment } = giver;
  const [visited, projects] = await Promise.all([
    config["sessions.zoxide"] ? zoxideFolders(environment) : [],
    projectFolders(config["sessions.project_dirs"], giver),
  ]);
  const open = (seen?.workspaces ?? []).flatMap(({ path }) => (path === "" ? [] : path));
  return described(seen, config, homeFolder(environment), [
    ...open.map((path): Found => ({ path, source: "open" })),
    ...visited.map((path): Found => ({ path, source: "zoxide" })),
    ...projects.map((path): Found => ({ path, source: "project_dirs" })),
  ]);
}

/**
 * A folder that was asked for by its path, then the folders in it by name.
 *
 * @throws Failure `not_found`, `io_error` for one that cannot be listed; NoPresentFolder as `requireFolderAt` does
 */
export async function foldersIn(
  text: string,
  seen: World | null,
  config: Config,
  giver: PathGiver,
): Promise<SessionFolder[]> {
  const folder = await requireFolderAt(text, giver);
  const paths = [folder, ...(await listFolders(folder))];
  const found = paths.map((path): Found => ({ path, source: "path" }));
  return described(seen, config, homeFolder(giver.environment), found);
}

/** A folder that is not there, or that nobody may list, holds nothing to open; hidden ones are for who types their path. */
async function projectFolders(folders: readonly string[], giver: PathGiver): Promise<string[]> {
  const paths = folders.flatMap((folder) => typedPath(folder, giver) ?? []);
  const lists = await Promise.all(
    paths.map((path) => listFolders(withoutEndSlash(path)).catch(failureAsNone)),
  );
  return lists.flat().filter((path) => !path.includes("/.", path.lastIndexOf("/")));
}

function failureAsNone(error: unknown): string[] {
  if (error instanceof Failure) return [];
  throw error;
}

function described(
  seen: World | null,
  config: Config,
  home: string,
  found: readonly Found[],
): SessionFolder[] {
  const sessionIn = seen && sessionsOf(seen);
  const listed = new Set<string>();
  const folders: SessionFolder[] = [];
  for (const { path, source } of found) {
    const names = namesFor(config["sessions.name"], path, home);
    const there = sessionIn?.(path, names) ?? null;
    const place = there === null ? path : there.id;
    if (listed.has(place)) continue;
    listed.add(place);
    if (there !== null) {
      folders.push({ path, source: "open", session: there.name, collision: null });
      continue;
    }
    const isNameable = !names.some((name) => hasControl(name));
    const { name, collision } = chosenName(seen, names, home);
    folders.push({ path, source, session: isNameable ? name : null, collision });
  }
  return folders;
}
