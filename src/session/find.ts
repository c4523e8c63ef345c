import { normalize } from "node:path";
import type { Config } from "../config/schema.ts";
import { Failure } from "../core/failure.ts";
import { quoted } from "../core/inert.ts";
import { withoutEndSlash } from "../system/env.ts";
import { isFolder } from "../system/folders.ts";
import { typedPath } from "../system/paths.ts";
import type { PathGiver } from "../system/paths.ts";
import { zoxideMatch } from "./zoxide.ts";

/** Words of a person → the folder that is meant. */

/** A relative path, and the folder it starts from cannot be read. */
export class NoPresentFolder extends Failure {}

/**
 * A path as it is typed: from the root, from `~`, or from the folder that taw was called in.
 *
 * @throws NoPresentFolder, an `invalid_argument`
 */
function pathOf(text: string, place: PathGiver): string {
  const path = typedPath(text, place);
  if (path !== null) return clean(path);
  throw new NoPresentFolder(
    "invalid_argument",
    `the current directory cannot be read, and ${quoted(text)} starts from it: give a path from the root or from ~`,
  );
}

const clean = (path: string): string => withoutEndSlash(normalize(path));

/**
 * The folder at a path.
 *
 * @throws Failure `not_found`; NoPresentFolder for a relative path in a folder that is gone
 */
export async function requireFolderAt(text: string, place: PathGiver): Promise<string> {
  const path = pathOf(text, place);
  if (await isFolder(path)) return path;
  throw new Failure("not_found", `${quoted(path)} is no folder: make it, or give another`);
}

const isPath = (term: string): boolean =>
  term.startsWith("~/") || term.includes("/") || ["~", ".", ".."].includes(term);

/**
 * The folder that the terms mean: a path, a folder of that name here, zoxide's match, or one of that name in
 * [sessions] project_dirs. A term alone needs no present folder.
 *
 * @throws Failure `not_found` when nothing matches; NoPresentFolder
 */
export async function findFolder(
  terms: readonly string[],
  config: Config,
  place: PathGiver,
): Promise<string> {
  const [term = ""] = terms;
  const isAlone = terms.length === 1;
  const here = isAlone ? await folderHere(term, place) : null;
  const found = here ?? (await zoxideMatch(terms, place.environment));
  if (found !== null && (await isFolder(found))) return clean(found);
  const project = isAlone ? await projectFolder(term, config, place) : null;
  if (project !== null) return project;
  const words = quoted(terms.join(" "));
  throw new Failure(
    "not_found",
    `no folder and no zoxide entry matches ${words}: give a path from the root or from ~`,
  );
}

async function folderHere(term: string, place: PathGiver): Promise<string | null> {
  if (term === "" || (place.self.folder === null && !isPath(term))) return null;
  const path = pathOf(term, place);
  return (await isFolder(path)) ? path : null;
}

async function projectFolder(
  term: string,
  config: Config,
  place: PathGiver,
): Promise<string | null> {
  if (isPath(term) || term === "") return null;
  const paths = config["sessions.project_dirs"].map((folder) => pathOf(`${folder}/${term}`, place));
  const found = await Promise.all(paths.map((path) => isFolder(path)));
  return paths.find((_, at) => found[at]) ?? null;
}
