import { UsageError } from "../core/failure.ts";
import { VERBS } from "../verbs/index.ts";
import type { VerbEntry } from "../verbs/index.ts";
import { suggestion } from "./suggest.ts";

const LONGEST_PATH = 3;

export type Found = { entry: VerbEntry; rest: readonly string[] } | { help: readonly string[] };

/**
 * The verb whose path the words begin with, the longest first, and the words after it; or the group whose help is asked
 * for. Throws UsageError.
 */
export function findVerb(words: readonly string[]): Found {
  for (let length = Math.min(LONGEST_PATH, words.length); length > 0; length -= 1) {
    const path = words.slice(0, length).join(" ");
    const entry = VERBS.find((one) => one.path === path);
    if (entry) return { entry, rest: words.slice(length) };
  }
  const help = words.findIndex((word) => word === "--help" || word === "-h");
  if (help > 0 && isGroup(words.slice(0, help))) return { help: words.slice(0, help) };
  throw unknownVerb(words);
}

const isGroup = (words: readonly string[]): boolean =>
  VERBS.some(({ path }) => path.startsWith(`${words.join(" ")} `));

/** Names the shortest part of the path that leads nowhere, and what it was nearest to. */
function unknownVerb(words: readonly string[]): UsageError {
  const [first = "", second] = words;
  const group = VERBS.filter(({ path }) => path.startsWith(`${first} `));
  const typed = group.length > 0 ? `${first} ${second ?? ""}`.trim() : first;
  const known = (group.length > 0 ? group : VERBS).filter((entry) => !entry.isHidden);
  const near = suggestion(
    typed,
    new Set(known.flatMap(({ path }) => [path, path.split(" ")[0] ?? ""])),
  );
  const hint = near && near !== typed ? `; did you mean ${near}?` : "";
  return new UsageError(first === "" ? "a command is needed" : `unknown command: ${typed}${hint}`);
}
