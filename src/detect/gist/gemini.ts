import type { Shape } from "./shape.ts";

/** Gemini CLI 0.61: a dialog is a box of the screen's whole width, what it shows a box within. */
export const gemini: Shape = {
  asks: [
    {
      head: /^│ \? +(?<tool>\w+) .*│$/gm,
      foot: /^│ Allow execution of/gm,
      body: /^╭─+╮\n(?<act>[^]*)\n╰─+╯$/m,
    },
    {
      head: /^│ \? +(?<tool>\w+) +(?:Writing to )?(?<act>\S.*?) *│$/gm,
      foot: /^│ Apply this change\?/gm,
    },
    {
      head: /^│ Answer Questions +│$/gm,
      foot: /^│ .{0,2}1\. /gm,
      body: /\n\n(?<ask>[^←▲\n].*(?:\n.+)*)\n\n/,
    },
    {
      head: /^│ \? +(?<tool>WebFetch) (?:Fetching content from: )?(?<act>\S.*?) *│$/gm,
      foot: /^│ Do you want to proceed\?/gm,
    },
    { head: /^│ \? +(?<ask>\S.*?) *│$/gm, foot: /^│ Do you want to proceed\?/gm },
    { head: /^ ?│ (?<ask>Do you trust the files in this folder\?)/gm, foot: /^ ?│ ●? *1\. /gm },
  ],
  says: {
    box: /^▄+\n +[>*!]/gm,
    noise: /^ {20,}\S|^─+$|^ (?:Shift\+Tab to|Press Ctrl\+O to|Press F12) /,
    reply: /^✦ /,
    other: /^ℹ This request failed|^ {2}[✓x✗-] {2}\S|^[╭│╰]/,
    notice: /^[✕ℹ] (?<text>(?!This request failed).+)/,
    stop: /^ > |^▀+$|^Tips for getting started/,
  },
};
