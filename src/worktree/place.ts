import { loadConfig } from "../config/load.ts";
import { Failure } from "../core/failure.ts";
import { quoted } from "../core/inert.ts";
import type { Edges } from "../edges.ts";
import { homeFolder, variable, withoutEndSlash } from "../system/env.ts";
import type { Environment } from "../system/env.ts";
import { isThere } from "../system/files.ts";
import { typedPath } from "../system/paths.ts";
import { branchSlug, freeName } from "./names.ts";

/**
 * A path that the caller gave as a full one: `~` is the home folder, and a relative one starts from the caller's folder.
 *
 * @throws Failure `invalid_argument` for an empty one, and for a relative one of a caller whose folder is not known
 */
export function pathFrom(edges: Edges, path: string): string {
  const full = path === "" ? null : typedPath(path.replace(/^(\.\/+)+/, ""), edges);
  if (full !== null) return withoutEndSlash(full);
  throw new Failure(
    "invalid_argument",
    `${quoted(path)} is no full path: give one that begins with / or ~`,
    { subject: "worktree" },
  );
}

/** `<worktrees.directory>/<repository>/<branch slug>`, with a number behind it where something stands there already. */
export async function newPlace(
  { environment }: Edges,
  configFolder: string,
  { repository, branch }: { repository: string; branch: string },
): Promise<string> {
  const { config } = await loadConfig(configFolder);
  const folder = config["worktrees.directory"] ?? defaultFolder(environment);
  const expanded = typedPath(folder, { environment, self: { folder: null } });
  if (expanded === null) {
    throw new Failure(
      "invalid_argument",
      `worktrees.directory in config.toml is ${quoted(folder)}, which is no full path: give one that begins with / or ~`,
      { subject: "worktree" },
    );
  }
  const place = `${withoutEndSlash(expanded)}/${branchSlug(repository)}/${branchSlug(branch)}`;
  return freeName(place, isThere);
}

/** Checkouts hold people's work, so they are data: `$XDG_DATA_HOME`, else `~/.local/share`. */
function defaultFolder(environment: Environment): string {
  const data = variable(environment, "XDG_DATA_HOME");
  const base = data?.startsWith("/") ? data : `${homeFolder(environment)}/.local/share`;
  return `${withoutEndSlash(base)}/tmux-agent-wizard/worktrees`;
}
