import { homeFolder } from "./env.ts";
import type { Environment } from "./env.ts";

/** Who gives a path: the variables they have, and the folder that they are in, null where taw does not know it. */
export interface PathGiver {
  readonly environment: Environment;
  readonly self: { readonly folder: string | null };
}

/** A path as its giver means it in their folder; null for a relative one where that folder is not known. */
export function fullPath(path: string, { self }: Pick<PathGiver, "self">): string | null {
  if (path.startsWith("/")) return path;
  return self.folder === null ? null : `${self.folder}/${path}`;
}

/** The same of a path that a person typed, in which `~` is the home folder. Throws `io_error` for `~` without a HOME. */
export function typedPath(path: string, giver: PathGiver): string | null {
  const isHome = path === "~" || path.startsWith("~/");
  return isHome ? homeFolder(giver.environment) + path.slice(1) : fullPath(path, giver);
}

/** A folder as a path in it begins: the root without its slash. */
export const withoutSlash = (path: string): string => (path === "/" ? "" : path);
