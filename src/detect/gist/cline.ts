import type { Shape } from "./shape.ts";

/** Cline 3.0: dialogs stand below the conversation, in place of the prompt box. */
export const cline: Shape = {
  bar: /(?<! ) +[█▄▀]$/,
  asks: [
    {
      head: /^ Cline needs permission$/gm,
      foot: /^ +\[y\] Approve/gm,
      body: /^Approve tool call\?\n+(?<tool>\w+)\n+(?:\$ )?(?<act>[^]*)/m,
      breaksWords: true,
    },
    {
      head: /^ Cline is asking a question$/gm,
      foot: /^ Auto-approve /gm,
      body: /\n\n(?<ask>.+(?:\n.+)*)/,
    },
  ],
  says: {
    box: /^─+\n❯/gm,
    noise: /^$/,
    reply: /^ \* /,
    other: /^ (?:\* \w+\(|[▶x] |[\u2800-\u28ff] )|^ {3}⎿|^[╭│╰]/,
    under: /^ {3}⎿/,
    stop: /^ ❯ |^ *[@█]/,
  },
};
