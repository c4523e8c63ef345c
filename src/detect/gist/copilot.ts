import type { Shape } from "./shape.ts";

/** GitHub Copilot CLI 1.0: a dialog is a box of the screen's whole width, a question stands between two rules. */
export const copilot: Shape = {
  bar: /(?<! ) +┃$/,
  asks: [
    {
      head: /^│ .+│\n│ ─+ │\n│ ╭─+╮ │$/gm,
      foot: /^│ Do you want to run this command\?/gm,
      body: /^╭─+╮\n(?<act>[^]*)\n╰─+╯$/m,
      tool: "Shell",
    },
    {
      head: /^│ (?<tool>\w+) file +│\n│ ─+ │\n│ (?<act>.+?)(?: \+\d+)?(?: -\d+)? *│$/gm,
      foot: /^│ Do you want to /gm,
    },
    {
      head: /^─+\n Copilot needs information\.$/gm,
      foot: /^ enter accept/gm,
      body: /information\.\n(?<ask>.+(?:\n.+)*)/,
    },
  ],
  says: {
    box: /^─+\n❯/gm,
    noise: /^ {2,4}(?:❯ )?[@/]\S|^ ~?\/.*|^ ~$|^Please use \/login| \[⎇ .*\]$/,
    reply: /^ ● /,
    other:
      /^ (?:[$○◉✗!] |JS |● (?:Tip: |No copilot-instructions|MCP Servers |Folder .* has been added|\w+ \S+ \+\d+(?: -\d+)?$)|└)|^ {2,3}└/,
    under: /^ {3}└/,
    stop: /^ ❯ |^ *[█╭╰▔]/,
  },
};
