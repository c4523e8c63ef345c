import type { Face } from "../core/face.ts";
import { UsageError } from "../core/failure.ts";
import { clipped } from "../core/inert.ts";
import { verbsOf } from "../verbs/index.ts";
import type { VerbEntry } from "../verbs/index.ts";
import { closest } from "../core/closest.ts";

const LONGEST_PATH = 3;

/** A verb with the words after it, or a group whose help is wanted: 0 when it was asked for, 2 for want of a verb. */
export type Found =
  { entry: VerbEntry; rest: readonly string[] } | { help: readonly string[]; exitCode: 0 | 2 };

/**
 * The verb whose path the words begin with, the longest first; or the group that they end in.
 *
 * @throws UsageError for words that lead nowhere
 */
export function findVerb(words: readonly string[], face: Face): Found {
  const verbs = verbsOf(face);
  for (let length = Math.min(LONGEST_PATH, words.length); length > 0; length -= 1) {
    const path = words.slice(0, length).join(" ");
    const entry = verbs.find((one) => one.path === path);
    if (entry) return { entry, rest: words.slice(length) };
  }
  return findGroup(words, verbs) ?? refuse(words, verbs);
}

function findGroup(words: readonly string[], verbs: readonly VerbEntry[]): Found | null {
  if (words[0] === "help") return { help: words.slice(1), exitCode: 0 };
  const at = words.findIndex((word) => word === "--help" || word === "-h" || word === "help");
  const path = at < 0 ? words : words.slice(0, at);
  const isGroup =
    path.length === 0 || verbs.some((one) => one.path.startsWith(`${path.join(" ")} `));
  return isGroup ? { help: path, exitCode: at < 0 ? 2 : 0 } : null;
}

/** Names the shortest part of the path that leads nowhere, and what it was nearest to. */
function refuse(words: readonly string[], verbs: readonly VerbEntry[]): never {
  const [first = "", second] = words;
  const group = verbs.filter(({ path }) => path.startsWith(`${first} `));
  const typed = group.length > 0 ? `${first} ${second ?? ""}`.trim() : first;
  const known = (group.length > 0 ? group : verbs).filter((entry) => !entry.isHidden);
  const starts = known.flatMap(({ path }) => [path, path.split(" ")[0] ?? ""]);
  const near = closest(typed, new Set(starts));
  throw new UsageError(
    `unknown command: ${clipped(typed)}${near ? `; did you mean ${near}?` : ""}`,
  );
}
