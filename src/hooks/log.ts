import { inertText } from "../core/inert.ts";
import { lastWords } from "../core/last-words.ts";
import { readText } from "../system/files.ts";
import { logLine } from "../system/log.ts";
import type { CommandRan } from "./run.ts";

/** The log of `[hooks]` (spec, `hooks log`): a line for every command of an event that did not go well. */

export const hooksLog = (stateFolder: string): string => `${stateFolder}/logs/hooks.log`;

const LONGEST = 400;

/** `<name> failed (<why>): <command> | <the last that it said>`. */
export function failureLine(name: string, command: string, { failure, said }: CommandRan): string {
  const last = inertText(lastWords(said.text), LONGEST).trim();
  const words = inertText(command.replace(/\s+/g, " "), LONGEST);
  return `${name} failed (${failure ?? ""}): ${words}${last === "" ? "" : ` | ${last}`}`;
}

/** `2026-09-30 10:11:12 UTC <text>`; a log that cannot be written is no reason to fail. */
export const logHook = (stateFolder: string, unixMs: number, text: string): Promise<boolean> =>
  logLine(
    hooksLog(stateFolder),
    unixMs,
    text,
    (iso) => `${iso.slice(0, 19).replace("T", " ")} UTC`,
  );

/** The last lines, oldest first; those of the log before this one where it has not as many. */
export async function lastLogged(stateFolder: string, most: number): Promise<string[]> {
  const path = hooksLog(stateFolder);
  const [before, now] = await Promise.all([readText(`${path}.1`), readText(path)]);
  const lines = `${before ?? ""}${now ?? ""}`.split("\n").filter(Boolean);
  return most === 0 ? [] : lines.slice(-most);
}
