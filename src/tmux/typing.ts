import { NOT_AT_PROMPT } from "../core/grants.ts";
import type { PaneId } from "../core/ids.ts";
import type { KeyCombo } from "../core/keys.ts";
import { comboText } from "../core/keys.ts";
import { keyBytes } from "../core/keystrokes.ts";
import { commandText } from "./change.ts";
import type { Command, Tmux } from "./client.ts";
import { SEPARATOR } from "./formats.ts";
import { BEFORE_EXTENDED_KEYS, BEFORE_PASTE_FILTER } from "./version.ts";

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
/** No pane of the server was given grants of its own. */
const ALL_HOLD_THE_SAME = "#{==:#{S:#{W:#{P:#{@agent_grants}}}},}";

const both = (tests: readonly string[]): string =>
  tests.reduceRight((rest, one) => (rest === "" ? one : `#{&&:${one},${rest}}`), "");

/**
 * Types into a pane, or says why not. Everything travels in one call (facts.md §6.4): that the pane is there and takes
 * input is tested by tmux in front of the first byte, and no other client's command comes in between.
 *
 * The text is pasted from a private buffer, which tmux does not read for keys, does not copy to synchronised panes and
 * writes as it is; the buffer is gone after the call, whichever way it went. Keys go by tmux's name where the bytes
 * depend on what the program asked for, else as bytes; a name that tmux does not know would be typed letter by letter.
 */
export async function typeInto(tmux: Tmux, typing: Typing): Promise<Held | null> {
  const { pane, text } = typing;
  const load: Command[] = text === "" ? [] : [["set-buffer", "-b", typing.buffer, "--", text]];
  const drop = text === "" ? [] : [commandText([["delete-buffer", "-b", typing.buffer]])];
  const facts = FACTS.map((name) => `#{${name}}`).join(SEPARATOR);
  const send = [...pasting(typing), ...sending(typing), `display-message -p ${TYPED}`];
  const hold = [...drop, commandText([["display-message", "-p", "-t", pane, facts]])];
  const answer = await tmux.run(...load, [
    "if-shell",
    "-F",
    "-t",
    pane,
    takesInput(typing),
    send.join(" ; "),
    hold.join(" ; "),
  ]);
  return answer.trimEnd() === TYPED ? null : heldBack(typing, answer);
}

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
  // Of two texts tmux reads only the one that it carries out, so neither has a flag that it does not know.
  return [commandText([["if-shell", "-F", BEFORE_PASTE_FILTER, paste(""), paste("S")]])];
}

/**
 * Keys for the pane alone: where its window is synchronised, the pane is taken out for the length of the call, and is
 * left with the option as it had it, its own or the window's.
 */
function sending({ pane, keys }: Typing): string[] {
  if (keys.length === 0) return [];
  const send = runsOf(keys)
    .map((run) => sendText(pane, run))
    .join(" ; ");
  const isSynchronised = `if-shell -F -t ${pane} "#{pane_synchronized}"`;
  const set = (flag: string, value: string): string =>
    `set-option -p${flag} -t ${pane} synchronize-panes${value}`;
  const inherited = `${set("", " off")} ; ${send} ; ${set("u", "")}`;
  const own = `${send} ; ${set("", " on")}`;
  const alone = `${set("u", "")} ; ${isSynchronised} { ${inherited} } { ${own} }`;
  return [`${isSynchronised} { ${alone} } { ${send} }`];
}

/** Keys that are sent by one command. */
type Run =
  | { kind: "bytes"; bytes: number[] }
  | { kind: "named"; names: string[] }
  /** By name where tmux can tell the program more than its bytes can. */
  | { kind: "extended"; bytes: number[]; names: string[] };

function runsOf(keys: readonly KeyCombo[]): Run[] {
  const runs: Run[] = [];
  for (const combo of keys) {
    const run = runOf(combo);
    const last = runs.at(-1);
    if (last?.kind !== run.kind) runs.push(run);
    else {
      if ("bytes" in last && "bytes" in run) last.bytes.push(...run.bytes);
      if ("names" in last && "names" in run) last.names.push(...run.names);
    }
  }
  return runs;
}

/** A cursor key by itself follows the program's cursor mode (DECCKM), so tmux has to write it. */
const CURSOR_KEYS: Readonly<Record<string, string>> = {
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
};

function runOf(combo: KeyCombo): Run {
  const cursor = CURSOR_KEYS[comboText(combo)];
  if (cursor !== undefined) return { kind: "named", names: [cursor] };
  const bytes = keyBytes(combo) ?? [];
  const name = extendedName(combo);
  return name === null ? { kind: "bytes", bytes } : { kind: "extended", bytes, names: [name] };
}

/**
 * tmux's name of a key whose bytes hide a modifier (shift+enter, ctrl+tab, ctrl+i): from 3.5 on it sends the longer form
 * to a program that asked for it, and the same bytes to the others. Earlier ones type some of these names as text
 * (facts.md §6.1, §6.3). Only names that were tried are used.
 */
function extendedName(combo: KeyCombo): string | null {
  const { key, ctrl, alt, shift } = combo;
  if (combo.super || combo.hyper || !(ctrl || alt || shift)) return null;
  const prefix = `${ctrl ? "C-" : ""}${alt ? "M-" : ""}${shift ? "S-" : ""}`;
  if (key === "enter") return `${prefix}Enter`;
  if (key === "tab" && ctrl && !shift) return `${prefix}Tab`;
  const isLetter = /^[a-z]$/.test(key);
  return isLetter && !shift && (ctrl || alt) ? `${prefix}${key}` : null;
}

function sendText(pane: PaneId, run: Run): string {
  const words = "names" in run ? run.names : [];
  const named = `send-keys -t ${pane} ${words.join(" ")}`;
  if (run.kind === "named") return named;
  const hex = run.bytes.map((byte) => byte.toString(16).padStart(2, "0"));
  const bytes = `send-keys -t ${pane} -H ${hex.join(" ")}`;
  return run.kind === "bytes"
    ? bytes
    : `if-shell -F "${BEFORE_EXTENDED_KEYS}" { ${bytes} } { ${named} }`;
}
