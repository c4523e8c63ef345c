import { CALLING } from "../core/ids.ts";
import { shellWord } from "../core/quote.ts";
import { writeProgram } from "../system/files.ts";
import type { Command } from "../tmux/client.ts";

/**
 * herdr's environment for the panes to come (spec, "The pane environment @agent-wizard-herdr-env gives"): a program that
 * follows herdr's guide for agents takes itself for one that runs in herdr.
 */

export const HERDR_WISH: Command = ["show-options", "-gqv", "@agent-wizard-herdr-env"];

const NAMES = ["HERDR_ENV", "HERDR_BIN_PATH", "HERDR_PANE_ID"] as const;

/** The taw with herdr's face, by a path of its own in the state folder (decision 6). */
const programIn = (state: string): string => `${state}/herdr/bin/herdr`;

/**
 * Writes herdr's program, which runs this taw, and gives its path.
 *
 * @throws Failure `io_error` when the state folder cannot be written
 */
export async function writeHerdrProgram(state: string, launcher: string): Promise<string> {
  const path = programIn(state);
  await writeProgram(path, `#!/bin/sh\nexec ${shellWord(launcher)} --face=herdr "$@"\n`);
  return path;
}

/**
 * The commands that tell new panes, or tell them no more: a HERDR_PANE_ID of anybody else's is left as it is, with the
 * two others.
 *
 * @param shown what `show-environment -g` prints
 * @param program herdr's program; null where the panes are not to have it
 */
export function herdrCommands(shown: string, program: string | null): Command[] {
  if (program !== null) {
    const values = { HERDR_ENV: "1", HERDR_BIN_PATH: program, HERDR_PANE_ID: CALLING };
    return NAMES.map((name) => ["set-environment", "-g", name, values[name]]);
  }
  const isOurs = shown.split("\n").includes(`HERDR_PANE_ID=${CALLING}`);
  return isOurs ? NAMES.map((name) => ["set-environment", "-gu", name]) : [];
}
