import type { Shape } from "./shape.ts";

const FIRST_CHOICE = /^[❯ ] 1\. /gm;

/** Letta Code 0.25: dialogs stand below a rule in place of the prompt box, a change between two dashed rules. */
export const letta: Shape = {
  asks: [
    {
      head: /^─{8,}\nRun this command\?$/gm,
      foot: FIRST_CHOICE,
      body: /^\$ (?<act>.+(?:\n.+)*)/m,
      tool: "Shell",
    },
    {
      head: /^─{8,}\n(?<tool>\w+) (?:to )?(?<act>.+)\?$/gm,
      foot: FIRST_CHOICE,
      names: { Overwrite: "Write" },
    },
    {
      head: /^─{8,}\n\S.*\n$/gm,
      foot: FIRST_CHOICE,
      body: /\n\n(?<ask>.+(?:\n.+)*)/,
    },
  ],
  says: {
    box: /^─+\n[›!]/gm,
    noise: /^▶ /,
    reply: /^• /,
    other: /^⚠ |^• Starting new conversation|^ {2}└/,
    under: /^ {2}└/,
    notice: /^⚠ (?<text>Interrupted)\b/,
    stop: /^› |^ *[▓█▀▄]/,
  },
};
