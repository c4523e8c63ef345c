import { entriesFor } from "../core/events.ts";
import type { EventName } from "../core/events.ts";
import { wantWord } from "../core/queue.ts";
import { ROSTER_FORMAT } from "../core/roster.ts";
import type { Command, Tmux } from "../tmux/client.ts";

/**
 * Who wants which entries: words in `@agent_wizard_wants`, added and taken out by tmux itself in one step each, so that
 * readers that come and go at once lose nothing.
 */

/** `<pid>-<random>`: the name of a reader's socket, and its word in wants. */
const READER = /^\d+-[a-z0-9]+$/;

const unset = (name: string): string => `set-option -su ${name}`;

/** With nobody left who hears of panes that come and go, the roster would grow old: it goes, and its marks. */
const DROP_ROSTER: Command = [
  "if-shell",
  "-F",
  "#{m:*<gone@*,#{@agent_wizard_wants}}",
  "",
  [
    unset("@agent_wizard_panes"),
    unset("@agent_wizard_panes_generation"),
    unset("@agent_wizard_exited"),
  ].join(" ; "),
];

const DROP_EMPTY: Command = [
  "if-shell",
  "-F",
  "#{@agent_wizard_wants}",
  "",
  [unset("@agent_wizard_wants"), unset("@agent_wizard_queue")].join(" ; "),
];

/** Puts a reader's words in; the first who hears of panes that come and go has the roster written in the same call. */
export async function wantEvents(
  tmux: Tmux,
  reader: string,
  names: readonly EventName[],
): Promise<void> {
  const words = entriesFor(names).map((kind) => wantWord(kind, reader));
  await tmux.run(
    ["set-option", "-sa", "@agent_wizard_wants", words.join("")],
    [
      "if-shell",
      "-F",
      "#{&&:#{m:*<gone@*,#{@agent_wizard_wants}},#{==:#{@agent_wizard_panes},}}",
      `set-option -sF @agent_wizard_panes '${ROSTER_FORMAT}' ; set-option -s @agent_wizard_panes_generation 1`,
    ],
  );
}

/** Takes a reader's words out, its own or those of a reader that is dead. */
export async function forgetReader(tmux: Tmux, reader: string): Promise<void> {
  if (!READER.test(reader)) return;
  await tmux.run(
    ["set-option", "-sF", "@agent_wizard_wants", `#{s/<[a-z-]*@${reader}>//:@agent_wizard_wants}`],
    DROP_ROSTER,
    DROP_EMPTY,
  );
}
