import { ALL_HOLD_THE_SAME, NOT_AT_PROMPT } from "../core/grants.ts";
import type { PaneId } from "../core/ids.ts";
import type { KeyCombo } from "../core/keys.ts";
import { commandText } from "./change.ts";
import { carriedOut } from "./client.ts";
import type { Command, Tmux } from "./client.ts";
import { SEPARATOR } from "./formats.ts";
import { ifText, keysText } from "./keys.ts";
import { BEFORE_PASTE_FILTER } from "./version.ts";

/** What is typed into one pane, in one tmux call: text, then keys. */
export interface Typing {
  pane: PaneId;
  /** The server's pid where the pane's id is of one server only. */
  serverPid: number | null;
  /** Byte for byte; a paste is bracketed where the program asked for that. */
  text: string;
  isPaste: boolean;
  keys: readonly KeyCombo[];
  /** A name that no buffer of the server has. */
  buffer: string;
  permission: TypingPermission;
}

/** What tmux has to look at in front of the first byte, since it may have changed (docs/SECURITY.md). */
export interface TypingPermission {
  /** False: nothing is typed while the agent in the pane waits on a prompt. */
  mayAnswer: boolean;
  /** False: nothing is typed while some pane holds other grants than the mode gives every pane. */
  isPlaced: boolean;
}

/** Why nothing was typed; null when everything was. */
export type Held =
  | { why: "gone" }
  /** `guarded`: the permission does not reach as far as the pane as it is now. */
  | { why: "dead" | "input-off" | "guarded" }
  /** tmux's name of the mode: `copy-mode`, `clock-mode`, `tree-mode`. */
  | { why: "mode"; mode: string };

const TYPED = "taw:typed";
const FACTS = ["pane_id", "pid", "pane_dead", "pane_mode", "pane_input_off"];

const SYNCHRONISED = "#{pane_synchronized}";

const both = (tests: readonly string[]): string =>
  tests.reduceRight((rest, one) => (rest === "" ? one : `#{&&:${one},${rest}}`), "");

/**
 * Types into a pane, or says why not. Everything travels in one call (facts.md §6.4): that the pane is there and takes
 * input is tested by tmux in front of the first byte, and no other client's command comes in between.
 *
 * The text is pasted from a private buffer, which tmux does not read for keys, does not copy to synchronised panes and
 * writes as it is; the buffer is gone after the call, whichever way it went.
 */
export async function typeInto(tmux: Tmux, typing: Typing): Promise<Held | null> {
  const { pane, text } = typing;
  const load: Command[] = text === "" ? [] : [["set-buffer", "-b", typing.buffer, "--", text]];
  const drop = text === "" ? [] : [commandText([["delete-buffer", "-b", typing.buffer]])];
  const facts = FACTS.map((name) => `#{${name}}`).join(SEPARATOR);
  const send = [...pasting(typing), ...sending(typing), `display-message -p ${TYPED}`];
  const hold = [...drop, commandText([["display-message", "-p", "-t", pane, facts]])];
  const call = tmux.run(...load, [
    "if-shell",
    "-F",
    "-t",
    pane,
    takesInput(typing),
    send.join(" ; "),
    hold.join(" ; "),
  ]);
  const answer = await carriedOut(call, isTyped);
  return isTyped(answer) ? null : heldBack(typing, answer);
}

const isTyped = (answer: string): boolean => answer.trimEnd() === TYPED;

function takesInput({ pane, serverPid, permission }: Typing): string {
  const tests = [
    `#{==:#{pane_id},${pane}}`,
    ...(serverPid === null ? [] : [`#{==:#{pid},${serverPid}}`]),
    "#{==:#{pane_dead},0}",
    "#{==:#{pane_in_mode},0}",
    "#{==:#{pane_input_off},0}",
    ...(permission.mayAnswer ? [] : [NOT_AT_PROMPT]),
    ...(permission.isPlaced ? [] : [ALL_HOLD_THE_SAME]),
  ];
  return both(tests);
}

function heldBack({ pane, serverPid }: Typing, answer: string): Held {
  const [id, pid, isDead, mode = "", isInputOff] = answer.replace(/\n$/, "").split(SEPARATOR);
  if (id !== pane || (serverPid !== null && pid !== String(serverPid))) return { why: "gone" };
  if (isDead === "1") return { why: "dead" };
  if (mode !== "") return { why: "mode", mode };
  return { why: isInputOff === "1" ? "input-off" : "guarded" };
}

/** From tmux 3.7 on a paste passes a filter of control characters unless it is told otherwise. */
function pasting({ pane, text, isPaste, buffer }: Typing): string[] {
  if (text === "") return [];
  const paste = (flags: string): string =>
    commandText([["paste-buffer", `-dr${flags}${isPaste ? "p" : ""}`, "-b", buffer, "-t", pane]]);
  return [ifText(pane, BEFORE_PASTE_FILTER, paste(""), paste("S"))];
}

/**
 * Keys for the pane alone: where its window is synchronised, the pane is taken out for the length of the call, and is
 * left with the option as it had it, its own or the window's.
 */
function sending({ pane, keys }: Typing): string[] {
  if (keys.length === 0) return [];
  const send = keysText(pane, keys);
  const set = (flag: string, value: string): string =>
    `set-option -p${flag} -t ${pane} synchronize-panes${value}`;
  const inherited = `${set("", " off")} ; ${send} ; ${set("u", "")}`;
  const own = `${send} ; ${set("", " on")}`;
  const alone = `${set("u", "")} ; ${ifText(pane, SYNCHRONISED, inherited, own)}`;
  return [ifText(pane, SYNCHRONISED, alone, send)];
}
