import type { Shape } from "./shape.ts";

const CHOICES = /^ +┃ +Allow once/gm;

/** OpenCode 1.18 and Kilo, which is built on it: dialogs stand in the place of the prompt box, behind a bar. */
export const opencode: Shape = {
  bar: /(?<! ) {40,}(?!esc\b)\S.*$/,
  asks: [
    {
      head: /^ +┃ +△ Permission required\n +┃ +# .+$/gm,
      foot: CHOICES,
      body: /^\$ (?<act>.+(?:\n.+)*)/m,
      tool: "Shell",
    },
    {
      head: /^ +┃ +△ Permission required\n +┃ +[^\w\s#] (?<tool>[A-Z]\w*) (?<act>\S.*)$/gm,
      foot: CHOICES,
    },
    { head: /^ +┃ +△ Permission required\n +┃ +(?:\W )?(?<act>\w.*)$/gm, foot: CHOICES },
    {
      head: /^ +┃ +△ Reject permission$/gm,
      foot: /^ +┃$/gm,
      body: /\n\n(?<ask>.+)/,
    },
  ],
  says: {
    box: /(?<!^ *┃.*\n)^ *┃.*(?:\n *┃.*)*\n *╹/gm,
    veil: /^ {3,}\S.* {8,}esc(?: |$)|^ {20,}\S.* (?:ctrl\+\w \w|ctrl\+\w)$/,
    noise: /^ +(?:▣|\+ Thought:|[→←✓✗↳%✱⚙] |ctrl\+x )/,
    reply: null,
    other: /^ {5}\$ /,
    stop: /^ *┃|^ *[█▀▄]/,
  },
};
