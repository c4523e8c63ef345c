import { freeLabel, holderOf } from "./labels.ts";
import type { World } from "./world.ts";

/** What a session is called after its folder ([sessions] name), and what instead when that is taken. */

export type NameStyle = "directory" | "full-path" | "short-path";

/** A folder as people write it: `~/work/api` under the home folder. */
export function tildePath(path: string, home: string): string {
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** `~/oss/api` → `api`, `oss/api`, `~/oss/api`: the name alone, then with more and more of what is above it. */
function growing(path: string): string[] {
  const parts = partsOf(path);
  const tails = parts.map((_, at) => parts.slice(parts.length - 1 - at).join("/"));
  return path.startsWith("/") ? [...tails, path] : tails;
}

/** `~/work/client/api` → `~/w/c/api`; of a hidden folder the dot and a letter stay. */
function shortened(path: string): string {
  const parts = path.split("/");
  const last = parts.length - 1;
  return parts
    .map((part, at) =>
      at === last ? part : [...part].slice(0, part.startsWith(".") ? 2 : 1).join(""),
    )
    .join("/");
}

const CANDIDATES: Readonly<Record<NameStyle, (path: string) => string[]>> = {
  directory: growing,
  "full-path": (path) => [path],
  "short-path": (path) => [shortened(path), path],
};

/** Dots and colons are tmux's own separators, which it keeps in no name up to 3.6 (facts.md §1.6). */
const asName = (text: string): string => text.replace(/[.:]/g, "_");

/** The names for a folder, the one that is wanted first. At least one. */
export function namesFor(style: NameStyle, path: string, home: string): string[] {
  const names = CANDIDATES[style](tildePath(path, home)).map(asName);
  return names.length === 0 ? ["/"] : [...new Set(names)];
}

export interface ChosenName {
  name: string;
  /** Why it is not the name that is wanted; null when it is. */
  collision: string | null;
}

/** The first of the names that no workspace has; when all are taken, the last with a number behind it. */
export function chooseName(world: World, names: readonly string[], home: string): ChosenName {
  const [wanted = "/"] = names;
  const holder = holderOf(world, wanted);
  if (!holder) return { name: wanted, collision: null };
  const collision = `${JSON.stringify(wanted)} is taken by ${tildePath(holder.path, home)}`;
  const free = names.find((name) => holderOf(world, name) === null);
  return { name: free ?? freeLabel(world, names.at(-1) ?? wanted), collision };
}
