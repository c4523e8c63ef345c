import type { Shape } from "./shape.ts";

const FIRST_CHOICE = /^[❯ ] 1\. /gm;

/** Command Code 1.64: dialogs stand below a rule in place of the prompt box. */
export const commandCode: Shape = {
  asks: [
    {
      head: /^─{8,}\n\nExecute Shell Command$/gm,
      foot: FIRST_CHOICE,
      body: /needs to execute (?<act>[^]+?)\.\n\n/,
      tool: "Shell",
    },
    {
      head: /^─{8,}\n\n(?<tool>\w+) File\n\nDo you want to \w+ (?<act>.+)\?$/gm,
      foot: FIRST_CHOICE,
    },
    {
      head: /^─{8,}\n\n[●◯✓] .*$/gm,
      foot: FIRST_CHOICE,
      body: /\n\n(?<ask>[^●◯✓\n].*(?:\n.+)*)/,
    },
    { head: /^(?<ask>Do you trust the files in this folder\?)$/gm, foot: FIRST_CHOICE },
  ],
  says: {
    box: /^─+\n[❯!]/gm,
    noise: /^✻ /,
    reply: /^⠶ /,
    other: /^ [A-Z]+ {2}\[|^ └/,
    notice: /^❯ (?<text>Interrupted) · What should/,
    stop: /^❯ |^ *█|^# /,
  },
};
