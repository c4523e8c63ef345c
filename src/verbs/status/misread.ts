import { POPUP_SIZE } from "../../loader/popup.ts";
import type { Command } from "../../tmux/client.ts";

interface Row {
  option: string;
  takes: RegExp;
  words: string;
  /** How another word is read. */
  readAs: string;
}

const SIZE = { takes: POPUP_SIZE, words: "cells or percent", readAs: "90%" };
const SWITCH = { takes: /^(on|off)$/, words: "on or off" };

/** Options of the user's that take few words. */
const ROWS: readonly Row[] = [
  { option: "@agent-wizard-popup-width", ...SIZE },
  { option: "@agent-wizard-popup-height", ...SIZE },
  { option: "@agent-wizard-path", ...SWITCH, readAs: "on" },
  { option: "@agent-wizard-herdr-env", ...SWITCH, readAs: "off" },
  {
    option: "@agent-wizard-theme",
    takes: /^(dark|light)$/,
    words: "dark or light",
    readAs: "not set",
  },
];

/** What tmux is asked for `misreadIn`. */
export const USER_WORDS: Command = [
  "display-message",
  "-p",
  ROWS.map(({ option }) => `#{${option}}`).join("\t"),
];

/** A sentence for each option that is set to what it does not take. */
export function misreadIn(printed: string): string[] {
  const values = printed.replace(/\n$/, "").split("\t");
  return ROWS.flatMap(({ option, takes, words, readAs }, at) => {
    const value = values[at]?.trim() ?? "";
    if (value === "" || takes.test(value)) return [];
    return [`${option} is ${words}; what it is set to, ${value}, is read as ${readAs}`];
  });
}
