import { entriesFor } from "../core/events.ts";
import type { EventName } from "../core/events.ts";
import { frontOf, printFront } from "../core/front.ts";
import { wantWord } from "../core/queue.ts";
import { ROSTER_FORMAT } from "../core/roster.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { readWorld } from "../tmux/read.ts";
import { LOOK_FOR_ENDS } from "./expire.ts";

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

/** The same for what is in front. */
const DROP_FRONT: Command = [
  "if-shell",
  "-F",
  "#{m:*<focus@*,#{@agent_wizard_wants}}",
  "",
  unset("@agent_wizard_focused"),
];

const DROP_EMPTY: Command = [
  "if-shell",
  "-F",
  "#{@agent_wizard_wants}",
  "",
  [unset("@agent_wizard_wants"), unset("@agent_wizard_queue")].join(" ; "),
];

const DROP_UNWANTED: readonly Command[] = [DROP_ROSTER, DROP_FRONT, DROP_EMPTY];

const withoutWords = (reader: string): Command => [
  "set-option",
  "-sF",
  "@agent_wizard_wants",
  `#{s/<[a-z-]*@${reader}>//:@agent_wizard_wants}`,
];

/**
 * Puts a reader's words in, in place of those it had; the first who hears of panes that come and go has the roster
 * written in the same call, the first who hears of focus what is in front, right after.
 */
export async function wantEvents(
  tmux: Tmux,
  reader: string,
  names: readonly EventName[],
): Promise<void> {
  if (!READER.test(reader)) return;
  const words = entriesFor(names).map((kind) => wantWord(kind, reader));
  const answer = await tmux.run(
    withoutWords(reader),
    ["set-option", "-sa", "@agent_wizard_wants", words.join("")],
    [
      "if-shell",
      "-F",
      "#{&&:#{m:*<gone@*,#{@agent_wizard_wants}},#{==:#{@agent_wizard_panes},}}",
      `set-option -sF @agent_wizard_panes '${ROSTER_FORMAT}' ; set-option -s @agent_wizard_panes_generation 1`,
    ],
    ...DROP_UNWANTED,
    LOOK_FOR_ENDS,
    [
      "display-message",
      "-p",
      "#{&&:#{m:*<focus@*,#{@agent_wizard_wants}},#{==:#{@agent_wizard_focused},}}",
    ],
  );
  if (answer.trim() === "1") await rememberFront(tmux);
}

/** What is in front when the first comes who wants to hear of it; a drainer that was quicker has the word. */
async function rememberFront(tmux: Tmux): Promise<void> {
  const front = frontOf(await readWorld(tmux));
  if (front === null) return;
  const isUnknown = "#{==:#{@agent_wizard_focused},}";
  const remember = `set-option -s @agent_wizard_focused '${printFront(front)}'`;
  await tmux.run(["if-shell", "-F", isUnknown, remember]);
}

/** Takes a reader's words out, its own or those of a reader that is dead. */
export async function forgetReader(tmux: Tmux, reader: string): Promise<void> {
  if (!READER.test(reader)) return;
  await tmux.run(withoutWords(reader), ...DROP_UNWANTED);
}
