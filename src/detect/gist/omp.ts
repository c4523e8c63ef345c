import type { Shape } from "./shape.ts";

/** Oh My Pi 18: a dialog is a box whose title says what it is. Its replies bear no mark, nor do prompts. */
export const omp: Shape = {
  asks: [
    {
      head: /^╭─ Allow tool: (?<tool>\S+) ─+╮$/gm,
      foot: /^│ +(?:❯ )?Approve/gm,
      body: /^\w+: (?<act>.+(?:\n(?!\w+:(?: |$)).+)*)/m,
    },
    {
      head: /^╭─ Ask ─+╮$/gm,
      foot: /^│ Enter select/gm,
      body: /^╭─.*\n(?<ask>[^├]+)\n├/,
    },
  ],
  says: {
    box: /^ π .*\n╰─/gm,
    noise: /^ {20,}\S|^ (?:error; retried$|↻ )/,
    reply: null,
    other: /^[╭│├╰]|^ ● /,
    stop: /^ Tip: |^╰─+┴/,
  },
};
